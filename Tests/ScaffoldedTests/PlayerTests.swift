import Headrace
import HeadraceTesting
import Testing

@testable import Scaffolded

@Suite struct PlayerTests {
  @Test func closingTellsTheParent() async {
    let store = TestStore(initialState: Player.State()) {
      Player()
    }
    await store.send(\.view.closeButtonTapped)
    await store.receive(\.delegate.closed)
  }

  @Test func unfinishedActionsChangeNothing() async {
    let store = TestStore(initialState: Player.State()) {
      Player()
    }
    await store.send(\.view.playButtonTapped)
    await store.send(\.view.pauseButtonTapped)
  }
}
