import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct RefusingTests {
  private let clock = TestClock()

  private func makeStore(isOwner: Bool) -> TestStoreOf<SharedNote> {
    TestStore(initialState: SharedNote.State(isOwner: isOwner)) {
      SharedNote()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func aReaderChangesNothingAndStartsNothing() async {
    let store = makeStore(isOwner: false)
    await store.send(\.edit.textChanged, "mine")
    await store.send(\.edit.deletionRequested, 1)
    await store.send(.closed)
  }

  @Test func theOwnersActionsPassAndChildrenOfTheWrappedReducerEndWithTheirState() async {
    let store = makeStore(isOwner: true)
    await store.send(\.edit.textChanged, "mine") { $0.text = "mine" }
    await store.send(\.edit.deletionRequested, 2) {
      $0.countdown = Countdown.State(id: 1, name: "deletion", minutesLeft: 2)
    }
    await store.receive(\.countdown.started)
    await clock.advance(by: .seconds(60))
    await store.receive(\.countdown.minutePassed) { $0.countdown?.minutesLeft = 1 }
    await store.send(.closed) { $0.countdown = nil }
    await clock.advance(by: .seconds(60))
    await store.finish()
  }
}
