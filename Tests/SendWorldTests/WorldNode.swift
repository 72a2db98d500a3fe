import EthereumPrimitives
import EthereumTransactions
import JSONRPC
import NodeClient
import VaultClient

/// One node: its view of the chain, and the transactions that wait in its pool.
///
/// Unchecked: everything of one world runs on one thread.
final class WorldNode: @unchecked Sendable {
  let chain: WorldChain
  private(set) var pool: [Hash32: WorldTransaction] = [:]
  /// Its view for as long as it receives nothing new.
  private var frozen: WorldView?

  init(_ chain: WorldChain) {
    self.chain = chain
  }

  /// Returns its view, with its current faults.
  func view(_ faults: [FaultPlan.Kind]) -> WorldView {
    var view = chain.view
    if faults.contains(.frozen) {
      view = frozen ?? view
      frozen = view
    } else {
      frozen = nil
    }
    for case .behind(let count) in faults {
      view.blocks.removeLast(min(count, view.blocks.count - 1))
      view.finalized = min(view.finalized, view.head.number)
    }
    return view
  }

  func forgetPool() { pool = [:] }

  func dropMined() {
    pool = pool.filter { chain.view.places[$0.key] == nil }
  }

  // MARK: - Taking transactions

  /// Takes a transaction into the pool.
  ///
  /// - Throws: `NodeError.refused` in geth's words.
  func take(_ transaction: WorldTransaction, _ view: WorldView) throws(NodeError) {
    guard transaction.transaction.chainID == chain.plan.chainID else {
      throw Self.refusal("invalid chain id for signer")
    }
    guard pool[transaction.hash] == nil else { throw Self.refusal("already known") }
    guard transaction.nonce >= view.head.accountNonce else {
      throw Self.refusal("nonce too low")
    }
    guard transaction.isPayable(by: view.head.balance) else {
      throw Self.refusal("insufficient funds for gas * price + value")
    }
    let rivals = pool.values.filter { $0.nonce == transaction.nonce }
    guard rivals.allSatisfy({ Self.isRaise(transaction, above: $0) }) else {
      throw Self.refusal("replacement transaction underpriced")
    }
    for rival in rivals { pool[rival.hash] = nil }
    pool[transaction.hash] = transaction
    chain.gossip(transaction)
  }

  private static func isRaise(_ new: WorldTransaction, above old: WorldTransaction) -> Bool {
    isTenthMore(new.transaction.maxFeePerGas, than: old.transaction.maxFeePerGas)
      && isTenthMore(
        new.transaction.maxPriorityFeePerGas, than: old.transaction.maxPriorityFeePerGas)
  }

  private static func isTenthMore(_ new: Wei, than old: Wei) -> Bool {
    do {
      return try new.multiplied(by: 10) >= old.multiplied(by: 11)
    } catch {
      return false
    }
  }

  static func refusal(_ message: String) -> NodeError {
    .refused(method: "eth_sendRawTransaction", RPCError(code: -32_000, message: message))
  }

  // MARK: - Answering

  func nonce(at tag: BlockTag, _ view: WorldView) -> UInt64 {
    switch tag {
    case .number(let number): return view.block(number)?.accountNonce ?? 0
    case .finalized, .safe: return view.block(view.finalized)?.accountNonce ?? 0
    case .earliest: return 0
    case .latest: return view.head.accountNonce
    case .pending:
      var nonce = view.head.accountNonce
      let waiting = Set(pool.values.map(\.nonce))
      while waiting.contains(nonce) { nonce += 1 }
      return nonce
    }
  }

  func balance(at tag: BlockTag, _ view: WorldView) -> Wei {
    guard case .number(let number) = tag else { return view.head.balance }
    return view.block(number)?.balance ?? .zero
  }

  func block(at tag: BlockTag, _ view: WorldView) -> NodeBlock? {
    switch tag {
    case .number(let number): view.block(number).map(Self.answer)
    case .finalized, .safe: view.block(view.finalized).map(Self.answer)
    case .earliest: view.block(0).map(Self.answer)
    case .latest, .pending: Self.answer(view.head)
    }
  }

  private static func answer(_ block: WorldBlock) -> NodeBlock {
    NodeBlock(
      number: block.number, hash: block.hash, parentHash: block.parentHash,
      timestampSeconds: block.number, baseFeePerGas: block.baseFee, gasLimit: 30_000_000,
      gasUsed: 21_000, feeRecipient: .zero, transactionHashes: block.transactions.map(\.hash))
  }

  func transaction(_ hash: Hash32, _ view: WorldView) -> NodeTransaction? {
    if let (block, index) = view.place(of: hash) {
      return Self.answer(
        block.transactions[index],
        .inBlock(number: block.number, hash: block.hash, index: UInt64(index)))
    }
    return pool[hash].map { Self.answer($0, .waiting) }
  }

  private static func answer(
    _ known: WorldTransaction, _ place: NodeTransaction.Place
  ) -> NodeTransaction {
    let transaction = known.transaction
    return NodeTransaction(
      hash: known.hash, type: 2, from: WorldPeople.account.address, to: transaction.to,
      nonce: transaction.nonce, value: transaction.value, gasLimit: transaction.gasLimit,
      maxFeePerGas: transaction.maxFeePerGas,
      maxPriorityFeePerGas: transaction.maxPriorityFeePerGas, data: transaction.data, place: place,
      signedChainID: transaction.chainID)
  }

  func receipt(_ hash: Hash32, _ view: WorldView) -> TransactionReceipt? {
    guard let (block, index) = view.place(of: hash) else { return nil }
    return Self.receipt(
      of: hash, to: block.transactions[index].transaction.to, number: block.number,
      blockHash: block.hash, index: index)
  }

  private static func receipt(
    of hash: Hash32, to: Address?, number: UInt64, blockHash: Hash32, index: Int
  ) -> TransactionReceipt {
    TransactionReceipt(
      transactionHash: hash, transactionIndex: UInt64(index), blockHash: blockHash,
      blockNumber: number, from: WorldPeople.account.address, to: to, gasUsed: 21_000,
      effectiveGasPrice: WorldChain.baseFee, outcome: .succeeded)
  }

  /// Returns a receipt of a transaction that is in no block.
  func forge(
    _ kind: FaultPlan.ForgedReceipt, _ hash: Hash32, _ view: WorldView
  ) -> TransactionReceipt? {
    // A node that is late in several ways knows the first block alone.
    let last = view.blocks.count - 1
    let block = view.blocks[max(min(1, last), last - 13)]
    let (number, blockHash) = (block.number, block.hash)
    switch kind {
    case .unknownBlock:
      return Self.receipt(
        of: hash, to: nil, number: number, blockHash: Hash32(0xf0, 0x46, 0xed, number), index: 0)
    case .blockWithoutIt:
      return Self.receipt(of: hash, to: nil, number: number, blockHash: blockHash, index: 0)
    case .ofAnother:
      let other = Hash32(0x07, 0x0e, 0x4, number)
      return Self.receipt(of: other, to: nil, number: number, blockHash: blockHash, index: 0)
    case .failure:
      return nil
    }
  }
}
