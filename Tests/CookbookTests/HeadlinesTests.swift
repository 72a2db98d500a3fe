import Headrace
import HeadraceTesting
import Synchronization
import Testing

@testable import Cookbook

@Suite struct HeadlinesTests {
  private let clock = TestClock()

  /// Returns a desk that fails some times before it answers.
  private func makeStore(failureCount: Int) -> TestStoreOf<Headlines> {
    struct Overload: Error {}
    let failures = Failures(left: failureCount)
    return TestStore(initialState: Headlines.State(titles: ["old"])) {
      Headlines()
    } withDependencies: {
      $0.continuousClock = clock
      $0.newsDesk.headlines = {
        if failures.takeOne() { throw Overload() }
        return ["new"]
      }
    }
  }

  private nonisolated final class Failures: Sendable {
    private let left: Mutex<Int>

    init(left: Int) { self.left = Mutex(left) }

    func takeOne() -> Bool {
      left.withLock {
        $0 -= 1
        return $0 >= 0
      }
    }
  }

  @Test func theHostWaitsUntilTheTitlesAreThere() async {
    let store = makeStore(failureCount: 0)
    let refresh = await store.send(\.view.pulledDown) {
      $0.phase = .refreshing(failedAttemptCount: 0)
    }
    await store.receive(\.inner.loaded) { $0 = Headlines.State(titles: ["new"]) }
    await refresh.finish()
  }

  @Test func twoFailuresAreRetriedEachAfterALongerTime() async {
    let store = makeStore(failureCount: 2)
    await store.send(\.view.pulledDown) { $0.phase = .refreshing(failedAttemptCount: 0) }
    await store.receive(\.inner.attemptFailed, 1) {
      $0.phase = .refreshing(failedAttemptCount: 1)
    }
    await clock.advance(by: .milliseconds(1_999))
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.inner.attemptFailed, 2) {
      $0.phase = .refreshing(failedAttemptCount: 2)
    }
    await clock.advance(by: .seconds(4))
    await store.receive(\.inner.loaded) { $0 = Headlines.State(titles: ["new"]) }
  }

  @Test func theThirdFailureIsTheLastAndTheOldTitlesStay() async {
    let store = makeStore(failureCount: 3)
    await store.send(\.view.pulledDown) { $0.phase = .refreshing(failedAttemptCount: 0) }
    await store.receive(\.inner.attemptFailed, 1) {
      $0.phase = .refreshing(failedAttemptCount: 1)
    }
    await clock.advance(by: .seconds(2))
    await store.receive(\.inner.attemptFailed, 2) {
      $0.phase = .refreshing(failedAttemptCount: 2)
    }
    await clock.advance(by: .seconds(4))
    await store.receive(\.inner.failed) { $0 = Headlines.State(titles: ["old"], phase: .failed) }
  }

  @Test func cancellingEndsTheRetries() async {
    let store = makeStore(failureCount: 1)
    let refresh = await store.send(\.view.pulledDown) {
      $0.phase = .refreshing(failedAttemptCount: 0)
    }
    await store.receive(\.inner.attemptFailed, 1) {
      $0.phase = .refreshing(failedAttemptCount: 1)
    }
    await store.send(\.view.cancelButtonTapped) { $0.phase = .idle }
    await refresh.finish()
    await clock.advance(by: .seconds(10))
    await store.finish()
  }
}
