import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct MeetingsTests {
  private let clock = TestClock()

  private func makeStore() -> TestStoreOf<Meetings> {
    TestStore(initialState: Meetings.State()) {
      Meetings()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  /// Starts a meeting of two speakers, with its timer running.
  private func start(_ store: TestStoreOf<Meetings>) async {
    await store.send(.startButtonTapped(speakers: ["Ada", "Grace"])) {
      $0.recording = RecordMeeting.State(speakers: ["Ada", "Grace"], secondsPerSpeaker: 2)
    }
    await store.send(\.recording.view.appeared)
  }

  private func tick(_ store: TestStoreOf<Meetings>, _ seconds: Int) async {
    await clock.advance(by: .seconds(1))
    await store.receive(\.recording.inner.ticked) { $0.recording?.secondsElapsed = seconds }
  }

  @Test func aMeetingEndsByItselfWhenItsTimeIsOver() async {
    let store = makeStore()
    await start(store)
    for second in 1...3 {
      await tick(store, second)
      #expect(store.state.recording?.speakerIndex == (second < 2 ? 0 : 1))
    }
    await tick(store, 4)
    await store.receive(\.recording.delegate.recorded, 4) {
      $0.secondsRecorded = [4]
      $0.recording = nil
    }
    await clock.advance(by: .seconds(10))
    await store.finish()
  }

  @Test func theNextSpeakerTakesOverAndAfterTheLastItEnds() async {
    let store = makeStore()
    await start(store)
    await tick(store, 1)
    await store.send(\.recording.view.nextButtonTapped) { $0.recording?.secondsElapsed = 2 }
    await tick(store, 3)
    await store.send(\.recording.view.nextButtonTapped) { $0.recording?.secondsElapsed = 4 }
    await store.receive(\.recording.delegate.recorded, 4) {
      $0.secondsRecorded = [4]
      $0.recording = nil
    }
  }

  @Test func timeStandsStillWhileTheUserIsAsked() async {
    let store = makeStore()
    await start(store)
    await tick(store, 1)
    await store.send(\.recording.view.endButtonTapped) { $0.recording?.alert = .endMeeting }
    await clock.advance(by: .seconds(1))
    await store.receive(\.recording.inner.ticked)
    await store.send(\.recording.alert.dismiss) { $0.recording?.alert = nil }
    await tick(store, 2)

    await store.send(\.recording.view.endButtonTapped) { $0.recording?.alert = .endMeeting }
    await store.send(\.recording.alert.saveConfirmed) { $0.recording?.alert = nil }
    await store.receive(\.recording.delegate.recorded, 2) {
      $0.secondsRecorded = [2]
      $0.recording = nil
    }
  }

  @Test func aDiscardedMeetingLeavesNothing() async {
    let store = makeStore()
    await start(store)
    await tick(store, 1)
    await store.send(\.recording.view.endButtonTapped) { $0.recording?.alert = .endMeeting }
    await store.send(\.recording.alert.discardConfirmed) { $0.recording?.alert = nil }
    await store.receive(\.recording.dismiss) { $0.recording = nil }
    #expect(store.state == Meetings.State())
  }

  @Test func theHostMayDismissAndAMeetingNeedsASpeaker() async {
    let store = makeStore()
    await store.send(.startButtonTapped(speakers: []))
    await start(store)
    await store.send(\.recording.dismiss) { $0.recording = nil }
    await clock.advance(by: .seconds(10))
    await store.finish()
  }
}
