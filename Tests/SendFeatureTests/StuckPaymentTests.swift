import ActivityClient
import DevChain
import EthereumPrimitives
import JSONRPC
import NodeClient
import Testing

@testable import SendFeature

/// The reports about a payment that no block includes, about a forged depth, and about an alleged
/// failure.
@Suite("Stuck payments, and depth")
struct StuckPaymentTests {
  private let bench = SendBench()

  /// Returns the node, with another price of gas in its newest block.
  private func node(baseFee: Wei?) -> NodeClient {
    let live = bench.live()
    var node = live
    node.block = { tag in
      var block = try await live.block(at: tag)
      block?.baseFeePerGas = baseFee
      return block
    }
    return node
  }

  /// At the ceiling a block can include it; one wei above none can.
  @Test func aBaseFeeAboveTheCeilingIsReported() async throws {
    let payment = try await bench.recorded()
    _ = try await bench.progress()
    let ceiling = payment.current.maxFeePerGas
    let over = try ceiling.adding(1)
    #expect(try await bench.progress(bench.delivery(node(baseFee: ceiling))) == .waitingForBlock)
    #expect(try await bench.progress(bench.delivery(node(baseFee: nil))) == .waitingForBlock)
    #expect(
      try await bench.progress(bench.delivery(node(baseFee: over)))
        == .underpriced(baseFee: over, ceiling: ceiling))
    #expect(try await bench.thePayment().state == .broadcast)
  }

  /// A payment that waits for another one is not stuck by its own fee.
  @Test func aPaymentBehindAnotherWaitsForThatOne() async throws {
    _ = try await bench.recorded(nonce: 1)
    let over = Wei(1_000_000_000_000)
    #expect(
      try await bench.progress(bench.delivery(node(baseFee: over)))
        == .waitingForEarlier(accountNonce: 0))
  }

  /// Twelve blocks without the payment are long, eleven are not; a new fee restarts the count.
  @Test func blocksThatComeWithoutThePaymentAreCounted() async throws {
    let payment = try await bench.recorded()
    var machine = PaymentDeliveryMachine(
      payment.taken, policy: SendBench.deliveryPolicy, hasVerifier: false)
    func progress(at number: UInt64) -> PaymentProgress? {
      let look = ChainSnapshot(
        head: .init(number: number, hash: .zero), accountNonce: 0, isWaiting: true)
      guard case .pause(_, let progress) = machine.receive(.saw(look)) else { return nil }
      return progress
    }
    #expect(progress(at: 5) == .waitingForBlock)
    #expect(progress(at: 16) == .waitingForBlock)
    #expect(progress(at: 17) == .waitingForLong(blockCount: 12))
    // A reorganisation to a shorter chain.
    #expect(progress(at: 3) == .waitingForBlock)
    #expect(progress(at: 15) == .waitingForLong(blockCount: 12))
    var faster = payment.taken
    faster.transactions.append(try await bench.faster(payment))
    _ = machine.receive(.waited(faster))
    #expect(progress(at: 15) == .waitingForBlock)
  }

  // MARK: - Depth

  /// A replica of a longer chain names the newest block, but none of its blocks is above the
  /// payment's.
  @Test(arguments: [2, 3])
  func aLongerChainMakesNoBlockDeeper(number: UInt64) async throws {
    _ = try await deeplyRecorded()
    let live = bench.live()
    var node = live
    node.block = { tag in
      var block = try await live.block(at: tag)
      if tag == .number(number) { block?.parentHash = .zero }
      return block
    }
    #expect(
      try await bench.progress(bench.delivery(node))
        == .nodeInconsistent(.blockUponAnother(number: number)))
    node.block = { tag in
      tag == .number(number) ? nil : try await live.block(at: tag)
    }
    #expect(
      try await bench.progress(bench.delivery(node))
        == .nodeInconsistent(.blockUponAnother(number: number)))
    #expect(try await bench.progress() == nil)
  }

  /// Twelve blocks make an end final, and a replica of another chain has the last of them: the
  /// numbers alone suggested finality.
  @Test(arguments: [4, 12])
  func aLongerChainMakesNothingFinal(number: UInt64) async throws {
    _ = try await deeplyRecorded()
    for _ in 1...12 { await bench.node.chain.mine() }
    let live = bench.live()
    var node = live
    node.block = { tag in
      var block = try await live.block(at: tag)
      if tag == .number(number) { block?.parentHash = .zero }
      return block
    }
    #expect(try await bench.progress(bench.delivery(node)) == nil)
    #expect(try await !bench.thePayment().isFinal)
    let look = try await bench.delivery(node).review(try await bench.thePayment())
    #expect(look.judgement == .stands(nil))
    #expect(try await bench.delivery().review(try await bench.thePayment()).payment.isFinal)
  }

  /// The same, for a nonce that another wallet's transaction spent.
  @Test func aLongerChainMakesNoOthersTransactionFinal() async throws {
    _ = try await bench.recorded()
    let rival = SendBench.payment(
      try SendBench.draft("0.125"), try await SendBench.quote(SendBench.draft()))
    let live = bench.live()
    _ = try await live.sendRawTransaction(rival.current.rawTransaction)
    for _ in 1...14 { await bench.node.chain.mine() }
    var node = live
    node.block = { tag in
      var block = try await live.block(at: tag)
      if tag == .number(12) { block?.parentHash = .zero }
      return block
    }
    #expect(try await bench.progress(bench.delivery(node)) == nil)
    let ended = try await bench.thePayment()
    guard case .replaced = ended.state else { return }
    #expect(!ended.isFinal)
    #expect(try await !bench.delivery(node).review(ended).payment.isFinal)
    #expect(try await bench.delivery().review(ended).payment.isFinal)
  }

  // MARK: - Failures

  /// Returns a node that forges a failure, and reports this code; nil if it refuses.
  private func failing(then: [UInt8]?, now: [UInt8]?) -> NodeClient {
    let live = bench.live()
    var node = live
    node.receipt = { hash in
      var receipt = try await live.receipt(hash)
      receipt?.outcome = .failed
      return receipt
    }
    node.code = { _, tag in
      guard let code = tag == .latest ? now : then else { throw Self.forgotten }
      return code
    }
    return node
  }

  private static let forgotten = NodeError.refused(
    method: "eth_getCode", RPCError(code: -32_000, message: "missing trie node"))

  private func deeplyRecorded(gasLimit: GasUnits? = nil) async throws -> Payment {
    let payment = try await bench.recorded(gasLimit: gasLimit)
    _ = try await bench.progress()
    for _ in 1...3 { await bench.node.chain.mine() }
    return payment
  }

  /// Ether sent to an account without code arrives: nothing there can fail.
  ///
  /// A node that claims otherwise would make its owner pay again.
  @Test(arguments: [([], [0xfe]), (nil, [])] as [([UInt8]?, [UInt8])])
  func aFailureWithoutCodeIsNotFinal(then: [UInt8]?, now: [UInt8]) async throws {
    let payment = try await deeplyRecorded()
    #expect(
      try await bench.progress(bench.delivery(failing(then: then, now: now)))
        == .nodeInconsistent(.impossibleFailure(payment.hash)))
    #expect(try await bench.thePayment().state == .broadcast)
    #expect(try await bench.progress() == nil)
    #expect(try await bench.thePayment().state.inclusion?.outcome == .succeeded)
  }

  /// The signed gas limit of a payment to code.
  private static let codeGas: GasUnits = 36_000

  /// With code it is an end if the node is the payer's own, even if the node no longer knows the
  /// old state.
  ///
  /// One node's answer never makes it final.
  @Test(arguments: [[UInt8(0xfe)], nil])
  func aFailureOfCodeIsAnEndOnAChainOfOnesOwn(then: [UInt8]?) async throws {
    _ = try await deeplyRecorded(gasLimit: Self.codeGas)
    let own = bench.delivery(failing(then: then, now: [0xfe]), policy: SendBench.ownPolicy)
    #expect(try await bench.progress(own) == nil)
    guard case .reverted(let inclusion) = try await bench.thePayment().state else {
      Issue.record("The payment is \(try await bench.thePayment().state)")
      return
    }
    #expect(inclusion.blockNumber == 1)
    for _ in 1...12 { await bench.node.chain.mine() }
    let node = failing(then: [0xfe], now: [0xfe])
    let one = try await bench.delivery(node).review(try await bench.thePayment())
    #expect(one.judgement == .stands(nil) && !one.payment.isFinal)
    let both = try await bench.delivery(node, verifier: node).review(try await bench.thePayment())
    #expect(both.payment.isFinal)
  }

  /// A node that lies would make its owner pay again.
  ///
  /// If the recipient had no code at the time of signing, not even the owner's own node is believed
  /// that a plain transfer failed.
  @Test(arguments: [
    (nil, SendBench.deliveryPolicy), (nil, SendBench.ownPolicy),
    (Self.codeGas, SendBench.deliveryPolicy),
  ])
  func aFailureReportedByOneNodeIsNotFinal(gas: GasUnits?, policy: FinalityPolicy) async throws {
    let payment = try await deeplyRecorded(gasLimit: gas)
    let node = failing(then: [0xfe], now: [0xfe])
    for _ in 1...64 { await bench.node.chain.mine() }
    #expect(
      try await bench.progress(bench.delivery(node, policy: policy)) == .failureUnproved)
    var failed = try #require(await bench.inclusion(of: payment.hash))
    failed.outcome = .undone
    #expect(try await bench.thePayment().state == .included(failed))
    // A node that tells the truth ends the wait.
    #expect(try await bench.progress() == nil)
    #expect(try await bench.thePayment().state.inclusion?.outcome == .succeeded)
  }

  @Test(arguments: [nil, Self.codeGas])
  func aFailureIsAnEndByTheWordOfTwoNodes(gas: GasUnits?) async throws {
    _ = try await deeplyRecorded(gasLimit: gas)
    let node = failing(then: [0xfe], now: [0xfe])
    let live = bench.live()
    #expect(
      try await bench.progress(bench.delivery(node, verifier: live)) == .verifierDisagreeing)
    #expect(try await bench.progress(bench.delivery(node, verifier: node)) == nil)
    guard case .reverted = try await bench.thePayment().state else {
      Issue.record("The payment is \(try await bench.thePayment().state)")
      return
    }
  }

  /// Whatever nodes say about it, a cancellation in a block has the nonce.
  @Test func aCancellationThatFailedHasCancelledAllTheSame() async throws {
    var payment = try await deeplyRecorded()
    payment.transactions[0].role = .cancel
    var failed = try #require(await bench.inclusion(of: payment.hash))
    failed.outcome = .undone
    #expect(!payment.isFailure(failed))
  }

  @Test func aFailureWhoseCodeTheNodeDoesNotTellIsNotFinal() async throws {
    _ = try await deeplyRecorded()
    #expect(
      try await bench.progress(bench.delivery(failing(then: nil, now: nil)))
        == .nodeFailing(Self.forgotten))
    #expect(try await bench.thePayment().state == .broadcast)
  }

  /// Sums with the greatest number trapped.
  @Test(arguments: [UInt64.max, UInt64.max / 2])
  func anInvalidBlockNumberEndsNothing(number: UInt64) async throws {
    _ = try await deeplyRecorded()
    let live = bench.live()
    var node = live
    node.block = { tag in
      var block = try await live.block(at: tag)
      if tag == .latest { block?.number = number }
      return block
    }
    #expect(try await bench.progress(bench.delivery(node)) == .nodeInconsistent(.noHead))
    #expect(try await bench.progress() == nil)
  }

  /// Another wallet's transaction has the nonce, and a node without old state can't name it: the
  /// payment would wait for ever.
  ///
  /// A node with all state ends the wait, or a second node.
  @Test func aPrunedNodeDoesNotFindWhatSpentTheNonce() async throws {
    _ = try await bench.recorded()
    let rival = SendBench.payment(
      try SendBench.draft("0.125"), try await SendBench.quote(SendBench.draft()))
    let live = bench.live()
    _ = try await live.sendRawTransaction(rival.current.rawTransaction)
    for _ in 1...20 { await bench.node.chain.mine() }
    var pruned = live
    pruned.nonce = { address, tag in
      if case .number(let number) = tag, number < 20 { throw Self.forgotten }
      return try await live.nonce(of: address, at: tag)
    }
    #expect(try await bench.progress(bench.delivery(pruned)) == .nonceSpent(needed: 3))
    #expect(try await bench.thePayment().state == .broadcast)
    #expect(try await bench.progress() == nil)
    guard case .replaced(let spent) = try await bench.thePayment().state else {
      Issue.record("The payment is \(try await bench.thePayment().state)")
      return
    }
    #expect(spent.by == rival.hash)
  }

  // MARK: - A second node, and old ends

  /// An end that is never read again has both nodes' confirmation.
  @Test func anEndIsFinalByTheWordOfBothNodes() async throws {
    _ = try await deeplyRecorded()
    let live = bench.live()
    var behind = live
    behind.receipt = { _ in nil }
    behind.transaction = { _ in nil }
    behind.nonce = { _, _ in 0 }
    #expect(try await bench.progress() == nil)
    for _ in 1...12 { await bench.node.chain.mine() }
    let ended = try await bench.thePayment()
    #expect(!ended.isFinal)
    let one = try await bench.delivery(verifier: behind).review(ended)
    #expect(one.judgement == .unknown(.verifierDisagreeing) && !one.payment.isFinal)
    let both = try await bench.delivery(verifier: live).review(ended)
    #expect(both.payment.isFinal)
  }

  /// A node calls its newest block finalized, or knows no such block.
  @Test func finalityNeedsBothNodesWord() async throws {
    _ = try await deeplyRecorded()
    let live = bench.live()
    var early = live
    early.block = { try await live.block(at: $0 == .finalized ? .number(0) : $0) }
    var silent = live
    silent.block = { tag in
      if tag == .finalized { throw Self.forgotten }
      return try await live.block(at: tag)
    }
    for _ in 1...12 { await bench.node.chain.mine() }
    // The end counts, and is read again.
    #expect(try await bench.progress(bench.delivery(verifier: early)) == nil)
    let ended = try await bench.thePayment()
    #expect(!ended.state.isUnresolved && !ended.isFinal)
    for (first, second) in [(live, early), (early, live), (live, silent), (silent, live)] {
      let (judgement, payment) = try await bench.delivery(first, verifier: second).review(ended)
      #expect(judgement == .stands(nil) && !payment.isFinal)
    }
    #expect(try await bench.delivery(verifier: live).review(ended).payment.isFinal)
  }

  /// Two payments of an old journal have one nonce; the one that had lost it is not sent.
  @Test func aPaymentThatLostItsNonceLongAgoStaysReplaced() async throws {
    let payment = try await bench.recorded()
    let spent = NonceSpent(by: Hash32(1, 2, 3, 4), blockNumber: 0, blockHash: .zero)
    let look = ChainSnapshot(head: .init(number: 9, hash: .zero), accountNonce: 0)
    let old = payment.with(.replaced(spent))
    #expect(EndJudgement(old, look, trustsNode: false) == .stands(nil))
    var spentNow = look
    spentNow.inclusion = SendBench.inclusion
    #expect(EndJudgement(old, spentNow, trustsNode: false) == .gone, "it paid after all")
  }

  /// A chain that lost an end and is shorter than before may wait for the bytes for ever: they are
  /// sent again, and can't pay twice.
  ///
  /// Looking alone sends nothing.
  @Test func anEndAboveTheChainIsSentAgainForThoseBehindIt() async throws {
    let payment = try await deeplyRecorded()
    #expect(try await bench.progress() == nil)
    await bench.node.chain.reorganise(depth: 3, transactions: .drop)
    let ended = try await bench.thePayment()
    var node = bench.live()
    let live = node
    // The chain as it is now: below the block that had the payment.
    node.block = { tag in
      var block = try await live.block(at: tag == .latest ? .number(0) : tag)
      if case .number(let number) = tag, number > 0 { block = nil }
      return block
    }
    let looked = try await bench.delivery(node).review(ended)
    #expect(looked.judgement == .unknown(.nodeBehind(head: 0, needed: 1)))
    #expect(await bench.node.chain.state.pool[payment.hash] == nil)
    let resent = try await bench.delivery(node).review(ended, resends: true)
    #expect(resent.judgement == .unknown(.nodeBehind(head: 0, needed: 1)))
    #expect(resent.payment == ended)
    #expect(await bench.node.chain.state.pool[payment.hash] != nil)
  }
}
