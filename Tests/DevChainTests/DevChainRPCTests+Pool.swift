import DevChain
import EthereumCrypto
import EthereumPrimitives
import JSONRPC
import Testing

// MARK: - Pool and Snapshots

extension DevChainRPCTests {
  @Test func thePoolIsShownByAccountAndNonce() throws {
    var rpc = rpc()
    _ = try result("eth_sendRawTransaction", [.string(Hex.encode(try Transfer().raw))], on: &rpc)
    _ = try result(
      "eth_sendRawTransaction", [.string(Hex.encode(try Transfer(nonce: 2).raw))], on: &rpc)
    #expect(try result("txpool_status", on: &rpc) == ["pending": "0x1", "queued": "0x1"])
    let content = try result("txpool_content", on: &rpc)
    let account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
    #expect(content["pending"]?[account]?.object.map { Array($0.keys) } == ["0"])
    #expect(content["queued"]?[account]?.object.map { Array($0.keys) } == ["2"])
    #expect(content["pending"]?[account]?["0"]?["blockHash"] == .null)

    let hash = JSONValue.string(Keccak256.hash(try Transfer().raw).hex)
    #expect(try result("anvil_dropTransaction", [hash], on: &rpc) == hash)
    #expect(try result("anvil_dropTransaction", [hash], on: &rpc) == .null)
    #expect(try result("txpool_status", on: &rpc) == ["pending": "0x0", "queued": "0x1"])
  }

  @Test func aPendingBlockShowsWhatWouldBeMined() throws {
    var rpc = rpc()
    _ = try result("eth_sendRawTransaction", [.string(Hex.encode(try Transfer().raw))], on: &rpc)
    let block = try result("eth_getBlockByNumber", ["pending", false], on: &rpc)
    #expect(block["hash"] == .null)
    #expect(block["transactions"] == [.string(Keccak256.hash(try Transfer().raw).hex)])
    #expect(rpc.state.head.header.number == 0, "looking mines nothing")
  }

  @Test func aSnapshotBringsEverythingBack() throws {
    var rpc = rpc()
    let before = rpc.state
    #expect(try result("evm_snapshot", on: &rpc) == "0x1")
    _ = try result("eth_sendRawTransaction", [.string(Hex.encode(try Transfer().raw))], on: &rpc)
    #expect(try result("evm_snapshot", on: &rpc) == "0x2")
    _ = try result("evm_mine", on: &rpc)
    #expect(rpc.state != before)
    #expect(try result("evm_revert", ["0x1"], on: &rpc) == true)
    #expect(rpc.state == before)
    #expect(try result("evm_revert", ["0x1"], on: &rpc) == false, "it is used up")
    #expect(try result("evm_revert", ["0x2"], on: &rpc) == false, "and so is what came after")
  }

  @Test func theBooksCanBeAskedFor() throws {
    var rpc = rpc()
    _ = try result("eth_sendRawTransaction", [.string(Hex.encode(try Transfer().raw))], on: &rpc)
    _ = try result("evm_mine", on: &rpc)
    let books = try result("dev_books", on: &rpc)
    #expect(books["isBalanced"] == true)
    #expect(books["minted"] == "0x152d02c7e14af6800000")
    // 21,000 gas at 875,000,000 wei, and at a tip of 1 gwei.
    #expect(books["burnt"] == "0x10b643590600")
    #expect(books["tips"] == "0x1319718a5000")
  }
}
