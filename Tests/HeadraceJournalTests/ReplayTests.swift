import Foundation
import Headrace
import HeadraceJournal
import TestEffort
import Testing

/// A replay gives the original states, from memory and from a file.
@MainActor @Suite struct ReplayTests {
  @Test func aRecordingInMemoryGivesEachState() throws {
    let store = makeLedger()
    let recorder = JournalRecorder(store)
    _ = play(store, 2_500)
    let journal = try #require(recorder.journal)
    #expect(journal.actions.lowerBound == 1)
    let replay = Replay(journal) { Ledger() }
    let last = journal.actions.upperBound - 1
    #expect(try replay.state(after: last) == store.withState { $0 })
    #expect(try replay.state(after: 0) == Ledger.State())
    #expect(replay.unrecorded == [])
    #expect(try journal.replays(on: Ledger()) == nil)
  }

  @Test func aFileGivesEachState() throws {
    let folder = try JournalFolder()
    let store = makeLedger()
    var options = JournalFileOptions()
    options.checkpointActionCount = 40
    let recorder = try JournalRecorder(store, file: folder.file, options: options)
    let states = play(store, Effort.isShort ? 60 : 200)
    recorder.stop()
    let file = try JournalFile(contentsOf: folder.file)
    let journal = Journal<Ledger.State, Ledger.Action>(file)
    let replay = Replay(journal) { Ledger() }
    #expect(try journal.replays(on: Ledger()) == nil)
    // Forwards, backwards and in random order; with the feature's code and without it.
    let events = try (0..<file.eventCount).map { try file.event(at: $0) }
    let sent = events.filter { $0.kind == .action && $0.cause == nil }.compactMap(\.action)
    for (number, state) in zip(sent.dropFirst() + [journal.actions.upperBound], states) {
      #expect(try replay.state(after: number - 1) == state)
    }
    for number in [Int](journal.actions) + journal.actions.reversed() + journal.actions.shuffled() {
      let state = try replay.state(after: number)
      let json = try #require(try file.state(after: number))
      let read = try JSONDecoder().decode(Ledger.State.self, from: Data("\(json)".utf8))
      #expect(read == state)
    }
    #expect(replay.unrecorded == [])
  }

  /// Watching never changes a run.
  @Test func watchingDoesNotChangeARun() {
    func run(_ isWatched: Bool) -> Ledger.State {
      let store = Store(initialState: Ledger.State()) {
        Ledger()
      } withDependencies: {
        $0.uuid = .incrementing
        $0.date = .constant(Date(timeIntervalSince1970: 0))
        $0.withRandomNumberGenerator = WithRandomNumberGenerator(SplitMix(state: 3))
        $0.rate = .liveValue
      }
      let recorder = isWatched ? JournalRecorder(store) : nil
      defer { recorder?.stop() }
      return play(store, 300).last ?? Ledger.State()
    }
    #expect(run(true) == run(false))
  }

  @Test func aRecorderKeepsTheLastActions() throws {
    let store = makeLedger()
    let recorder = JournalRecorder(store, actionCountMax: 100)
    for number in 1...1_005 { store.send(.loaded(total: number)) }
    let journal = try #require(recorder.journal)
    #expect(journal.actions == 901..<1_006)
    let replay = Replay(journal) { Ledger() }
    #expect(try replay.state(after: 900).balance == 900)
    #expect(try replay.state(after: 1_005).balance == 1_005)
    #expect(throws: JournalFailure.self) { try replay.state(after: 899) }
    #expect(throws: JournalFailure.self) { try replay.state(after: 1_006) }
    #expect(try journal.event(at: 0).action == 901)
    #expect(try journal.event(at: journal.eventCount - 1).action == 1_005)
  }

  @Test func aStoreThatIsNotNewIsRecordedFromNowOn() throws {
    let store = makeLedger()
    store.send(.loaded(total: 5))
    let recorder = JournalRecorder(store)
    store.send(.loaded(total: 6))
    let replay = Replay(try #require(recorder.journal)) { Ledger() }
    #expect(try replay.state(after: 1).balance == 5)
    #expect(try replay.state(after: 2).balance == 6)
    recorder.stop()
    store.send(.loaded(total: 7))
    #expect(recorder.journal?.actions == 2..<3)
  }

  @Test func changedCodeIsNamedByItsFirstAction() throws {
    let folder = try JournalFolder()
    let store = makeLedger()
    let recorder = try JournalRecorder(store, file: folder.file)
    store.send(.loaded(total: 5))
    store.send(.noteChanged("rent"))
    store.send(.loaded(total: 6))
    recorder.stop()
    let journal = try Journal<Ledger.State, Ledger.Action>(contentsOf: folder.file)
    let changed = Reduce<Ledger.State, Ledger.Action> { state, action in
      if case .noteChanged(let note) = action { state.note = note?.uppercased() }
      if case .loaded(let total) = action { state.balance = total }
      return .none
    }
    let difference = try #require(try journal.replays(on: changed))
    #expect(difference.actions == 2...2)
    #expect(
      "\(difference)" == """
        After action 2 (.noteChanged), today's code gives another state than was recorded:

          /note: "RENT"

        """)
  }

  @Test func aValueThatWasNotRecordedIsNamed() throws {
    let store = makeLedger()
    let recorder = JournalRecorder(store)
    store.send(.noteChanged("a"))
    store.send(.noteChanged("b"))
    let journal = try #require(recorder.journal)
    let replay = Replay(journal) {
      $0.date = .constant(Date(timeIntervalSince1970: 0))
    } reducer: {
      Reduce<Ledger.State, Ledger.Action> { state, _ in
        @Dependency(\.date.now) var now
        state.note = "\(now)"
        return .none
      }
    }
    #expect(try replay.state(after: 1).note == "1970-01-01 00:00:00 +0000")
    #expect(replay.unrecorded == ["date"])
  }

  @Test func dependenciesOfAnEndpointAreNotRecorded() throws {
    let store = Store(initialState: Ledger.State()) {
      Ledger()
    } withDependencies: {
      $0.context = .live
      $0.rate.latest = recorded("rate") { _ in
        @Dependency(\.date.now) var now
        return Int(now.timeIntervalSince1970)
      }
    }
    let recorder = JournalRecorder(store)
    store.send(.amountAdded(1))
    let journal = try #require(recorder.journal)
    #expect(try journal.event(at: 0).values.map(\.name) == ["uuid", "date", "rate"])
    #expect(try journal.replays(on: Ledger()) == nil)
  }

  @Test func aFileOfAStoreThatIsNotNewHasTheNumbersOfTheStore() throws {
    let folder = try JournalFolder()
    let store = makeLedger()
    store.send(.loaded(total: 1))
    let recorder = try JournalRecorder(store, file: folder.file)
    store.send(.loaded(total: 2))
    recorder.stop()
    let journal = try Journal<Ledger.State, Ledger.Action>(contentsOf: folder.file)
    #expect(journal.actions == 2..<3)
    #expect(try Replay(journal) { Ledger() }.state(after: 1).balance == 1)
    #expect(try Replay(journal) { Ledger() }.state(after: 2).balance == 2)
  }

  @Test func aShortRecordingInMemoryIsCheckedToItsEnd() throws {
    let store = makeLedger()
    let recorder = JournalRecorder(store)
    store.send(.loaded(total: 1))
    let journal = try #require(recorder.journal)
    let other = Reduce<Ledger.State, Ledger.Action> { _, _ in .none }
    #expect(try journal.replays(on: other)?.actions == 1...1)
  }

  @Test func aClientThatIsNotRecordedIsNamed() throws {
    let store = makeLedger()
    let recorder = JournalRecorder(store)
    store.send(.amountAdded(1))
    store.send(.noteChanged("b"))
    let replay = Replay(try #require(recorder.journal)) {
      $0.rate.latest = unimplemented("RateClient.latest", placeholder: 5)
    } reducer: {
      Ledger()
    }
    #expect(try replay.state(after: 1).balance == 5)
    #expect(replay.unrecorded == ["RateClient.latest"])
  }

  @Reducer struct Visits {
    @ObservableState
    struct State: Equatable {
      @Shared(.inMemory("visits")) var visits = 0
      var seen = 0
    }

    enum Action { case visited }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.$visits.withLock { $0 += 1 }
        state.seen = state.visits
        return .none
      }
    }
  }

  @Test func aSharedValueIsReportedOnceAndAReplayDoesNotChangeIt() throws {
    let store = Store(initialState: Visits.State()) { Visits() }
    let recorder = JournalRecorder(store)
    withKnownIssue {
      store.send(.visited)
    } matching: { issue in
      issue.description.contains(
        """
        A reducer read .inMemory("visits") while a journal records it: a replay can't give that \
        value back.
        """)
    }
    store.send(.visited)
    let replay = Replay(try #require(recorder.journal)) { Visits() }
    _ = try replay.state(after: 1)
    #expect(store.visits == 2)
    #expect(replay.unrecorded.count == 1)
  }

  @Test func effectsAreRecordedWithTheirCauses() async throws {
    let store = makeLedger()
    let recorder = JournalRecorder(store)
    await store.send(.loadButtonTapped).finish()
    store.send(.loadButtonTapped)
    store.send(.stopButtonTapped)
    let journal = try #require(recorder.journal)
    let events = try (0..<journal.eventCount).map { try journal.event(at: $0) }
    #expect(
      events.map { "\($0.kind.rawValue) \($0.effect ?? 0) by \($0.cause ?? 0)" } == [
        "action 0 by 0", "effectStarted 1 by 1", "action 1 by 1", "effectEnded 1 by 0",
        "action 0 by 0", "effectStarted 2 by 3", "action 0 by 0", "effectCancelled 2 by 0",
      ])
    #expect(events[1].label == "load")
    #expect(events[1].path == ["Ledger"])
    #expect(events[1].place?.hasPrefix("HeadraceJournalTests/Ledger.swift:") == true)
    #expect(events[2].label == ".loaded")
    #expect(events[3].detail == "finished")
  }
}

@MainActor @Suite struct ReplayedNodeTests {
  @Test func aReducerWhoseTypeIsErasedIsReplayed() throws {
    let counter: any Reducer<Int, Int> = Reduce { state, action in
      state += action
      return .none
    }
    let store = Store(initialState: 0) { Reduce(counter) }
    let recorder = JournalRecorder(store)
    for number in 1...3 { store.send(number) }
    let replay = Replay(try #require(recorder.journal)) { Reduce(counter) }
    #expect(try replay.state(after: 3) == 6)
  }
}
