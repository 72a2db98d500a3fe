import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct ReadingPositionTests {
  private let clock = TestClock()

  private func makeStore() -> TestStoreOf<ReadingPosition> {
    TestStore(initialState: ReadingPosition.State()) {
      ReadingPosition()
    } withDependencies: {
      $0.continuousClock = clock
      $0.bookmarks.save = { _ in }
    }
  }

  @Test func theFirstLineIsSavedImmediatelyAndThenTheLastOfTwoSeconds() async {
    let store = makeStore()
    await store.send(.scrolled(line: 1)) { $0.line = 1 }
    await store.receive(\.saved, 1) { $0.savedLine = 1 }
    for line in 2...50 {
      await clock.advance(by: .milliseconds(40))
      await store.send(.scrolled(line: line)) { $0.line = line }
    }
    await clock.advance(by: .milliseconds(39))
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.saved, 50) { $0.savedLine = 50 }
    await clock.advance(by: .seconds(2))
    await store.send(.scrolled(line: 51)) { $0.line = 51 }
    await store.receive(\.saved, 51) { $0.savedLine = 51 }
    await clock.advance(by: .seconds(2))
    await store.finish()
  }

  @Test func aBookThatIsRemovedSavesNothingMore() async {
    let store = makeStore()
    await store.send(.scrolled(line: 1)) { $0.line = 1 }
    await store.receive(\.saved, 1) { $0.savedLine = 1 }
    await store.send(.scrolled(line: 2)) { $0.line = 2 }
    await store.send(.bookRemoved) { $0 = ReadingPosition.State() }
    await clock.advance(by: .seconds(2))
    await store.finish()
  }
}
