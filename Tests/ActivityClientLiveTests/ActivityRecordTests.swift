import ActivityClient
import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import Foundation
import Testing

/// The payments that may be recorded, their names, and their replacements.
@Suite struct ActivityRecordTests {
  private let bench = ActivityBench()
  private let sample = Sample()

  @Test func recordsAreReadByAnotherProcess() async throws {
    let payment = try await bench.makeClient().record(sample)
    #expect(
      payment
        == Payment(
          intent: sample.intent, transactions: [sample.transaction], recordedAt: bench.date))
    let other = bench.makeClient()
    #expect(try await other.unresolved() == [payment])
    #expect(try await other.payment(.id(sample.id)) == payment)
    #expect(try await other.payment(.transaction(sample.hash)) == payment)
    #expect(
      try await other.history(sample.id)
        == [PaymentNote(date: bench.date, kind: .recorded(.original, sample.hash))])
    #expect(try await other.payment(.transaction(.zero)) == nil)
    #expect(try await other.history(PaymentID(transactionHash: .zero)) == [])
  }

  @Test func theSameTransactionIsNotRecordedTwice() async throws {
    let client = bench.makeClient()
    _ = try await client.record(sample)
    await #expect(throws: RecordRefusal.nonceTaken(by: sample.id)) {
      try await client.record(sample)
    }
  }

  @Test func aNonceIsGivenOnceWhateverBecameOfIt() async throws {
    let client = bench.makeClient()
    let first = Sample(nonce: 4)
    _ = try await client.record(first)
    let events: [PaymentEvent] = [
      .handedOver(first.hash), .refused(first.hash, NodeRefusal(code: -32_000, message: "no")),
      .included(.sample(of: first.hash)), .settled(.sample(of: first.hash), isFinal: true),
    ]
    for event in events {
      _ = try await client.update(first.id, event)
      await #expect(throws: RecordRefusal.nonceTaken(by: first.id), "after \(event)") {
        try await client.record(Sample(nonce: 4, variant: 1))
      }
    }
    _ = try await client.record(Sample(nonce: 4, variant: 2, by: .bob))
    _ = try await client.record(Sample(nonce: 4, variant: 3, chainID: 1))
  }

  @Test func aTransactionThatIsNotTheOneDescribedIsRefused() async throws {
    let client = bench.makeClient()
    func changed(_ change: (inout Sample) -> Void) -> Sample {
      var sample = sample
      change(&sample)
      return sample
    }
    let noTransaction: [UInt8] = [2, 0xC0]
    let cases: [(PaymentField, Sample)] = [
      (.hash, changed { $0.transaction.rawTransaction.append(0) }),
      (.hash, changed { $0.transaction.hash = .zero }),
      (
        .transaction,
        changed {
          $0.transaction.rawTransaction = noTransaction
          $0.transaction.hash = Keccak256.hash(noTransaction)
        }
      ),
      (.chainID, changed { $0.intent.chainID = 1 }),
      (.from, changed { $0.intent.from = .bob }),
      (.to, changed { $0.intent.to = .alice }),
      (.value, changed { $0.intent.value = 1 }),
      (.gasLimit, changed { $0.transaction.gasLimit = 21_001 }),
      (.maxFeePerGas, changed { $0.transaction.maxFeePerGas = 1 }),
      (.maxPriorityFeePerGas, changed { $0.transaction.maxPriorityFeePerGas = 1 }),
      (.nonce, changed { $0.transaction.nonce = 1 }),
      (.role, changed { $0.transaction.role = .speedUp }),
    ]
    #expect(Set(cases.map(\.0)) == Set(PaymentField.allCases))
    for (field, sample) in cases {
      await #expect(throws: RecordRefusal.mismatch(field)) { try await client.record(sample) }
    }
    #expect(try await client.payments(ActivityQuery()) == [])
  }

  @Test func aCallOfAContractMayDescribeWhomItPays() async throws {
    var transaction = DynamicFeeTransaction(
      chainID: 1337, nonce: 0, maxPriorityFeePerGas: 1, maxFeePerGas: 2, gasLimit: 60_000,
      to: .zero, value: 0)
    transaction.data = [0xA9, 0x05, 0x9C, 0xBB]
    var sample = Sample(transaction)
    sample.intent.to = .bob
    sample.intent.value = 5
    #expect(try await bench.makeClient().record(sample).intent == sample.intent)
  }

  // MARK: - Keys

  @Test func aKeyNamesOnePaymentForEver() async throws {
    let client = bench.makeClient()
    let key = try PaymentKey("rent-2026-11")
    let paid = try await client.record(Sample(key: key))
    #expect(try await client.payment(.key(key)) == paid)
    // Signed once more, with another nonce: the answer is the existing payment.
    #expect(try await client.record(Sample(nonce: 1, key: key)) == paid)
    #expect(try await client.payments(ActivityQuery()).count == 1)
    let others: [(PaymentField, Sample)] = [
      (.value, Sample(nonce: 1, variant: 9, key: key)),
      (.chainID, Sample(nonce: 1, chainID: 1, key: key)),
      (.from, Sample(nonce: 1, key: key, by: .bob)),
    ]
    for (field, other) in others {
      await #expect(throws: RecordRefusal.keyTaken(by: paid.id, field: field)) {
        try await client.record(other)
      }
    }
    _ = try await client.update(paid.id, .abandoned)
    #expect(try await client.record(Sample(nonce: 1, key: key)).state == .abandoned)
    _ = try await client.record(Sample(nonce: 1, key: try PaymentKey("rent-2026-12")))
  }

  /// The amount of everything changes with balance and fees; the request for it does not.
  @Test func everythingIsAnotherWishThanAnAmount() async throws {
    let client = bench.makeClient()
    let key = try PaymentKey("all")
    var everything = Sample(key: key)
    everything.intent.isEverything = true
    let paid = try await client.record(everything)
    #expect(try await client.payment(.key(key))?.intent.isEverything == true)
    var later = Sample(nonce: 1, variant: 9, key: key)
    later.intent.isEverything = true
    #expect(try await client.record(later) == paid)
    await #expect(throws: RecordRefusal.keyTaken(by: paid.id, field: .value)) {
      try await client.record(Sample(nonce: 1, key: key))
    }
  }

  @Test(arguments: [
    ("", PaymentKey.Refusal.empty), ("a b", .notVisibleASCII(position: 1)),
    ("é", .notVisibleASCII(position: 0)), ("a\u{7F}", .notVisibleASCII(position: 1)),
    (String(repeating: "k", count: 129), .tooLong(found: 129, max: 128)),
    ("0xrent", .looksLikeHash), ("0Xrent", .looksLikeHash),
  ])
  func aTextThatCanNotNameAPaymentIsRefused(text: String, refusal: PaymentKey.Refusal) {
    #expect(throws: refusal) { try PaymentKey(text) }
  }

  @Test(arguments: ["!", "~", "x0", String(repeating: "k", count: 128)])
  func aTextOfVisibleCharactersNamesAPayment(text: String) throws {
    #expect(try PaymentKey(text).text == text)
  }

  @Test func equalPaymentsAreFoundSinceADate() async throws {
    let client = bench.makeClient()
    let first = try await client.record(Sample(nonce: 0))
    bench.advance(milliseconds: 60_000)
    let second = try await client.record(Sample(nonce: 2, key: try PaymentKey("k")))
    _ = try await client.record(Sample(nonce: 1, variant: 1))
    _ = try await client.record(Sample(nonce: 0, by: .bob))
    #expect(try await client.equalPayments(sample.intent, first.recordedAt) == [second, first])
    #expect(try await client.equalPayments(sample.intent, second.recordedAt) == [second])
    _ = try await client.update(second.id, .abandoned)
    #expect(try await client.equalPayments(sample.intent, second.recordedAt) == [])
  }

  /// A later one would wait for ever for a nonce that no transaction uses.
  @Test func aPaymentBehindWhichAnotherWaitsIsNotAbandoned() async throws {
    let client = bench.makeClient()
    let first = try await client.record(Sample(nonce: 0))
    let second = try await client.record(Sample(nonce: 1))
    _ = try await client.record(Sample(nonce: 9, by: .bob))
    await #expect(throws: UpdateRefusal.impossible(from: .signed)) {
      try await client.update(first.id, .abandoned)
    }
    #expect(try await client.payment(.id(first.id)) == first)
    #expect(try await client.update(second.id, .abandoned).state == .abandoned)
    #expect(try await client.update(first.id, .abandoned).state == .abandoned)
  }

  // MARK: - Families

  @Test func aFamilyHasOneNonceAndIsFoundByEveryHash() async throws {
    let client = bench.makeClient()
    _ = try await client.record(sample)
    let faster = PaymentTransaction.replacement(.speedUp)
    var payment = try await client.replace(sample.id, faster)
    #expect(payment.transactions == [sample.transaction, faster])
    #expect(payment.id == sample.id)
    #expect(payment.hash == faster.hash)
    // A repetition changes nothing.
    #expect(try await client.replace(sample.id, faster) == payment)
    let cancel = PaymentTransaction.replacement(
      .cancel, fee: 36_300_000_000, tip: 1_210_000_000)
    payment = try await client.replace(sample.id, cancel)
    #expect(payment.isCancelling)
    for hash in [sample.hash, faster.hash, cancel.hash] {
      #expect(try await bench.makeClient().payment(.transaction(hash)) == payment)
    }
    await #expect(throws: ReplaceRefusal.mismatch(.role)) {
      try await client.replace(
        sample.id, .replacement(.speedUp, fee: 60_000_000_000, tip: 2_000_000_000))
    }
    #expect(try await client.unresolved() == [payment])
  }

  /// Both fees must rise by a tenth, rounded up, above the highest of the family.
  @Test(
    arguments: [
      (33_000_000_000, 1_100_000_000, true), (32_999_999_999, 1_100_000_000, false),
      (33_000_000_000, 1_099_999_999, false), (90_000_000_000, 1_099_999_999, false),
    ] as [(UInt64, UInt64, Bool)])
  func aReplacementPaysATenthMore(fee: UInt64, tip: UInt64, isTaken: Bool) async throws {
    let client = bench.makeClient()
    _ = try await client.record(sample)
    let replacement = PaymentTransaction.replacement(.cancel, fee: Wei(fee), tip: Wei(tip))
    if isTaken {
      _ = try await client.replace(sample.id, replacement)
    } else {
      await #expect(
        throws: ReplaceRefusal.feeTooLow(
          maxFeePerGas: 33_000_000_000, maxPriorityFeePerGas: 1_100_000_000)
      ) { try await client.replace(sample.id, replacement) }
    }
  }

  @Test(arguments: [(0, 1), (1, 2), (9, 10), (10, 11), (11, 13), (100, 110)] as [(Wei, Wei)])
  func aTenthIsRoundedUp(fee: Wei, raised: Wei) {
    #expect(ReplacementFee.minimum(above: fee) == raised)
  }

  @Test func thereIsNothingAboveTheGreatestFee() {
    #expect(ReplacementFee.minimum(above: .max) == nil)
  }

  @Test func aReplacementOfAnotherPaymentIsRefused() async throws {
    let client = bench.makeClient()
    _ = try await client.record(sample)
    let other = PaymentTransaction(
      DynamicFeeTransaction(
        chainID: 1337, nonce: 0, maxPriorityFeePerGas: 2_000_000_000,
        maxFeePerGas: 60_000_000_000, gasLimit: 21_000, to: .bob, value: 1), role: .speedUp)
    await #expect(throws: ReplaceRefusal.mismatch(.value)) {
      try await client.replace(sample.id, other)
    }
    await #expect(throws: ReplaceRefusal.mismatch(.nonce)) {
      try await client.replace(sample.id, .replacement(.speedUp, nonce: 1))
    }
    var paying = PaymentTransaction.replacement(.speedUp)
    paying.role = .cancel
    await #expect(throws: ReplaceRefusal.mismatch(.to)) {
      try await client.replace(sample.id, paying)
    }
    var original = PaymentTransaction.replacement(.speedUp)
    original.role = .original
    await #expect(throws: ReplaceRefusal.mismatch(.role)) {
      try await client.replace(sample.id, original)
    }
    await #expect(throws: ReplaceRefusal.unknownPayment) {
      try await client.replace(PaymentID(transactionHash: .zero), paying)
    }
    _ = try await client.update(sample.id, .included(.sample()))
    await #expect(throws: ReplaceRefusal.notOpen(.included(.sample()))) {
      try await client.replace(sample.id, .replacement(.speedUp))
    }
  }

  // MARK: - Pages

  @Test func paymentsArePagedThoseWithoutAnEndFirst() async throws {
    let client = bench.makeClient()
    for nonce in UInt64(0)..<25 { _ = try await client.record(Sample(nonce: nonce)) }
    _ = try await client.record(Sample(variant: 1, chainID: 1))
    _ = try await client.record(Sample(variant: 2, by: .bob))
    func nonces(_ query: ActivityQuery) async throws -> [UInt64] {
      try await client.payments(query).map(\.nonce)
    }
    #expect(try await client.payments(ActivityQuery()).count == 20)
    let query = ActivityQuery(from: .alice, chainID: 1337)
    #expect(try await nonces(query) == (5..<25).reversed())
    var next = query
    next.offset = 20
    #expect(try await nonces(next) == (0..<5).reversed())
    next.offset = 25
    #expect(try await nonces(next) == [])
    // Payments with an end come after those without one.
    for nonce in UInt64(3)..<24 {
      let sample = Sample(nonce: nonce)
      _ = try await client.update(
        sample.id, .settled(.sample(of: sample.hash), isFinal: false))
    }
    #expect(try await nonces(query) == [24, 2, 1, 0] + (8..<24).reversed())
    next.offset = 3
    next.limit = 3
    #expect(try await nonces(next) == [0, 23, 22])
    #expect(try await nonces(ActivityQuery(from: .bob)) == [0])
    #expect(try await nonces(ActivityQuery(offset: -1, limit: -1)) == [])
    #expect(try await nonces(ActivityQuery(limit: .max)).count == 27)
    #expect(try await client.reviewable(1337).map(\.nonce) == Array(3..<24))
    #expect(try await client.reviewable(1) == [])
  }
}
