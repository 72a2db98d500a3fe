import ActivityClient
import DevChain
import EthereumPrimitives
import HeadraceTesting
import JSONRPC
import NodeClient
import NodeClientLive
import Synchronization
import Testing
import VaultClient

@testable import SendFeature

/// The fate of a payment on a node that lies, lags and reorganises, counted in blocks.
@Suite("PaymentDelivery")
struct PaymentDeliveryTests {
  private let bench = SendBench()
  private var chain: DevChain { bench.node.chain }

  private func live() -> NodeClient { bench.live() }

  private func delivery(_ node: NodeClient? = nil, verifier: NodeClient? = nil) -> PaymentDelivery {
    bench.delivery(node, verifier: verifier)
  }

  private func progress(_ delivery: PaymentDelivery? = nil) async throws -> PaymentProgress? {
    try await bench.progress(delivery)
  }

  private func state() async throws -> PaymentState { try await bench.thePayment().state }

  // MARK: - Depth

  @Test func anEndCountsByBlocks() async throws {
    let payment = try await bench.recorded()
    #expect(try await progress() == .waitingForBlock)
    for depth in UInt64(1)...2 {
      await chain.mine()
      // The chain's own statement of finality must not end it here.
      #expect(
        try await progress(delivery(withoutFinality()))
          == .inBlock(number: 1, depth: depth, needed: 3))
      let inclusion = try #require(await bench.inclusion(of: payment.hash))
      #expect(try await state() == .included(inclusion))
    }
    await chain.mine()
    #expect(try await progress(delivery(withoutFinality())) == nil)
    let inclusion = try #require(await bench.inclusion(of: payment.hash))
    #expect(try await state() == .confirmed(inclusion))
    #expect(try await bench.thePayment().isFinal == false)
  }

  /// One node's answer does not make a block deep.
  @Test func aBlockThatANodeCallsFinalizedIsNotDeeper() async throws {
    _ = try await bench.recorded()
    #expect(try await progress() == .waitingForBlock)
    await chain.mine()
    #expect(try await live().block(at: .finalized)?.number == 1)
    #expect(try await progress() == .inBlock(number: 1, depth: 1, needed: 3))
    for _ in 2...3 { await chain.mine() }
    #expect(try await progress() == nil)
  }

  /// Returns a node that knows no finalized block, as many do not.
  private func withoutFinality() -> NodeClient {
    let live = live()
    var node = live
    node.block = { tag in
      guard tag != .finalized else {
        throw NodeError.refused(
          method: "eth_getBlockByNumber", RPCError(code: -32_000, message: "unknown block"))
      }
      return try await live.block(at: tag)
    }
    return node
  }

  @Test func aPaymentThatIsReorganisedAwayIsHandedOverAgain() async throws {
    let payment = try await bench.recorded()
    let node = withoutFinality()
    #expect(try await progress(delivery(node)) == .waitingForBlock)
    await chain.mine()
    #expect(
      try await progress(delivery(node)) == .inBlock(number: 1, depth: 1, needed: 3))
    await chain.reorganise(depth: 1, transactions: .drop)
    #expect(try await progress(delivery(node)) == .waitingForBlock)
    #expect(try await state() == .broadcast)
    #expect(await chain.state.pool[payment.hash] != nil, "the same bytes, handed over again")
    let kinds = try await bench.makeActivity().history(payment.id).map(\.kind)
    #expect(kinds.contains(.event(.reorganised())))
    for _ in 1...3 { await chain.mine() }
    #expect(try await progress(delivery(node)) == nil)
    #expect(await chain.state.ledger[SendBench.account.address].nonce == 1)
  }

  @Test func aPaymentThatMovesToAnotherBlockIsFollowedThere() async throws {
    let payment = try await bench.recorded()
    let node = withoutFinality()
    _ = try await progress(delivery(node))
    await chain.mine()
    _ = try await progress(delivery(node))
    let first = try #require(await bench.inclusion(of: payment.hash))
    await chain.reorganise(depth: 1, transactions: .mine)
    _ = try await progress(delivery(node))
    let second = try #require(await bench.inclusion(of: payment.hash))
    #expect(first.blockHash != second.blockHash)
    #expect(try await state() == .included(second))
  }

  @Test func aNonceThatOthersSpentCountsByBlocksToo() async throws {
    let payment = try await bench.recorded()
    let node = withoutFinality()
    let quote = try await SendBench.quote(SendBench.draft())
    let rival = SendBench.payment(try SendBench.draft("0.125"), quote)
    _ = try await live().sendRawTransaction(rival.current.rawTransaction)
    let refusal = NodeRefusal(
      code: -32_000, message: "replacement transaction underpriced")
    #expect(try await progress(delivery(node)) == .refused(refusal))
    for _ in 1...2 {
      await chain.mine()
      #expect(try await progress(delivery(node)) == .nonceSpent(needed: 3))
      #expect(try await state() == .broadcast)
    }
    await chain.mine()
    #expect(try await progress(delivery(node)) == nil)
    let block = await chain.state.blocks[1]
    #expect(
      try await state()
        == .replaced(NonceSpent(by: rival.hash, blockNumber: 1, blockHash: block.hash)))
    // A reorganisation returns the nonce; the end is read again, and has been reverted.
    await chain.reorganise(depth: 3, transactions: .drop)
    let (judgement, reopened) = try await delivery(node).review(try await bench.thePayment())
    #expect(judgement == .gone)
    #expect(reopened.state == .broadcast)
    #expect(reopened.id == payment.id)
  }

  // MARK: - Lies

  @Test func aForgedReceiptEndsNothing() async throws {
    let payment = try await bench.recorded()
    _ = try await progress()
    await chain.setAutomining(false)
    await chain.inject(DevChainFault(.forgedReceipt(succeeds: true)))
    #expect(
      try await progress() == .nodeInconsistent(.blockWithoutTransaction(payment.hash)))
    #expect(try await state() == .broadcast)
    #expect(try await progress() == .waitingForBlock)
  }

  /// Each lie about a payment in a block, and the detected contradiction.
  @Test(arguments: 0..<12)
  func anAnswerThatContradictsAnotherEndsNothing(lie: Int) async throws {
    let payment = try await bench.recorded()
    _ = try await progress()
    await chain.mine()
    let live = live()
    let hash = payment.hash
    var node = live
    let expected: InconsistentAnswer
    func receipt(_ change: @escaping @Sendable (inout TransactionReceipt) -> Void) {
      node.receipt = { hash in
        var receipt = try await live.receipt(hash)
        if receipt != nil { change(&receipt!) }
        return receipt
      }
    }
    func transaction(_ change: @escaping @Sendable (inout NodeTransaction) -> Void) {
      node.transaction = { hash in
        var transaction = try await live.transaction(hash)
        if transaction != nil { change(&transaction!) }
        return transaction
      }
    }
    switch lie {
    case 0:
      receipt { $0.transactionHash = .zero }
      expected = .receiptOfAnother(.zero)
    case 1:
      receipt { $0.blockHash = .zero }
      expected = .receiptInUnknownBlock(hash)
    case 2:
      receipt { $0.transactionIndex = 1 }
      expected = .blockWithoutTransaction(hash)
    case 3:
      receipt { $0.gasUsed = 21_001 }
      expected = .impossibleCost(hash)
    case 4:
      receipt { $0.effectiveGasPrice = 203 }
      expected = .impossibleCost(hash)
    case 5:
      transaction { $0.value = 1 }
      expected = .otherTransaction(hash)
    case 6:
      transaction { $0.to = .zero }
      expected = .otherTransaction(hash)
    case 7:
      transaction { $0.place = .waiting }
      expected = .otherPlace(hash)
    case 8:
      receipt { $0.gasUsed = 0 }
      expected = .impossibleCost(hash)
    case 9:
      // Less than the block's base fee.
      receipt { $0.effectiveGasPrice = 1 }
      expected = .impossibleCost(hash)
    case 10:
      // No block has arrived since the look began.
      receipt { $0.blockNumber = 1_000 }
      expected = .receiptInUnknownBlock(hash)
    default:
      node.nonce = { _, _ in 0 }
      expected = .nonceNotSpent(accountNonce: 0)
    }
    #expect(try await progress(delivery(node)) == .nodeInconsistent(expected))
    #expect(try await state() == .broadcast)
    for _ in 2...3 { await chain.mine() }
    #expect(try await progress() == nil)
  }

  @Test func aLookWhoseHeadMovesIsThrownAway() async throws {
    _ = try await bench.recorded()
    _ = try await progress()
    let live = live()
    let chain = chain
    var node = live
    node.nonce = { address, tag in
      await chain.mine()
      await chain.reorganise(depth: 1)
      return try await live.nonce(of: address, at: tag)
    }
    await chain.mine()
    node.receipt = { hash in
      await chain.reorganise(depth: 1)
      return try await live.receipt(hash)
    }
    #expect(try await progress(delivery(node)) == .chainMoving)
    #expect(try await state() == .broadcast)
  }

  @Test func aReplicaThatIsBehindUndoesNothing() async throws {
    let payment = try await bench.recorded()
    let node = withoutFinality()
    _ = try await progress(delivery(node))
    await chain.mine()
    _ = try await progress(delivery(node))
    let inclusion = try #require(await bench.inclusion(of: payment.hash))
    await chain.inject(DevChainFault(.stale(blocks: 1), count: 100))
    #expect(try await progress(delivery(node)) == .nodeBehind(head: 0, needed: 1))
    await chain.clearFaults()
    #expect(try await state() == .included(inclusion))
  }

  @Test(arguments: [
    DevChainFault.Kind.chainID(1), .addToNonce(9), .httpStatus(502, retryAfterSeconds: nil),
    .garbage, .refuse(RPCError(code: -32_005, message: "limit exceeded")), .close,
  ])
  func everyLieLeavesThePaymentOpenAndIsSurvived(kind: DevChainFault.Kind) async throws {
    _ = try await bench.recorded()
    _ = try await progress()
    await chain.inject(DevChainFault(kind, count: 1_000))
    #expect(try await progress() != nil)
    #expect(try await state() == .broadcast)
    await chain.clearFaults()
    for _ in 1...3 { await chain.mine() }
    #expect(try await progress() == nil)
  }

  /// The block in which the count rose is found, however far back it is.
  @Test(arguments: [2, 3, 7, 40, 126, 1_000])
  func aStrangersTransactionIsFoundInItsBlock(above: Int) async throws {
    let payment = try await bench.recorded()
    let activity = bench.makeActivity()
    _ = try await activity.update(payment.id, .handedOver(payment.hash))
    let quote = try await SendBench.quote(SendBench.draft())
    let rival = SendBench.payment(try SendBench.draft("0.125"), quote)
    for _ in 1...3 { await chain.mine() }
    _ = try await live().sendRawTransaction(rival.current.rawTransaction)
    for _ in 0...above { await chain.mine() }
    let block = await chain.state.blocks[4]
    #expect(try await progress() == nil)
    #expect(
      try await state()
        == .replaced(NonceSpent(by: rival.hash, blockNumber: 4, blockHash: block.hash)))
  }

  @Test func aNodeThatForgetsItsPoolIsHandedThePaymentAgain() async throws {
    let payment = try await bench.recorded()
    _ = try await progress()
    await chain.forgetPool()
    #expect(try await progress() == .waitingForBlock)
    #expect(await chain.state.pool[payment.hash] != nil)
  }

  // MARK: - Bounds

  @Test func aDeadlineEndsTheFollowingAndNotThePayment() async throws {
    let payment = try await bench.recorded()
    let news = Mutex<[PaymentProgress]>([])
    let (waiting, bell) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await delivery().deliver(payment, deadline: .milliseconds(2_500)) { heard in
        news.withLock { $0.append(heard.progress) }
        if heard.progress == .waitingForBlock { bell.finish() }
      }
    }
    // On a busy machine the task starts late.
    for await _ in waiting {}
    await bench.clock.advance()
    for milliseconds in [1_000, 1_000, 499] {
      await bench.clock.advance(by: .milliseconds(milliseconds))
    }
    #expect(try await state() == .broadcast)
    await bench.clock.advance(by: .milliseconds(1))
    let open = PaymentNews(payment: payment.taken, progress: .waitingForBlock)
    #expect(try await task.value == .stillOpen(open))
    #expect(news.withLock { $0 } == [.handingOver, .handingOver, .waitingForBlock])
  }

  // MARK: - A second node

  @Test func anEndNeedsTheSecondNodesAgreement() async throws {
    let payment = try await bench.recorded()
    _ = try await progress()
    for _ in 1...3 { await chain.mine() }
    let live = live()
    var behind = live
    behind.receipt = { _ in nil }
    behind.transaction = { _ in nil }
    behind.nonce = { _, _ in 0 }
    #expect(try await progress(delivery(verifier: behind)) == .verifierDisagreeing)
    var dead = live
    dead.chainID = { throw NodeError.down }
    #expect(try await progress(delivery(verifier: dead)) == .verifierFailing(.down))
    var other = live
    other.chainID = { 1 }
    #expect(
      try await progress(delivery(verifier: other))
        == .verifierFailing(.wrongChain(expected: SendBench.chainID, actual: 1)))
    let inclusion = try #require(await bench.inclusion(of: payment.hash))
    #expect(try await state() == .included(inclusion), "the first node's word is no end")
    #expect(try await progress(delivery(verifier: live)) == nil)
    #expect(try await state() == .confirmed(inclusion))
  }

  /// Nodes have a block before they can answer about its transactions.
  @Test func aPaymentWhoseBlockIsKnownIsNotCalledReplaced() async throws {
    let payment = try await bench.recorded()
    _ = try await progress()
    for _ in 1...3 { await chain.mine() }
    var late = live()
    late.receipt = { _ in nil }
    late.transaction = { _ in nil }
    let expected = PaymentProgress.nodeInconsistent(.receiptMissing(payment.hash))
    #expect(try await progress(delivery(late, verifier: late)) == expected)
  }

  @Test func aNonceNeedsTheSecondNodesAgreement() async throws {
    var other = live()
    other.nonce = { _, _ in 4 }
    let choice = NonceChoice(node: live(), verifier: other, activity: bench.makeActivity())
    await #expect(throws: SecondOpinion.nonce(first: 0, second: 4)) {
      try await choice.next(chainID: SendBench.chainID, from: SendBench.account.address)
    }
  }

  // MARK: - Families

  /// A transaction that another wallet added may be the one that spent the nonce.
  @Test func aTransactionAddedInTheMeantimeIsNotTakenForAStrangers() async throws {
    let payment = try await bench.recorded()
    let faster = try await bench.faster(payment)
    _ = try await live().sendRawTransaction(faster.rawTransaction)
    for _ in 1...3 { await chain.mine() }
    let activity = bench.makeActivity()
    _ = try await activity.update(payment.id, .handedOver(payment.hash))
    let stale = try await bench.thePayment()
    _ = try await activity.replace(payment.id, faster)
    let end = try await delivery().deliver(stale) { _ in }
    guard case .ended(let ended) = end, case .confirmed(let inclusion) = ended.state else {
      Issue.record("The payment came to \(end)")
      return
    }
    #expect(inclusion.transactionHash == faster.hash)
  }
}
