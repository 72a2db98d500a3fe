import BigInt
import DevChain
import DurableFiles
import DurableFilesTesting
import EthereumPrimitives
import EthereumTransactions
import JSONRPC
import Testing

/// A chain that outlives its process.
struct SavedChainTests {
  /// A chain with payments, tokens, a reorganisation, and something that waits.
  private static func chain() throws -> DevChainState {
    var chain = DevChainState(
      DevChainConfiguration(chainID: 31_337, blockGasLimit: 1_000_000, isAutomining: false))
    var transfer = Transfer()
    transfer.to = DevToken.address
    transfer.value = 0
    transfer.gasLimit = 100_000
    transfer.data = ERC20.transfer.call(Address(0x1111, 0, 0), UInt256(7))
    _ = try chain.submit(raw: Transfer().with { $0.from = 1 }.raw, nowSeconds: 1)
    _ = try chain.submit(raw: transfer.raw, nowSeconds: 1)
    chain.mine(nowSeconds: 5)
    chain.mine(nowSeconds: 9)
    chain.reorganise(depth: 1, transactions: .mine)
    chain.advanceTime(bySeconds: 60)
    _ = try chain.submit(raw: Transfer().with { $0.from = 2 }.raw, nowSeconds: 1)
    return chain
  }

  @Test func aSavedChainIsTheSameChain() throws {
    let chain = try Self.chain()
    let read = try DevChainState(saved: JSONValue(parsing: chain.saved.encoded))
    #expect(read.blocks == chain.blocks)
    #expect(read.ledger == chain.ledger)
    #expect(read.saved == chain.saved)
    #expect(read.mark == chain.mark)
    #expect(read.books == chain.books)
    // Both go on alike.
    var (one, other) = (chain, read)
    one.mine(nowSeconds: 100)
    other.mine(nowSeconds: 100)
    #expect(one.head == other.head)
    #expect(one.head.transactions.count == 1)
  }

  /// What was changed by hand, or by a disk, is not taken for the chain.
  @Test func aBlockThatDoesNotFollowIsRefused() throws {
    let saved = try Self.chain().saved
    var object = try #require(saved.object)
    var blocks = try #require(object["blocks"]?.array)
    var block = try #require(blocks[0].object)
    block["timestamp"] = "0x6"
    blocks[0] = .object(block)
    object["blocks"] = .array(blocks)
    #expect(throws: SavedChainError.damaged(blockNumber: 1)) {
      try DevChainState(saved: .object(object))
    }
    // A balance that was not there does not reach the books either.
    object = try #require(saved.object)
    object["balances"] = [:]
    #expect(throws: SavedChainError.damaged(blockNumber: 1)) {
      try DevChainState(saved: .object(object))
    }
    object = try #require(saved.object)
    object["version"] = 2
    #expect(throws: SavedChainError.unsupportedVersion(2)) {
      try DevChainState(saved: .object(object))
    }
    for name in saved.object?.keys.sorted() ?? [] where !["blocks", "pool"].contains(name) {
      object = try #require(saved.object)
      object[name] = nil
      #expect(throws: SavedChainError.notAChain, "without \(name)") {
        try DevChainState(saved: .object(object))
      }
    }
  }

  @Test func theFileIsReplacedOnlyWhenTheChainHasChanged() async throws {
    let disk = SimulatedDisk()
    let file = DevChainFile(path: "/home/chain.json", files: disk.files)
    #expect(try file.load() == nil)
    let chain = DevChain()
    var saver = DevChainSaver(chain: chain, file: file)
    try await saver.save()
    let first = try #require(try file.load())
    #expect(first == (await chain.state))
    let steps = disk.stepCount
    try await saver.save()
    #expect(disk.stepCount == steps, "nothing has changed, so nothing is written")
    await chain.mine()
    try await saver.save()
    #expect(disk.stepCount > steps)
    let second = try #require(try file.load())
    #expect(second.head == (await chain.state.head))
  }
}
