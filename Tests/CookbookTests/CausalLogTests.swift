import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct CausalLogTests {
  private let clock = TestClock()

  private final class Lines {
    var texts: [String] = []
  }

  private func makeStore(_ lines: Lines) -> TestStoreOf<Download> {
    let store = TestStore(initialState: Download.State()) {
      Download()
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.instruments.append(CausalLog { lines.texts.append($0) })
    return store
  }

  @Test func eachLineLeadsBackToTheHost() async {
    let lines = Lines()
    let store = makeStore(lines)
    await store.send(.startButtonTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(\.loaded, 50) { $0.percent = 50 }
    await clock.advance(by: .seconds(1))
    await store.receive(\.loaded, 100) { $0.percent = 100 }
    await store.receive(\.completed) { $0.isComplete = true }
    await store.finish()
    #expect(
      lines.texts == [
        "action 1: startButtonTapped, from the host",
        "effect 1 (download) starts, from action 1",
        "action 2: loaded, from effect 1 of action 1",
        "action 3: loaded, from effect 1 of action 1",
        "action 4: completed, from action 3",
        "effect 1 (download) ends",
      ])
  }

  @Test func aCancelledDownloadSaysSo() async {
    let lines = Lines()
    let store = makeStore(lines)
    await store.send(.startButtonTapped)
    await store.send(.cancelButtonTapped)
    await store.finish()
    #expect(
      lines.texts == [
        "action 1: startButtonTapped, from the host",
        "effect 1 (download) starts, from action 1",
        "action 2: cancelButtonTapped, from the host",
        "effect 1 (download) is cancelled",
      ])
  }
}
