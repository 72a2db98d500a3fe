import EthereumPrimitives
import EthereumTransactions
import JSONRPC
import NodeClient
import SendFeature

/// Carries questions to nodes and answers back, as far as the world's faults permit.
///
/// Unchecked: everything of one world runs on one thread.
final class WorldNetwork: @unchecked Sendable {
  private unowned let world: SendWorld
  private let nodes: [WorldNode]
  private let verifier: WorldNode
  private var random: WorldRandom
  /// All transactions that any node ever received, in order.
  private(set) var seen: [WorldTransaction] = []

  init(_ world: SendWorld) {
    self.world = world
    nodes = (0..<world.plan.chain.nodeCount).map { _ in WorldNode(world.chain) }
    verifier = WorldNode(world.chain)
    random = WorldRandom(world.plan.seed, 1)
  }

  /// Asks one of the nodes.
  func ask<Answer: Sendable>(
    _ method: String, _ isVerifier: Bool, _ process: WorldProcess,
    _ answer: @Sendable (WorldCall) throws -> Answer
  ) async throws -> Answer {
    guard await process.passes("before \(method)") else { throw CancellationError() }
    if random.chance(world.plan.chain.slowPercent) {
      try await world.clock.sleep(for: .milliseconds(random.within(10...2_000)))
    }
    let index = nodes.count == 1 ? 0 : random.below(nodes.count)
    let faults = world.faults(of: isVerifier ? FaultPlan.verifier : index) { random.chance($0) }
    let node = isVerifier ? verifier : nodes[index]
    if faults.contains(.unreachable) { throw NodeError.down }
    if faults.contains(.busy) {
      throw NodeError.refused(method: method, RPCError(code: -32_005, message: "busy"))
    }
    if faults.contains(.questionLost) { try await timeOut(method) }
    let call = WorldCall(node, faults)
    let result = Result { try answer(call) }
    guard await process.passes("after \(method)") else { throw CancellationError() }
    if faults.contains(.answerLost) { try await timeOut(method) }
    return try result.get()
  }

  private func timeOut(_ method: String) async throws {
    try await world.clock.sleep(for: .seconds(10))
    throw NodeError.timedOut(method: method, after: .seconds(10))
  }

  // MARK: - Transactions

  /// True if a node's statement about its chain a moment ago is still true.
  private var hasOneChainAtATime: Bool {
    nodes.count == 1 && world.plan.chain.slowPercent == 0
      && world.plan.faults.allSatisfy { $0.kind != .otherChain || $0.percent == 100 }
  }

  /// Hands a transaction to a node.
  func receive(
    _ raw: [UInt8], _ call: WorldCall, from process: WorldProcess
  ) throws -> Hash32 {
    let envelope = try TransactionEnvelope(decoding: raw)
    let transaction = WorldTransaction(
      hash: envelope.hash, raw: raw, transaction: envelope.transaction)
    world.log("a node is handed nonce \(transaction.nonce)")
    if !seen.contains(where: { $0.hash == transaction.hash }) { seen.append(transaction) }
    world.checkHandedOver(transaction, by: process)
    world.require(
      .noNodesWord, !call.isOtherChain || !hasOneChainAtATime,
      "handed to a node that follows another chain")
    if call.isOtherChain { throw WorldNode.refusal("invalid chain id for signer") }
    for case .refuses(let message) in call.faults { throw WorldNode.refusal(message) }
    try call.node.take(transaction, call.view)
    for case .takesAndRefuses(let message) in call.faults { throw WorldNode.refusal(message) }
    return transaction.hash
  }

  /// Makes nodes forget their pools.
  func forgetPools(of index: Int?) {
    for (number, node) in nodes.enumerated() where index == nil || index == number {
      node.forgetPool()
    }
  }

  /// Makes nodes drop mined transactions from their pools.
  func dropMined() {
    for node in nodes + [verifier] { node.dropMined() }
  }

  /// Makes nodes send all that waits in their pools to the producers of blocks.
  func gossipAll() {
    for node in nodes { for transaction in node.pool.values { world.chain.gossip(transaction) } }
  }

  /// Sends everything that was ever sent to the producers of blocks again.
  func repeatAll() {
    for transaction in seen where transaction.transaction.chainID == world.plan.chain.chainID {
      guard transaction.nonce >= world.chain.view.head.accountNonce else { continue }
      world.chain.gossip(transaction)
    }
  }
}

extension NodeError {
  static let down = NodeError.unreachable(endpoint: "http://127.0.0.1:1", reason: "refused")
}

/// One question at one node, with the faults that it has for that question.
struct WorldCall: Sendable {
  let node: WorldNode
  let faults: [FaultPlan.Kind]
  let view: WorldView

  init(_ node: WorldNode, _ faults: [FaultPlan.Kind]) {
    self.node = node
    self.faults = faults
    view = node.view(faults)
  }

  var hasForgedCode: Bool { faults.contains(.forgedCode) }

  var isOtherChain: Bool { faults.contains(.otherChain) }

  var chainID: ChainID { isOtherChain ? 5 : node.chain.plan.chainID }

  func nonce(at tag: BlockTag) -> UInt64 {
    if isOtherChain { return 7 }
    var nonce = node.nonce(at: tag, view)
    for fault in faults {
      switch fault {
      case .nonceUp(let count, let onlyPending) where !onlyPending || tag == .pending:
        nonce += UInt64(count)
      case .nonceDown(let count): nonce -= min(nonce, UInt64(count))
      default: break
      }
    }
    return nonce
  }

  /// Returns the account's balance; the other chain does not know the account.
  func balance(at tag: BlockTag) -> Wei {
    if isOtherChain { return .zero }
    return node.balance(at: tag, view)
  }

  var tip: Wei {
    var tip: UInt64 = 1_000_000_000
    for case .absurdTip(let factor) in faults { tip = tip.saturated(by: factor) }
    return Wei(tip)
  }

  var feeHistory: FeeHistory {
    var baseFee: UInt64 = 10_000_000_000
    for case .absurdBaseFee(let factor) in faults { baseFee = baseFee.saturated(by: factor) }
    return FeeHistory(
      oldestBlock: view.head.number, baseFeesPerGas: [Wei(baseFee), Wei(baseFee)],
      gasUsedRatios: [0.5], rewards: [[tip, tip, tip]])
  }

  /// Returns a block of the other chain, which never has anything of the wallet.
  private func otherBlock(_ number: UInt64) -> NodeBlock {
    NodeBlock(
      number: number, hash: Hash32(0x07, 0x04, 0xe4, number), parentHash: .zero,
      timestampSeconds: number, baseFeePerGas: 7, gasLimit: 30_000_000, gasUsed: 0,
      feeRecipient: .zero, transactionHashes: [])
  }

  func block(at tag: BlockTag) -> NodeBlock? {
    guard isOtherChain else {
      let isLie = tag == .finalized && faults.contains(.finalizedNow)
      return node.block(at: isLie ? .latest : tag, view)
    }
    switch tag {
    case .number(let number): return number <= 1_000 ? otherBlock(number) : nil
    case .latest, .pending: return otherBlock(1_000)
    case .finalized, .safe: return otherBlock(900)
    case .earliest: return otherBlock(0)
    }
  }

  func transaction(_ hash: Hash32) -> NodeTransaction? {
    if isOtherChain || faults.contains(.missingReceipt) { return nil }
    return node.transaction(hash, view)
  }

  /// Returns true if the wallet has a reason to doubt that a transaction failed. On a private chain
  /// without a second node, it has none where code ran.
  private func canBeDoubted(_ hash: Hash32) -> Bool {
    let gas = view.place(of: hash).map { $0.block.transactions[$0.index].transaction.gasLimit }
    let plan = node.chain.plan
    return gas == FeePolicy.plainGas || plan.hasVerifier || !plan.chainID.isDevelopment
  }

  func receipt(_ hash: Hash32) -> TransactionReceipt? {
    if isOtherChain || faults.contains(.missingReceipt) { return nil }
    if var receipt = node.receipt(hash, view) {
      if faults.contains(.forgedReceipt(.failure)), canBeDoubted(hash) { receipt.outcome = .failed }
      return receipt
    }
    for case .forgedReceipt(let kind) in faults { return node.forge(kind, hash, view) }
    return nil
  }
}

extension UInt64 {
  /// Returns the product with a factor, or the greatest number: several lies together exceed it.
  fileprivate func saturated(by factor: UInt64) -> UInt64 {
    let (product, overflows) = multipliedReportingOverflow(by: factor)
    return overflows ? .max : product
  }
}
