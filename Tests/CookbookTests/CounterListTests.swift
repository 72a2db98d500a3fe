import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct CounterListTests {
  @Test func rowsCountAloneAndAreSummed() async {
    let store = TestStore(initialState: CounterList.State()) { CounterList() }
    await store.send(.addButtonTapped) {
      $0.rows = [CounterRow.State(id: 1)]
      $0.nextID = 2
    }
    await store.send(.addButtonTapped) {
      $0.rows.append(CounterRow.State(id: 2))
      $0.nextID = 3
    }
    await store.send(\.rows[id: 2].view.incrementButtonTapped) { $0.rows[id: 2]?.count = 1 }
    await store.send(\.rows[id: 2].view.incrementButtonTapped) { $0.rows[id: 2]?.count = 2 }
    await store.send(\.rows[id: 1].view.decrementButtonTapped) { $0.rows[id: 1]?.count = -1 }
    #expect(store.state.total == 1)
  }

  @Test func removingARowEndsItsTimerAndNoOther() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: CounterList.State(
        rows: [CounterRow.State(id: 1), CounterRow.State(id: 2)], nextID: 3)
    ) {
      CounterList()
    } withDependencies: {
      $0.continuousClock = clock
    }
    for id in 1...2 {
      await store.send(\.rows[id: id].view.automaticSwitchTapped) {
        $0.rows[id: id]?.isCounting = true
      }
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.rows[id: 1].inner.ticked) { $0.rows[id: 1]?.count = 1 }
    await store.receive(\.rows[id: 2].inner.ticked) { $0.rows[id: 2]?.count = 1 }

    await store.send(\.rows[id: 1].view.removeButtonTapped)
    await store.receive(\.rows[id: 1].delegate.removalRequested) { $0.rows.remove(id: 1) }
    await clock.advance(by: .seconds(1))
    await store.receive(\.rows[id: 2].inner.ticked) { $0.rows[id: 2]?.count = 2 }
    await store.send(\.rows[id: 2].view.automaticSwitchTapped) {
      $0.rows[id: 2]?.isCounting = false
    }
    await store.finish()
  }

  @Test func aRowKeepsItsTimerWhenTheListIsSorted() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: CounterList.State(
        rows: [CounterRow.State(id: 1), CounterRow.State(id: 2, count: 5)], nextID: 3)
    ) {
      CounterList()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.rows[id: 1].view.automaticSwitchTapped) {
      $0.rows[id: 1]?.isCounting = true
    }
    await store.send(.sortButtonTapped) {
      $0.rows = [
        CounterRow.State(id: 2, count: 5), CounterRow.State(id: 1, isCounting: true),
      ]
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.rows[id: 1].inner.ticked) { $0.rows[id: 1]?.count = 1 }
    await store.send(\.rows[id: 1].view.automaticSwitchTapped) {
      $0.rows[id: 1]?.isCounting = false
    }
  }
}
