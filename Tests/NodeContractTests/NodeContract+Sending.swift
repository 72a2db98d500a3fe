import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import JSONRPC
import NodeClient
import Testing

// Transactions that wait, are mined and are paid.
extension NodeContract {
  static func aTransferWaitsIsMinedAndIsPaidToTheWei(_ node: ContractNode) async throws {
    let envelope = try Dev.transfer(value: 12_345).signed(by: Dev.key(0))
    #expect(try await node.client.sendRawTransaction(envelope.encoded) == envelope.hash)
    #expect(try await node.client.receipt(envelope.hash) == nil)
    let waiting = try #require(try await node.client.transaction(envelope.hash))
    #expect(waiting.place == .waiting)
    #expect(waiting.from == Dev.accounts[0])
    #expect(waiting.maxFeePerGas == 10_000_000_000)
    #expect(waiting.maxPriorityFeePerGas == 1_000_000_000)
    #expect(try await node.client.nonce(of: Dev.accounts[0], at: .pending) == 1)
    #expect(try await node.client.nonce(of: Dev.accounts[0], at: .latest) == 0)

    try await node.mine()
    let receipt = try #require(try await node.client.receipt(envelope.hash))
    let block = try #require(try await node.client.block(at: .number(receipt.blockNumber)))
    #expect(receipt.outcome == .succeeded)
    #expect(receipt.gasUsed == 21_000)
    #expect(receipt.to == Dev.stranger)
    #expect(receipt.contractAddress == nil)
    #expect(receipt.blockHash == block.hash)
    #expect(block.transactionHashes == [envelope.hash])
    let baseFee = try #require(block.baseFeePerGas)
    #expect(receipt.effectiveGasPrice == (try baseFee.adding(1_000_000_000)))
    let mined = try #require(try await node.client.transaction(envelope.hash))
    #expect(
      mined.place
        == .inBlock(number: receipt.blockNumber, hash: receipt.blockHash, index: 0))
    #expect(mined.value == 12_345)
    let transfers = try #require(try await node.client.blockTransfers(receipt.blockNumber))
    #expect(
      transfers
        == BlockTransfers(
          number: block.number, hash: block.hash, parentHash: block.parentHash,
          timestampSeconds: block.timestampSeconds,
          transfers: [
            .init(
              hash: envelope.hash, from: Dev.accounts[0], to: Dev.stranger, value: 12_345)
          ]))
    #expect(try await node.client.blockTransfers(receipt.blockNumber + 1) == nil)

    let fee = try receipt.effectiveGasPrice.multiplied(by: receipt.gasUsed.rawValue)
    #expect(try await node.client.balance(of: Dev.stranger) == 12_345)
    #expect(
      try await node.client.balance(of: Dev.accounts[0])
        == (try Dev.funds.subtracting(12_345).subtracting(fee)))
    #expect(
      try await node.client.balance(of: Dev.accounts[0], at: .number(receipt.blockNumber - 1))
        == Dev.funds)
  }

  static func allThreeKindsOfTransactionsAreTaken(_ node: ContractNode) async throws {
    let kinds: [UnsignedTransaction] = [
      .legacy(
        LegacyTransaction(
          chainID: 31_337, nonce: 0, gasPrice: 5_000_000_000, gasLimit: 21_000,
          to: Dev.stranger, value: 1)),
      .accessList(
        AccessListTransaction(
          chainID: 31_337, nonce: 1, gasPrice: 5_000_000_000, gasLimit: 30_000,
          to: Dev.stranger, value: 2,
          accessList: [AccessListEntry(address: Dev.stranger, storageKeys: [.zero])])),
      Dev.transfer(nonce: 2, value: 3),
    ]
    for (index, kind) in kinds.enumerated() {
      let envelope = kind.signed(by: try Dev.key(1))
      _ = try await node.client.sendRawTransaction(envelope.encoded)
      let waiting = try #require(try await node.client.transaction(envelope.hash))
      #expect(waiting.type == UInt8(index))
    }
    try await node.mine()
    for (index, kind) in kinds.enumerated() {
      let hash = kind.signed(by: try Dev.key(1)).hash
      let receipt = try #require(try await node.client.receipt(hash))
      #expect(receipt.transactionIndex == UInt64(index))
      #expect(receipt.gasUsed == [21_000, 25_300, 21_000][index])
    }
    #expect(try await node.client.balance(of: Dev.stranger) == 6)
  }

  static func aGapInTheNoncesWaitsUntilItIsFilled(_ node: ContractNode) async throws {
    let later = Dev.transfer(nonce: 1).signed(by: try Dev.key(0))
    _ = try await node.client.sendRawTransaction(later.encoded)
    try await node.mine()
    #expect(try await node.client.receipt(later.hash) == nil)
    #expect(try await node.client.nonce(of: Dev.accounts[0], at: .pending) == 0)
    let first = Dev.transfer(nonce: 0).signed(by: try Dev.key(0))
    _ = try await node.client.sendRawTransaction(first.encoded)
    #expect(try await node.client.nonce(of: Dev.accounts[0], at: .pending) == 2)
    try await node.mine()
    #expect(try await node.client.receipt(first.hash)?.transactionIndex == 0)
    #expect(try await node.client.receipt(later.hash)?.transactionIndex == 1)
  }

  static func aReplacementPaysATenthMoreAndRemovesTheOldOne(_ node: ContractNode) async throws {
    let old = Dev.transfer(value: 1).signed(by: try Dev.key(0))
    _ = try await node.client.sendRawTransaction(old.encoded)
    #expect(
      try await node.refusal(of: Dev.transfer(tip: 1_099_999_999, feeCap: 11_000_000_000, value: 2))
        == "replacement transaction underpriced")
    let new = Dev.transfer(tip: 1_100_000_000, feeCap: 11_000_000_000, value: 2)
      .signed(by: try Dev.key(0))
    _ = try await node.client.sendRawTransaction(new.encoded)
    #expect(try await node.client.transaction(old.hash) == nil)
    try await node.mine()
    #expect(try await node.client.receipt(new.hash)?.outcome == .succeeded)
    #expect(try await node.client.receipt(old.hash) == nil)
    #expect(try await node.client.balance(of: Dev.stranger) == 2)
  }

  static func theHigherTipGoesFirst(_ node: ContractNode) async throws {
    for (index, tip) in [1, 3, 2].enumerated() {
      let envelope = Dev.transfer(tip: Wei(UInt64(tip))).signed(by: try Dev.key(index))
      _ = try await node.client.sendRawTransaction(envelope.encoded)
    }
    try await node.mine()
    let block = try #require(try await node.client.block(at: .latest))
    var senders: [Address] = []
    for hash in block.transactionHashes {
      senders.append(try #require(try await node.client.transaction(hash)).from)
    }
    #expect(senders == [1, 2, 0].map { Dev.accounts[$0] })
  }

  static func transactionsBelowTheBaseFeeWait(_ node: ContractNode) async throws {
    let next = try #require(
      try await node.client.feeHistory(FeeHistoryQuery(blockCount: 1)).nextBaseFeePerGas)
    let cheap = Dev.transfer(tip: 1, feeCap: try next.subtracting(1)).signed(by: try Dev.key(0))
    _ = try await node.client.sendRawTransaction(cheap.encoded)
    try await node.mine()
    #expect(try await node.client.receipt(cheap.hash) == nil)
    // The blocks are empty, so the base fee falls.
    try await node.mine()
    #expect(try await node.client.receipt(cheap.hash)?.outcome == .succeeded)
  }
}
