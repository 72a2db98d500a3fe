import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import JSONRPC
import NodeClient
import Testing

// A node's answers about chain, accounts, blocks and fees.
extension NodeContract {
  static func theChainIdIsThatOfLocalChains(_ node: ContractNode) async throws {
    #expect(try await node.client.chainID() == 31_337)
    try await node.client.requireChain(31_337)
    await #expect(throws: NodeError.wrongChain(expected: 1, actual: 31_337)) {
      try await node.client.requireChain(1)
    }
    #expect(try await !node.client.clientVersion().isEmpty)
  }

  static func theTestAccountsAreRichAndHaveSentNothing(_ node: ContractNode) async throws {
    for account in Dev.accounts {
      #expect(try await node.client.balance(of: account) == Dev.funds)
      #expect(try await node.client.nonce(of: account, at: .latest) == 0)
      #expect(try await node.client.code(of: account, at: .latest).isEmpty)
    }
    #expect(try await node.client.balance(of: Dev.stranger) == 0)
  }

  static func miningMakesBlocksThatFollowOneAnother(_ node: ContractNode) async throws {
    let before = try await node.client.blockNumber()
    try await node.mine()
    let number = try await node.client.blockNumber()
    #expect(number == before + 1)
    let block = try #require(try await node.client.block(at: .number(number)))
    let parent = try #require(try await node.client.block(at: .number(before)))
    #expect(block.parentHash == parent.hash)
    #expect(block.timestampSeconds > parent.timestampSeconds)
    #expect(block.gasLimit >= 8_000_000)
    #expect(block.transactionHashes.isEmpty)
    #expect(try await node.client.block(at: .latest) == block)
    #expect(try await node.client.block(at: .number(number + 1)) == nil)
  }

  static func aTransferIsEstimatedAtItsBaseCost(_ node: ContractNode) async throws {
    let call = CallRequest(from: Dev.accounts[0], to: Dev.stranger, value: 1)
    #expect(try await node.client.estimateGas(call) == 21_000)
    await #expect(throws: NodeError.self) {
      try await node.client.estimateGas(
        CallRequest(from: Dev.stranger, to: Dev.accounts[0], value: 1))
    }
  }

  static func anEstimateForDataSufficesAndUsedGasIsNotAboveIt(_ node: ContractNode) async throws {
    let data = [UInt8](repeating: 7, count: 50) + [0, 0, 0]
    let gas = try await node.client.estimateGas(
      CallRequest(from: Dev.accounts[0], to: Dev.stranger, value: 0, data: data))
    let envelope = Dev.transfer(gasLimit: gas, data: data).signed(by: try Dev.key(0))
    _ = try await node.client.sendRawTransaction(envelope.encoded)
    try await node.mine()
    let receipt = try #require(try await node.client.receipt(envelope.hash))
    // 53 bytes: 50 × 4 + 3 tokens, each ten gas (EIP-7623).
    #expect(receipt.gasUsed == 23_030)
    #expect(gas >= receipt.gasUsed)
  }

  static func theFeeHistoryTellsBaseFeesAndTips(_ node: ContractNode) async throws {
    for (index, tip) in [1_000_000_000, 2_000_000_000, 3_000_000_000].enumerated() {
      let envelope = Dev.transfer(tip: Wei(UInt64(tip))).signed(by: try Dev.key(index))
      _ = try await node.client.sendRawTransaction(envelope.encoded)
    }
    try await node.mine()
    try await node.mine()
    let head = try await node.client.blockNumber()
    let history = try await node.client.feeHistory(FeeHistoryQuery(blockCount: 2))
    #expect(history.oldestBlock == head - 1)
    #expect(history.baseFeesPerGas.count == 3)
    #expect(history.gasUsedRatios.count == 2)
    #expect(history.gasUsedRatios[0] > 0)
    #expect(history.gasUsedRatios[1] == 0)
    #expect(history.rewards == [[1_000_000_000, 2_000_000_000, 3_000_000_000], [0, 0, 0]])
    #expect(history.medianReward(at: 1) == 2_000_000_000)
    for (offset, number) in (head - 1...head).enumerated() {
      let block = try #require(try await node.client.block(at: .number(number)))
      #expect(block.baseFeePerGas == history.baseFeesPerGas[offset])
    }
    try await node.mine()
    #expect(
      try await node.client.block(at: .latest)?.baseFeePerGas == history.nextBaseFeePerGas)
    #expect(try await node.client.maxPriorityFeePerGas() >= 1)
  }

  static func unknownObjectsAreNilAndUnknownMethodsAreRejected(_ node: ContractNode) async throws {
    #expect(try await node.client.transaction(Hash32(1, 2, 3, 4)) == nil)
    #expect(try await node.client.receipt(Hash32(1, 2, 3, 4)) == nil)
    await #expect(
      throws: NodeError.refused(
        method: "eth_foo",
        RPCError(code: -32_601, message: "the method eth_foo does not exist/is not available"))
    ) {
      try await node.call("eth_foo")
    }
  }
}
