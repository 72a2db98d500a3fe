import BigInt
import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import JSONRPC
import Testing

@testable import DevChain

/// The token of the chain: calls, logs, storage and proofs.
struct DevTokenTests {
  private static let recipient = Address(0x1111, 0, 0)
  private static let token: JSONValue = .string(DevToken.address.hex)

  private func result(
    _ method: String, _ params: JSONValue, on rpc: inout DevChainRPC
  ) throws -> JSONValue {
    let answer = try answer(method, params, on: &rpc)
    #expect(answer["error"] == nil, "\(method): \(answer.text)")
    return answer["result"] ?? .null
  }

  private func answer(
    _ method: String, _ params: JSONValue, on rpc: inout DevChainRPC
  ) throws -> JSONValue {
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params,
    ]
    guard case .body(let body) = rpc.answer(request.encoded, nowSeconds: 1) else { return .null }
    return try JSONValue(parsing: body)
  }

  private func data(_ signature: String, _ arguments: ABIValue...) throws -> [UInt8] {
    try ABISignature(signature).call(arguments)
  }

  private func call(_ data: [UInt8], block: JSONValue = "latest", on rpc: inout DevChainRPC) throws
    -> [UInt8]
  {
    let result = try result(
      "eth_call", [["to": Self.token, "data": .string(Hex.encode(data))], block], on: &rpc)
    return try Hex.decode(result.string ?? "")
  }

  private func balance(
    _ account: Address, block: JSONValue = "latest", on rpc: inout DevChainRPC
  ) throws -> UInt256 {
    try ERC20.balanceOf.result(
      of: call(ERC20.balanceOf.call(account), block: block, on: &rpc))
  }

  private func send(_ transfer: Transfer, on rpc: inout DevChainRPC) throws -> JSONValue {
    let hash = try result(
      "eth_sendRawTransaction", [.string(Hex.encode(try transfer.raw))], on: &rpc)
    return try result("eth_getTransactionReceipt", [hash], on: &rpc)
  }

  private static func tokens(_ amount: UInt64, gasLimit: GasUnits = 100_000) -> Transfer {
    var transfer = Transfer()
    transfer.to = DevToken.address
    transfer.value = 0
    transfer.gasLimit = gasLimit
    transfer.data = ERC20.transfer.call(recipient, UInt256(amount))
    return transfer
  }

  @Test func itSaysWhatItIs() throws {
    var rpc = DevChainRPC(state: DevChainState())
    #expect(
      try ERC20.symbol.result(of: call(data("symbol()"), on: &rpc)) == TokenText(DevToken.symbol))
    #expect(
      try ERC20.name.result(of: call(data("name()"), on: &rpc)) == TokenText(DevToken.name))
    #expect(try ERC20.decimals.result(of: call(data("decimals()"), on: &rpc)) == 18)
    #expect(try result("eth_getCode", [Self.token, "latest"], on: &rpc) == "0xfe")
    #expect(
      try balance(DevChainAccounts.addresses[0], on: &rpc).bigUInt == DevToken.genesisUnitsEach)
    let supply = try ERC20.balanceOf.result(of: call(data("totalSupply()"), on: &rpc))
    #expect(supply.bigUInt == 10 * DevToken.genesisUnitsEach)
  }

  @Test func aTransferMovesTokensAndIsLogged() throws {
    var rpc = DevChainRPC(state: DevChainState())
    let receipt = try send(Self.tokens(7), on: &rpc)
    #expect(receipt["status"] == "0x1")
    #expect(try balance(Self.recipient, on: &rpc) == UInt256(7))
    #expect(try balance(Self.recipient, block: "0x0", on: &rpc) == .zero)
    let from = DevChainAccounts.addresses[0].abiWord.hex
    let topics: JSONValue = .array([
      .string(DevToken.transferTopic.hex), .string(from), .string(Self.recipient.abiWord.hex),
    ])
    let logs = try result(
      "eth_getLogs", [["fromBlock": "earliest", "address": Self.token]], on: &rpc)
    #expect(logs.array?.count == 1)
    #expect(logs.array?.first?["topics"] == topics)
    #expect(receipt["logs"] == logs)
    let block = try result("eth_getBlockByNumber", ["latest", false], on: &rpc)
    #expect(block["logsBloom"] == receipt["logsBloom"])
    #expect(block["logsBloom"] != .string(Hex.encode(BlockHeader.emptyBloom)))
    #expect(rpc.state.books.isBalanced)
  }

  @Test(
    arguments: [
      ([DevToken.transferTopic], 1), ([DevToken.approvalTopic], 0), ([], 1),
      ([DevToken.transferTopic, Hash32.zero], 0),
    ] as [([Hash32], Int)])
  func logsAreFoundByTopics(topics: [Hash32], count: Int) throws {
    var rpc = DevChainRPC(state: DevChainState())
    _ = try send(Self.tokens(7), on: &rpc)
    let filter: JSONValue = [
      "fromBlock": "0x0", "topics": .array(topics.map { .string($0.hex) }),
    ]
    #expect(try result("eth_getLogs", [filter], on: &rpc).array?.count == count)
    let any: JSONValue = [
      "fromBlock": "0x0", "topics": [.null, .array([.string(Hash32.zero.hex)])],
    ]
    #expect(try result("eth_getLogs", [any], on: &rpc).array?.isEmpty == true)
  }

  @Test func moreThanThereIsFailsInItsBlockAndCostsItsGas() throws {
    var rpc = DevChainRPC(state: DevChainState())
    var transfer = Self.tokens(1)
    transfer.data = ERC20.transfer.call(
      Self.recipient, try #require(UInt256(DevToken.genesisUnitsEach + 1)))
    let receipt = try send(transfer, on: &rpc)
    #expect(receipt["status"] == "0x0")
    #expect(receipt["logs"] == [])
    #expect(try balance(Self.recipient, on: &rpc) == .zero)
    #expect(rpc.state.ledger[DevChainAccounts.addresses[0]].nonce == 1)
    #expect(rpc.state.books.isBalanced)
    let answer = try answer(
      "eth_estimateGas",
      [
        [
          "from": .string(DevChainAccounts.addresses[0].hex), "to": Self.token,
          "data": .string(Hex.encode(transfer.data)),
        ]
      ], on: &rpc)
    #expect(answer["error"]?["code"] == 3)
    #expect(
      answer["error"]?["message"] == "execution reverted: transfer amount exceeds balance")
    let reason = try Hex.decode(answer["error"]?["data"]?.string ?? "")
    #expect(try RevertReason(reason) == .message("transfer amount exceeds balance"))
  }

  /// Both sides of the gas that a transfer needs.
  @Test func gasThatIsTooLittleIsUsedUp() throws {
    var rpc = DevChainRPC(state: DevChainState())
    let estimate = try result(
      "eth_estimateGas",
      [
        [
          "from": .string(DevChainAccounts.addresses[0].hex), "to": Self.token,
          "data": .string(Hex.encode(Self.tokens(7).data)),
        ]
      ], on: &rpc)
    let needed = UInt64((estimate.string ?? "").dropFirst(2), radix: 16) ?? 0
    let short = try send(Self.tokens(7, gasLimit: GasUnits(needed - 1)), on: &rpc)
    #expect(short["status"] == "0x0")
    #expect(short["gasUsed"] == .quantity(needed - 1))
    var enough = Self.tokens(7, gasLimit: GasUnits(needed))
    enough.nonce = 1
    let receipt = try send(enough, on: &rpc)
    #expect(receipt["status"] == "0x1")
    #expect(receipt["gasUsed"] == .quantity(needed))
  }

  @Test func anotherSpendsWhatItIsAllowed() throws {
    var rpc = DevChainRPC(state: DevChainState())
    let (owner, spender) = (DevChainAccounts.addresses[0], DevChainAccounts.addresses[1])
    var approval = Self.tokens(0)
    approval.data = try data("approve(address,uint256)", .address(spender), .uint(UInt256(5)))
    #expect(try send(approval, on: &rpc)["status"] == "0x1")
    var spending = Self.tokens(0)
    spending.from = 1
    spending.data = try data(
      "transferFrom(address,address,uint256)", .address(owner), .address(Self.recipient),
      .uint(UInt256(3)))
    #expect(try send(spending, on: &rpc)["status"] == "0x1")
    spending.nonce = 1
    #expect(try send(spending, on: &rpc)["status"] == "0x0", "two are left")
    #expect(try balance(Self.recipient, on: &rpc) == UInt256(3))
  }

  @Test func aReorganisationTakesTokensBack() throws {
    var rpc = DevChainRPC(state: DevChainState())
    let root = rpc.state.head.header.stateRoot
    _ = try send(Self.tokens(7), on: &rpc)
    #expect(rpc.state.head.header.stateRoot != root)
    rpc.state.reorganise(depth: 1, transactions: .drop)
    #expect(rpc.state.head.header.stateRoot == root)
    #expect(try balance(Self.recipient, on: &rpc) == .zero)
  }

  /// The nodes of a proof lead from the root of the block to the proved value.
  @Test func aProofLeadsToTheValue() throws {
    var rpc = DevChainRPC(state: DevChainState())
    _ = try send(Self.tokens(7), on: &rpc)
    let slot = DevToken.balanceSlot(Self.recipient)
    let proof = try result(
      "eth_getProof", [Self.token, [.string(slot.hex)], "latest"], on: &rpc)
    let accountNodes = try (proof["accountProof"]?.array ?? []).map {
      try Hex.decode($0.string ?? "")
    }
    #expect(
      try Self.value(
        DevToken.address.bytes, accountNodes, root: rpc.state.head.header.stateRoot)
        == rpc.state.ledger[DevToken.address].trieValue)
    let stored = proof["storageProof"]?.array?.first
    #expect(stored?["value"] == "0x7")
    let storageNodes = try (stored?["proof"]?.array ?? []).map { try Hex.decode($0.string ?? "") }
    let root = try #require(Hash32(bytes: Hex.decode(proof["storageHash"]?.string ?? "")))
    #expect(try Self.value(slot.bytes, storageNodes, root: root) == [7])
    #expect(
      try result("eth_getStorageAt", [Self.token, .string(slot.hex), "latest"], on: &rpc)
        == .string(UInt256(7).bytes32.hex))
  }

  /// Follows a proof without trusting it: each node must have the hash that its parent names.
  private static func value(
    _ key: [UInt8], _ nodes: [[UInt8]], root: Hash32
  ) throws -> [UInt8]? {
    var path = Keccak256.hash(key).bytes.flatMap { [$0 >> 4, $0 & 15] }[...]
    var expected = root
    for node in nodes {
      guard Keccak256.hash(node) == expected, case .list(let items) = try RLP.decode(node) else {
        return nil
      }
      let next: RLPItem
      if items.count == 17 {
        next = items[Int(path.removeFirst())]
      } else {
        guard case .bytes(let packed) = items[0] else { return nil }
        let nibbles = packed.flatMap { [$0 >> 4, $0 & 15] }
        let own = nibbles.dropFirst(nibbles[0] & 1 == 1 ? 1 : 2)
        guard path.starts(with: own) else { return nil }
        path = path.dropFirst(own.count)
        if nibbles[0] & 2 == 2 {
          guard path.isEmpty, case .bytes(let value) = items[1] else { return nil }
          return value
        }
        next = items[1]
      }
      guard case .bytes(let bytes) = next, let hash = Hash32(bytes: bytes) else { return nil }
      expected = hash
    }
    return nil
  }

  @Test func anAccessListNamesTheSlotsOfATransfer() throws {
    var rpc = DevChainRPC(state: DevChainState())
    let from = DevChainAccounts.addresses[0]
    let list = try result(
      "eth_createAccessList",
      [
        [
          "from": .string(from.hex), "to": Self.token,
          "data": .string(Hex.encode(Self.tokens(7).data)),
        ]
      ], on: &rpc)
    #expect(
      list["accessList"] == [
        [
          "address": Self.token,
          "storageKeys": .array(
            [from, Self.recipient].map { .string(DevToken.balanceSlot($0).hex) }),
        ]
      ])
  }

  @Test func etherAndUnknownCallsAreUndone() throws {
    var rpc = DevChainRPC(state: DevChainState())
    var ether = Self.tokens(1)
    ether.value = 5
    #expect(try send(ether, on: &rpc)["status"] == "0x0")
    #expect(rpc.state.ledger[DevToken.address].balance == 0)
    let answer = try answer(
      "eth_call", [["to": Self.token, "data": "0x01020304"], "latest"], on: &rpc)
    #expect(answer["error"]?["message"] == "execution reverted: the token has no such function")
  }
}
