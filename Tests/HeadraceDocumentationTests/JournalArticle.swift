import Foundation
import Headrace
import HeadraceInspector
import HeadraceJournal
import HeadraceTesting
import Testing

@Reducer
struct LapCounter {
  struct State: Codable, Equatable { var laps = 0 }
  enum Action: Codable { case lapPassed }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.laps += 1
    return .none
  }
}

enum Lock {
  enum Action: Codable {
    case passcodeChanged(Redacted<String>)  // nil when it is read back
  }
}

actor InspectedHost {
  func run() async throws {
    let store = Store(initialState: Counter.State()) { Counter() }
    #if DEBUG
      try await Inspector.serve(store)
    #endif
    while !Task.isCancelled {
      await store.send(.startButtonTapped).finish()
    }
  }
}

@MainActor
struct JournalArticleTests {
  @Test func statesAreFoundAgain() async throws {
    try await withDependencies {
      $0.continuousClock = ImmediateClock()
    } operation: {
      let store = Store(initialState: Counter.State()) { Counter() }
      let recorder = JournalRecorder(store)
      await store.send(.startButtonTapped).finish()
      if let journal = recorder.journal {
        let replay = Replay(journal) { Counter() }
        print(try replay.state(after: 2).count)  // 1: the tap, and one tick
        print(try replay.state(after: 4).count)  // 3
      }
      let journal = try #require(recorder.journal)
      let replay = Replay(journal) { Counter() }
      #expect(try [2, 4].map { try replay.state(after: $0).count } == [1, 3])
    }
  }

  @Test func anOldRecordingReplays() async throws {
    let recording = FileManager.default.temporaryDirectory
      .appending(path: "headrace-laps-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: recording) }
    do {
      let store = Store(initialState: LapCounter.State()) { LapCounter() }
      let recorder = try JournalRecorder(store, file: recording)
      store.send(.lapPassed)
      #expect(recorder.failure == nil)
    }
    let journal = try Journal<LapCounter.State, LapCounter.Action>(contentsOf: recording)
    #expect(try journal.replays(on: LapCounter()) == nil)
  }
}
