import Headrace
import HeadraceDurable
import HeadraceTesting
import Testing

@testable import Orders

@Suite struct OrderTests {
  private let clock = TestClock()
  private let sent = SentMessages()
  private let items = [Item(product: .book, count: 2), Item(product: .pen, count: 1)]

  private func makeStore() -> TestStoreOf<Order> {
    TestStore(initialState: Order.State()) {
      Order()
    } withDependencies: {
      $0.continuousClock = clock
      $0.entityID = .order("17")
      $0.entityMessages = sent.client
    }
  }

  /// Places an order whose payment is awaited.
  private func placeOrder(_ store: TestStoreOf<Order>) async {
    await store.send(.placed(items)) {
      $0.items = items
      $0.status = .reserving
    }
    sent.expect(Stock.Action.reserve(items, for: "order/17"), to: "stock/main")
    await store.send(.reservationAnswered(isReserved: true)) { $0.status = .paying }
    sent.expect(Payment.Action.requested(cents: 40_50), to: "payment/17")
  }

  @Test func aPaidOrderIsShipped() async {
    let store = makeStore()
    await placeOrder(store)
    await store.send(.paymentAnswered(.paid(receipt: "R1"))) {
      $0.status = .shipped
      $0.receipt = "R1"
    }
    sent.expect(Stock.Action.shipped("order/17"), to: "stock/main")
    await clock.advance(by: Order.paymentTime)
    await store.send(.cancelRequested)
    await store.finish()
  }

  @Test func aRefusedPaymentReleasesTheStock() async {
    let store = makeStore()
    await placeOrder(store)
    await store.send(.paymentAnswered(.refused(reason: "no money"))) {
      $0.status = .refused
      $0.reason = "no money"
    }
    sent.expect(Stock.Action.release("order/17"), to: "stock/main")
    await store.finish()
  }

  @Test func aPaymentThatIsNotAnsweredIsCancelled() async {
    let store = makeStore()
    await placeOrder(store)
    await clock.advance(by: .seconds(29))
    await clock.advance(by: .seconds(1))
    await store.receive(.paymentTimedOut) {
      $0.status = .cancelled
      $0.reason = "the payment was not answered in time"
    }
    sent.expect(Stock.Action.release("order/17"), to: "stock/main")
    sent.expect(Payment.Action.cancelled, to: "payment/17")
    await store.send(.paymentAnswered(.paid(receipt: "R1")))
    await store.finish()
  }

  @Test func anOrderIsRefusedIfItIsSoldOut() async {
    let store = makeStore()
    await store.send(.placed(items)) {
      $0.items = items
      $0.status = .reserving
    }
    sent.expect(Stock.Action.reserve(items, for: "order/17"), to: "stock/main")
    await store.send(.reservationAnswered(isReserved: false)) {
      $0.status = .refused
      $0.reason = "sold out"
    }
    await store.finish()
  }

  @Test func whatIsReservedAfterACancellationIsReleased() async {
    let store = makeStore()
    await store.send(.placed(items)) {
      $0.items = items
      $0.status = .reserving
    }
    sent.expect(Stock.Action.reserve(items, for: "order/17"), to: "stock/main")
    await store.send(.cancelRequested) {
      $0.status = .cancelled
      $0.reason = "the customer cancelled it"
    }
    await store.send(.reservationAnswered(isReserved: true))
    sent.expect(Stock.Action.release("order/17"), to: "stock/main")
    await store.finish()
  }

  @Test func anOrderIsPlacedOnce() async {
    let store = makeStore()
    await placeOrder(store)
    await store.send(.placed([Item(product: .lamp, count: 1)]))
    await store.send(.cancelRequested) {
      $0.status = .cancelled
      $0.reason = "the customer cancelled it"
    }
    sent.expect(Stock.Action.release("order/17"), to: "stock/main")
    sent.expect(Payment.Action.cancelled, to: "payment/17")
    await store.finish()
  }
}
