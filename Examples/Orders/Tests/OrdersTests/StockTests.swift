import Headrace
import HeadraceDurable
import HeadraceTesting
import Testing

@testable import Orders

@Suite struct StockTests {
  private let sent = SentMessages()

  private func makeStore() -> TestStoreOf<Stock> {
    TestStore(initialState: Stock.State()) {
      Stock()
    } withDependencies: {
      $0.entityMessages = sent.client
    }
  }

  @Test func itemsAreReservedAndShipped() async {
    let store = makeStore()
    let items = [Item(product: .book, count: 2), Item(product: .lamp, count: 10)]
    await store.send(.reserve(items, for: "order/1")) {
      $0.free = ["book": 38, "lamp": 0, "pen": 500]
      $0.reserved = ["1": items]
    }
    sent.expect(Order.Action.reservationAnswered(isReserved: true), to: "order/1")
    await store.send(.shipped("order/1")) {
      $0.reserved = [:]
      $0.shippedCount = 1
    }
    await store.send(.shipped("order/1"))
    await store.send(.release("order/1"))
  }

  @Test func allItemsAreReservedOrNone() async {
    let store = makeStore()
    await store.send(
      .reserve([Item(product: .book, count: 2), Item(product: .lamp, count: 11)], for: "order/1"))
    sent.expect(Order.Action.reservationAnswered(isReserved: false), to: "order/1")
    await store.send(
      .reserve([Item(product: .lamp, count: 6), Item(product: .lamp, count: 5)], for: "order/2"))
    sent.expect(Order.Action.reservationAnswered(isReserved: false), to: "order/2")
  }

  @Test func releasedItemsAreFreeAgain() async {
    let store = makeStore()
    await store.send(.reserve([Item(product: .lamp, count: 10)], for: "order/1")) {
      $0.free["lamp"] = 0
      $0.reserved = ["1": [Item(product: .lamp, count: 10)]]
    }
    sent.expect(Order.Action.reservationAnswered(isReserved: true), to: "order/1")
    await store.send(.release("order/1")) {
      $0.free["lamp"] = 10
      $0.reserved = [:]
    }
  }
}
