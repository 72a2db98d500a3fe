import Headrace
import HeadraceDurable
import HeadraceTesting
import Synchronization
import Testing

@testable import Orders

@Suite struct PaymentTests {
  private let sent = SentMessages()
  private let clock = TestClock()

  private func makeStore(
    pay: @escaping @Sendable (Int, String) async throws -> Payment.Answer,
    refund: @escaping @Sendable (String) async throws -> Void = { _ in }
  ) -> TestStoreOf<Payment> {
    TestStore(initialState: Payment.State()) {
      Payment()
    } withDependencies: {
      $0.bank = Bank(pay: pay, refund: refund)
      $0.continuousClock = clock
      $0.effectKey = "payment/17#1"
      $0.entityID = "payment/17"
      $0.entityMessages = sent.client
    }
  }

  private func request(_ store: TestStoreOf<Payment>) async {
    await store.send(.requested(cents: 500)) {
      $0.status = .asking
      $0.cents = 500
    }
  }

  @Test func theOrderIsToldOfAPayment() async {
    let store = makeStore { cents, key in .paid(receipt: "\(cents) \(key)") }
    await request(store)
    let answer = Payment.Answer.paid(receipt: "500 payment/17#1")
    await store.receive(.bankAnswered(answer, key: "payment/17#1")) {
      $0.status = .paid
      $0.key = "payment/17#1"
    }
    sent.expect(Order.Action.paymentAnswered(answer), to: "order/17")
    await store.send(.requested(cents: 700))
    await store.finish()
  }

  @Test func theOrderIsToldOfARefusal() async {
    let store = makeStore { _, _ in .refused(reason: "no money") }
    await request(store)
    await store.receive(.bankAnswered(.refused(reason: "no money"), key: "payment/17#1")) {
      $0.status = .refused
      $0.key = "payment/17#1"
    }
    sent.expect(Order.Action.paymentAnswered(.refused(reason: "no money")), to: "order/17")
    await store.finish()
  }

  @Test func theBankIsAskedUntilItAnswers() async {
    let tries = Mutex(0)
    let store = makeStore { _, _ in
      let count = tries.withLock { tries in
        tries += 1
        return tries
      }
      if count < 3 { throw Unreachable() }
      return .paid(receipt: "R\(count)")
    }
    await request(store)
    await clock.advance(by: .seconds(1))
    await clock.advance(by: .seconds(1))
    await store.receive(.bankAnswered(.paid(receipt: "R3"), key: "payment/17#1")) {
      $0.status = .paid
      $0.key = "payment/17#1"
    }
    sent.expect(Order.Action.paymentAnswered(.paid(receipt: "R3")), to: "order/17")
    await store.finish()
  }

  @Test func aPaymentThatWasCancelledIsRefunded() async {
    let store = makeStore(
      pay: { _, _ in
        try await clock.sleep(for: .seconds(40))
        return .paid(receipt: "R1")
      },
      refund: { #expect($0 == "payment/17#1") })
    await request(store)
    await store.send(.cancelled) { $0.isCancelled = true }
    await clock.advance(by: .seconds(40))
    await store.receive(.bankAnswered(.paid(receipt: "R1"), key: "payment/17#1")) {
      $0.status = .paid
      $0.key = "payment/17#1"
    }
    await store.receive(.refunded) { $0.status = .refunded }
    await store.finish()
  }

  @Test func anAnsweredPaymentIsRefundedWhenItIsCancelled() async {
    let store = makeStore(pay: { _, _ in .paid(receipt: "R1") })
    await request(store)
    await store.receive(.bankAnswered(.paid(receipt: "R1"), key: "payment/17#1")) {
      $0.status = .paid
      $0.key = "payment/17#1"
    }
    sent.expect(Order.Action.paymentAnswered(.paid(receipt: "R1")), to: "order/17")
    await store.send(.cancelled) { $0.isCancelled = true }
    await store.receive(.refunded) { $0.status = .refunded }
    await store.finish()
  }
}

private struct Unreachable: Error {}
