import Headrace
import HeadraceTesting
import TestEffort
import Testing

@testable import Cookbook

/// A microphone that takes some time to stop, in many orders.
@Suite struct ExploredVoiceMemoTests {
  private static let orderCount = Effort.schedules(500)

  /// Records one memo at a time.
  private final class Recorder: Sendable {
    private let continuation = LockIsolated<AsyncThrowingStream<Int, any Error>.Continuation?>(nil)

    func levels() -> AsyncThrowingStream<Int, any Error> {
      let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
      continuation.yield(40)
      self.continuation.setValue(continuation)
      return stream
    }

    func stop() async {
      await Task.yield()
      continuation.value?.finish()
    }
  }

  private static func makeStore() -> TestStoreOf<VoiceMemo> {
    let store = TestStore(initialState: VoiceMemo.State()) {
      VoiceMemo()
    } withDependencies: {
      let recorder = Recorder()
      $0.microphone.isAllowed = { true }
      $0.microphone.levels = { recorder.levels() }
      $0.microphone.stop = { await recorder.stop() }
    }
    store.exhaustivity = .off
    return store
  }

  @Test func aMemoThatIsKeptIsNotLost() async throws {
    try await explore(schedules: Self.orderCount) {
      let store = Self.makeStore()
      await store.send(\.view.recordButtonTapped)
      await store.skipReceivedActions(strict: false)
      guard case .recording = store.state.phase else { return await store.skipInFlightEffects() }
      await store.send(\.view.keepButtonTapped)
      await store.send(\.view.recordButtonTapped)
      await store.skipReceivedActions(strict: false)
      await store.send(\.view.discardButtonTapped)
      await store.finish()
      #expect(!store.state.peaks.isEmpty)
    }
  }

  @Test func discardedMemosDoNotStopTheNextOne() async throws {
    try await explore(schedules: Self.orderCount) {
      let store = Self.makeStore()
      await store.send(\.view.recordButtonTapped)
      await store.skipReceivedActions(strict: false)
      await store.send(\.view.discardButtonTapped)
      await store.send(\.view.recordButtonTapped)
      await store.skipReceivedActions(strict: false)
      await store.send(\.view.discardButtonTapped)
      await store.finish()
      // Nobody has kept a memo.
      #expect(store.state.peaks.isEmpty)
    }
  }
}
