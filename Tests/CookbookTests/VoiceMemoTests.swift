import Headrace
import HeadraceTesting
import Synchronization
import Testing

@testable import Cookbook

@Suite struct VoiceMemoTests {
  private let levels = AsyncThrowingStream<Int, any Error>.makeStream()
  private let stops = Stops()

  /// Counts the stops of the microphone.
  private final class Stops: Sendable {
    let count = Mutex(0)
  }

  private func makeStore(isAllowed: Bool = true) -> TestStoreOf<VoiceMemo> {
    TestStore(initialState: VoiceMemo.State()) {
      VoiceMemo()
    } withDependencies: {
      $0.microphone.isAllowed = { isAllowed }
      $0.microphone.levels = { [levels] in levels.stream }
      $0.microphone.stop = { [levels, stops] in
        stops.count.withLock { $0 += 1 }
        levels.continuation.finish()
      }
    }
  }

  private func record(_ store: TestStoreOf<VoiceMemo>) async {
    await store.send(\.view.recordButtonTapped) { $0.phase = .asking }
    await store.receive(\.inner.permissionAnswered, true) { $0.phase = .recording(peak: 0) }
  }

  @Test func aMemoThatIsKeptHasItsLoudestLevel() async {
    let store = makeStore()
    await record(store)
    levels.continuation.yield(40)
    await store.receive(\.inner.levelMeasured, 40) { $0.phase = .recording(peak: 40) }
    levels.continuation.yield(20)
    await store.receive(\.inner.levelMeasured, 20)
    await store.send(\.view.keepButtonTapped)
    await store.receive(\.inner.ended) {
      $0.phase = .idle
      $0.peaks = [40]
    }
    await store.finish()
    #expect(stops.count.withLock { $0 } == 1)
  }

  @Test func aMemoThatIsDiscardedSaysNothingMore() async {
    let store = makeStore()
    await record(store)
    levels.continuation.yield(40)
    await store.receive(\.inner.levelMeasured, 40) { $0.phase = .recording(peak: 40) }
    await store.send(\.view.discardButtonTapped) { $0.phase = .discarding }
    levels.continuation.yield(90)
    await store.receive(\.inner.discarded) { $0.phase = .idle }
    await store.finish()
    #expect(stops.count.withLock { $0 } == 1)
  }

  @Test func withoutPermissionNothingIsRecorded() async {
    let store = makeStore(isAllowed: false)
    await store.send(\.view.recordButtonTapped) { $0.phase = .asking }
    await store.receive(\.inner.permissionAnswered, false) { $0.phase = .refused }
  }

  @Test func aBrokenMicrophoneIsAStateOfItsOwn() async {
    struct Unplugged: Error {}
    let store = makeStore()
    await record(store)
    levels.continuation.finish(throwing: Unplugged())
    await store.receive(\.inner.failed) { $0.phase = .failed }
  }
}
