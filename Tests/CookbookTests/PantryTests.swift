import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct PantryTests {
  private func makeStore() -> TestStoreOf<Pantry> {
    TestStore(initialState: Pantry.State()) { Pantry() }
  }

  @Test func anAmountIsChosenOnASheetThatLeavesByItself() async {
    let store = makeStore()
    await store.send(.itemTapped(name: "flour")) {
      $0.destination = .amount(AmountEditor.State(name: "flour", amount: 2))
    }
    await store.send(\.destination.amount.moreButtonTapped) {
      $0.destination?[case: \.amount]?.amount = 3
    }
    await store.send(\.destination.amount.doneButtonTapped)
    await store.receive(\.destination.amount.delegate.chosen) { $0.amounts = ["flour": 3] }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func anAmountStopsAtZero() async {
    let store = makeStore()
    await store.send(.itemTapped(name: "salt")) {
      $0.destination = .amount(AmountEditor.State(name: "salt", amount: 0))
    }
    await store.send(\.destination.amount.lessButtonTapped)
    await store.send(\.destination.amount.moreButtonTapped) {
      $0.destination?[case: \.amount]?.amount = 1
    }
    await store.send(\.destination.amount.lessButtonTapped) {
      $0.destination?[case: \.amount]?.amount = 0
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test(arguments: [true, false])
  func anItemIsRemovedOnlyWhenTheUserConfirms(isConfirmed: Bool) async {
    let store = makeStore()
    await store.send(.removeButtonTapped(name: "flour")) {
      $0.destination = .alert(.removal(name: "flour"))
    }
    if isConfirmed {
      await store.send(\.destination.alert.removalConfirmed, "flour") {
        $0.amounts = [:]
        $0.destination = nil
      }
    } else {
      await store.send(\.destination.dismiss) { $0.destination = nil }
    }
  }
}
