import ActivityClient
import DurableFiles
import DurableFilesTesting
import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import Foundation
import Testing

@Suite struct ActivityJournalTests {
  private let bench = ActivityBench()

  @Test func paymentIsFollowedFromSignedToConfirmed() async throws {
    let client = bench.makeClient()
    let intent = PaymentIntent.sample()
    #expect(try await client.unresolved() == [])
    let recorded = try await client.record(intent)
    #expect(recorded == Payment(intent: intent, recordedAt: bench.date))
    bench.advance(milliseconds: 1_500)
    let broadcast = try await client.update(intent.id, .broadcast)
    #expect(broadcast.state == .broadcast)
    #expect(broadcast.updatedAt == bench.date)
    #expect(try await client.unresolved() == [broadcast])
    let confirmed = try await client.update(intent.id, .confirmed(.sample()))
    #expect(confirmed.state == .confirmed(.sample()))
    #expect(try await client.unresolved() == [])
    #expect(try await client.payment(intent.id) == confirmed)
    #expect(try await bench.makeClient().payments(ActivityQuery()) == [confirmed])
  }

  @Test func theSignedTransactionComesBackToTheBit() async throws {
    let intent = PaymentIntent.sample(
      DynamicFeeTransaction(
        chainID: .max, nonce: .max, maxPriorityFeePerGas: .max, maxFeePerGas: .max,
        gasLimit: GasUnits(.max), to: .bob, value: .max))
    _ = try await bench.makeClient().record(intent)
    #expect(try await bench.makeClient().unresolved().map(\.intent) == [intent])
  }

  /// Signing is deterministic: two wallets that pay the same at once sign the same bytes. The
  /// second was answered with the payment of the first, and both said that they had paid.
  @Test func theVerySamePaymentIsRecordedOnce() async throws {
    let client = bench.makeClient()
    let intent = PaymentIntent.sample()
    _ = try await client.record(intent)
    for state in [PaymentEvent.broadcast, .confirmed(.sample())] {
      let contents = bench.disk.contents(ActivityBench.path)
      for other in [client, bench.makeClient()] {
        await #expect(throws: RecordRefusal.nonceTaken(by: intent.id)) {
          try await other.record(intent)
        }
      }
      #expect(bench.disk.contents(ActivityBench.path) == contents)
      _ = try await client.update(intent.id, state)
    }
    await #expect(throws: RecordRefusal.nonceTaken(by: intent.id)) {
      try await client.record(intent)
    }
  }

  @Test func nonceIsGivenOnce() async throws {
    let client = bench.makeClient()
    let first = PaymentIntent.sample(nonce: 4)
    _ = try await client.record(first)
    for state in [PaymentEvent.broadcast, .confirmed(.sample())] {
      await #expect(throws: RecordRefusal.nonceTaken(by: first.id)) {
        try await client.record(.sample(nonce: 4, variant: 1))
      }
      _ = try await client.update(first.id, state)
    }
    await #expect(throws: RecordRefusal.nonceTaken(by: first.id)) {
      try await client.record(.sample(nonce: 4, variant: 1))
    }
    _ = try await client.record(.sample(nonce: 4, variant: 2, by: .bob))
    _ = try await client.record(.sample(nonce: 4, variant: 3, chainID: 1))
  }

  @Test func rejectedPaymentGivesItsNonceBackUnlessAnotherTookIt() async throws {
    let client = bench.makeClient()
    let first = PaymentIntent.sample(nonce: 4)
    _ = try await client.record(first)
    let rejected = PaymentEvent.failed(.rejected(code: -32_000, message: "insufficient funds"))
    _ = try await client.update(first.id, rejected)
    #expect(try await client.nextNonce(1337, .alice, 4) == 4)
    #expect(try await client.unresolved() == [])
    #expect(try await client.update(first.id, .broadcast).state == .broadcast)
    _ = try await client.update(first.id, .failed(.replaced(by: nil)))
    await #expect(throws: RecordRefusal.nonceTaken(by: first.id)) {
      try await client.record(.sample(nonce: 4, variant: 1))
    }
    let second = PaymentIntent.sample(nonce: 5)
    _ = try await client.record(second)
    _ = try await client.update(second.id, rejected)
    let third = PaymentIntent.sample(nonce: 5, variant: 1)
    _ = try await client.record(third)
    let state = PaymentState.failed(.rejected(code: -32_000, message: "insufficient funds"))
    await #expect(throws: UpdateRefusal.impossible(from: state)) {
      try await client.update(second.id, .broadcast)
    }
  }

  /// Signing is deterministic: who pays the same again after a refusal signs the same bytes. They
  /// were answered with the old refusal, and never broadcast.
  @Test func rejectedPaymentThatIsSignedAgainIsOpenAgain() async throws {
    let client = bench.makeClient()
    let intent = PaymentIntent.sample(nonce: 4)
    let first = try await client.record(intent)
    _ = try await client.record(.sample(nonce: 5))
    _ = try await client.update(
      intent.id, .failed(.rejected(code: -32_000, message: "insufficient funds")))
    bench.advance(milliseconds: 1)
    let again = try await client.record(intent)
    #expect(again == Payment(intent: intent, recordedAt: first.recordedAt, updatedAt: bench.date))
    #expect(try await client.nextNonce(1337, .alice, 4) == 6)
    let restarted = bench.makeClient()
    #expect(try await restarted.unresolved().map(\.intent.nonce) == [4, 5])
    #expect(try await restarted.payment(intent.id) == again)
  }

  @Test func rejectedPaymentThatIsSignedAgainDoesNotTakeItsNonceFromAnother() async throws {
    let client = bench.makeClient()
    let first = PaymentIntent.sample(nonce: 4)
    _ = try await client.record(first)
    _ = try await client.update(first.id, .failed(.rejected(code: -32_000, message: "busy")))
    let second = PaymentIntent.sample(nonce: 4, variant: 1)
    _ = try await client.record(second)
    await #expect(throws: RecordRefusal.nonceTaken(by: second.id)) {
      try await client.record(first)
    }
  }

  @Test func nextNonceIsTheLowestThatNobodyHas() async throws {
    let client = bench.makeClient()
    #expect(try await client.nextNonce(1337, .alice, 7) == 7)
    for nonce in [UInt64(7), 8, 10] { _ = try await client.record(.sample(nonce: nonce)) }
    #expect(try await client.nextNonce(1337, .alice, 0) == 0)
    #expect(try await client.nextNonce(1337, .alice, 7) == 9)
    #expect(try await client.nextNonce(1337, .alice, 8) == 9)
    #expect(try await client.nextNonce(1337, .alice, 10) == 11)
    #expect(try await client.nextNonce(1337, .alice, 11) == 11)
    #expect(try await client.nextNonce(1337, .bob, 7) == 7)
    #expect(try await client.nextNonce(1, .alice, 7) == 7)
  }

  /// A development chain that is started anew counts from 0 again: the next payment took the nonce
  /// after the last one, and waited for ever for those between.
  @Test(arguments: [PaymentEvent.confirmed(.sample()), .failed(.reverted(.sample()))])
  func noNonceIsGivenWhereTheNodeDoesNotKnowWhatABlockHad(end: PaymentEvent) async throws {
    let client = bench.makeClient()
    let paid = PaymentIntent.sample(nonce: 4)
    _ = try await client.record(paid)
    #expect(try await client.nextNonce(1337, .alice, 0) == 0)
    _ = try await client.update(paid.id, end)
    for count in [UInt64(0), 4] {
      await #expect(throws: RecordRefusal.chainBehind(paid.id)) {
        try await client.nextNonce(1337, .alice, count)
      }
    }
    #expect(try await client.nextNonce(1337, .alice, 5) == 5)
    #expect(try await client.nextNonce(1337, .bob, 0) == 0)
    #expect(try await client.nextNonce(1, .alice, 0) == 0)
  }

  @Test func transactionThatIsNotTheOneDescribedIsRefused() async throws {
    let client = bench.makeClient()
    func refused(_ change: (inout PaymentIntent) -> Void) -> PaymentIntent {
      var intent = PaymentIntent.sample()
      change(&intent)
      return intent
    }
    let noTransaction: [UInt8] = [2, 0xC0]
    let cases: [(PaymentField, PaymentIntent)] = [
      (.hash, refused { $0.rawTransaction.append(0) }),
      (.hash, refused { $0.hash = .zero }),
      (
        .transaction,
        refused {
          $0.rawTransaction = noTransaction
          $0.hash = Keccak256.hash(noTransaction)
        }
      ),
      (.chainID, refused { $0.chainID = 1 }),
      (.from, refused { $0.from = .bob }),
      (.to, refused { $0.to = .alice }),
      (.value, refused { $0.value = 1 }),
      (.gasLimit, refused { $0.gasLimit = 21_001 }),
      (.maxFeePerGas, refused { $0.maxFeePerGas = 1 }),
      (.maxPriorityFeePerGas, refused { $0.maxPriorityFeePerGas = 1 }),
      (.nonce, refused { $0.nonce = 1 }),
    ]
    #expect(Set(cases.map(\.0)) == Set(PaymentField.allCases))
    for (field, intent) in cases {
      await #expect(throws: RecordRefusal.mismatch(field)) { try await client.record(intent) }
    }
    #expect(bench.disk.paths == [])
  }

  @Test func callOfAContractMayDescribeWhomItPays() async throws {
    var transaction = DynamicFeeTransaction(
      chainID: 1337, nonce: 0, maxPriorityFeePerGas: 1, maxFeePerGas: 2, gasLimit: 60_000,
      to: .zero, value: 0)
    transaction.data = [0xA9, 0x05, 0x9C, 0xBB]
    var intent = PaymentIntent.sample(transaction)
    intent.to = .bob
    intent.value = 5
    #expect(try await bench.makeClient().record(intent).intent == intent)
  }

  @Test func unknownPaymentIsSaid() async throws {
    let client = bench.makeClient()
    await #expect(throws: UpdateRefusal.unknownPayment) {
      try await client.update(PaymentIntent.sample().id, .broadcast)
    }
    #expect(try await client.payment(PaymentIntent.sample().id) == nil)
  }

  @Test func paymentsArePagedThoseWithoutAnEndFirst() async throws {
    let client = bench.makeClient()
    for nonce in UInt64(0)..<25 { _ = try await client.record(.sample(nonce: nonce)) }
    _ = try await client.record(.sample(variant: 1, chainID: 1))
    _ = try await client.record(.sample(variant: 2, by: .bob))
    func nonces(_ query: ActivityQuery) async throws -> [UInt64] {
      try await client.payments(query).map(\.intent.nonce)
    }
    #expect(try await client.payments(ActivityQuery()).count == 20)
    let query = ActivityQuery(from: .alice, chainID: 1337)
    #expect(try await nonces(query) == (5..<25).reversed())
    var next = query
    next.offset = 20
    #expect(try await nonces(next) == (0..<5).reversed())
    next.offset = 25
    #expect(try await nonces(next) == [])
    // Those that have their end come behind those that have not.
    for nonce in UInt64(3)..<24 {
      _ = try await client.update(PaymentIntent.sample(nonce: nonce).id, .confirmed(.sample()))
    }
    #expect(try await nonces(query) == [24, 2, 1, 0] + (8..<24).reversed())
    next.offset = 3
    next.limit = 3
    #expect(try await nonces(next) == [0, 23, 22])
    #expect(try await nonces(ActivityQuery(from: .bob)) == [0])
    #expect(try await nonces(ActivityQuery(offset: -1, limit: -1)) == [])
  }

  @Test func lateTruthOfABlockWins() async throws {
    let client = bench.makeClient()
    let intent = PaymentIntent.sample()
    _ = try await client.record(intent)
    _ = try await client.update(intent.id, .failed(.rejected(code: -32_000, message: "busy")))
    #expect(
      try await client.update(intent.id, .confirmed(.sample(7))).state == .confirmed(.sample(7)))
    await #expect(throws: UpdateRefusal.impossible(from: .confirmed(.sample(7)))) {
      try await client.update(intent.id, .broadcast)
    }
    #expect(try await client.update(intent.id, .reorganised).state == .broadcast)
    #expect(
      try await client.update(intent.id, .confirmed(.sample(8))).state == .confirmed(.sample(8)))
  }

  @Test func whatIsNoNewsIsNotWritten() async throws {
    let client = bench.makeClient()
    let intent = PaymentIntent.sample()
    _ = try await client.record(intent)
    let events: [PaymentEvent] = [
      .failed(.rejected(code: 1, message: String(repeating: "x", count: 2_000))), .broadcast,
      .confirmed(.sample()),
    ]
    for event in events {
      let payment = try await client.update(intent.id, event)
      let contents = bench.disk.contents(ActivityBench.path)
      bench.advance(milliseconds: 1)
      #expect(try await client.update(intent.id, event) == payment)
      #expect(bench.disk.contents(ActivityBench.path) == contents)
    }
  }
}
