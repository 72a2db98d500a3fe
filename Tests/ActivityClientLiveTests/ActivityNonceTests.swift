import ActivityClient
import EthereumPrimitives
import Testing

/// The nonce of the next payment, from the node's and the journal's answers together.
@Suite struct ActivityNonceTests {
  private let client = ActivityBench().makeClient()

  private func record(_ nonces: UInt64...) async throws {
    for nonce in nonces { _ = try await client.record(Sample(nonce: nonce)) }
  }

  private func settle(_ nonce: UInt64, isFinal: Bool) async throws -> PaymentID {
    let sample = Sample(nonce: nonce)
    return try await client.update(
      sample.id, .settled(.sample(of: sample.hash), isFinal: isFinal)
    ).id
  }

  @Test func itIsTheLowestThatIsFree() async throws {
    #expect(try await client.nextNonce(7) == 7)
    try await record(7, 8, 10)
    #expect(try await client.nextNonce(7) == 9)
    #expect(try await client.nextNonce(7, 9) == 9)
    #expect(try await client.nextNonce(8, 9) == 9)
    #expect(try await client.nextNonce(10) == 11)
    #expect(try await client.nextNonce(11) == 11)
    #expect(try await client.nextNonce(7, from: .bob) == 7)
    #expect(try await client.nextNonce(7, chainID: 1) == 7)
  }

  /// The pool was forgotten: a transaction that may have been seen keeps its nonce anyway.
  @Test func aForgottenPoolFreesNothing() async throws {
    try await record(0, 1, 2)
    #expect(try await client.nextNonce(0, 0) == 3)
    #expect(try await client.nextNonce(0, 3) == 3)
  }

  // MARK: - Gaps

  /// A node that adds to its count makes a cheque that pays later.
  @Test(arguments: [(1, 1), (1, 7)] as [(UInt64, UInt64)])
  func countsThatTheJournalCannotExplainAreReportedAndAccepted(
    latestMore: UInt64, pendingMore: UInt64
  ) async throws {
    try await record(4)
    let (latest, pending) = (5 + latestMore, 5 + pendingMore)
    let report = GapReport(
      expected: 5, nonce: pending, latest: latest, pending: pending)
    #expect(report.isSpent)
    await #expect(throws: NonceRefusal.gap(report)) {
      try await client.nextNonce(latest, pending)
    }
    #expect(try await client.nextNonce(latest, pending, accepting: report) == pending)
    // Exactly the shown count is accepted.
    var other = report
    other.pending += 1
    await #expect(throws: NonceRefusal.gap(report)) {
      try await client.nextNonce(latest, pending, accepting: other)
    }
    _ = try await client.record(Sample(nonce: pending))
    #expect(try await client.nextNonce(pending + 1) == pending + 1)
  }

  @Test func unknownTransactionsThatWaitAreReportedAndAccepted() async throws {
    let fresh = GapReport(expected: 3, nonce: 5, latest: 3, pending: 5)
    #expect(!fresh.isSpent)
    await #expect(throws: NonceRefusal.gap(fresh)) { try await client.nextNonce(3, 5) }
    #expect(try await client.nextNonce(3, 5, accepting: fresh) == 5)
    try await record(3)
    let report = GapReport(expected: 4, nonce: 5, latest: 3, pending: 5)
    await #expect(throws: NonceRefusal.gap(report)) { try await client.nextNonce(3, 5) }
    try await record(5)
    let further = GapReport(expected: 4, nonce: 6, latest: 3, pending: 5)
    await #expect(throws: NonceRefusal.gap(further)) { try await client.nextNonce(3, 5) }
  }

  @Test func fewerWaitingThanSpentIsNotAnAnswer() async throws {
    await #expect(throws: NonceRefusal.inconsistent(latest: 3, pending: 2)) {
      try await client.nextNonce(3, 2)
    }
  }

  /// No payer can intend them, so none is asked: a payment behind them never pays.
  @Test func moreUnknownTransactionsThanAnAccountCanMakeAreRefused() async throws {
    let most: UInt64 = 4_294_967_295
    #expect(try await client.nextNonce(most) == most)
    await #expect(throws: NonceRefusal.implausible(count: most + 1)) {
      try await client.nextNonce(most + 1)
    }
    await #expect(throws: NonceRefusal.implausible(count: .max)) {
      try await client.nextNonce(0, .max)
    }
    try await record(4)
    let report = GapReport(
      expected: 5, nonce: most + 5, latest: most + 5, pending: most + 5)
    await #expect(throws: NonceRefusal.gap(report)) { try await client.nextNonce(most + 5) }
    await #expect(throws: NonceRefusal.implausible(count: most + 6)) {
      try await client.nextNonce(most + 6, most + 6, accepting: report)
    }
  }

  @Test func theLastNonceIsNotGiven() async throws {
    try await record(.max - 2)
    #expect(try await client.nextNonce(.max - 1) == .max - 1)
    await #expect(throws: NonceRefusal.exhausted) { try await client.nextNonce(.max) }
  }

  // MARK: - Nodes that are behind

  @Test func aNodeThatDoesNotKnowWhatBlocksSpentForGoodIsBehind() async throws {
    try await record(4)
    let id = try await settle(4, isFinal: true)
    for count in [UInt64(0), 4] {
      await #expect(throws: NonceRefusal.chainBehind(id)) { try await client.nextNonce(count) }
    }
    #expect(try await client.nextNonce(5) == 5)
    #expect(try await client.nextNonce(0, from: .bob) == 0)
    #expect(try await client.nextNonce(0, chainID: 1) == 0)
  }

  /// One forged receipt made honest nodes count as late for ever.
  @Test func anEndThatIsNotFinalMakesNoNodeBehind() async throws {
    try await record(4)
    _ = try await settle(4, isFinal: false)
    #expect(try await client.nextNonce(4) == 5)
  }
}
