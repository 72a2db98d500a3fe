import Headrace
import Testing

/// The notifications of instruments, word for word.
@MainActor
@Suite("Instruments", .timeLimit(.minutes(30)))
struct InstrumentTests {
  @Test func eachActionTellsWhatCausedIt() async {
    typealias Feature = EachActionTellsWhatCausedIt.Feature
    let gate = Gate()
    let transcript = EventTranscript<Int, Feature.Action> {
      // The second effect waits for the end of the first, which runs in parallel.
      if $0.hasPrefix("effect 1 'load' in Int ended") { gate.open() }
    }
    let store = Store(initialState: 0) { Feature(gate: gate) }
    store.instruments.append(transcript)
    await store.send(.load).finish()
    #expect(
      transcript.lines == [
        "load #1 from host",
        "#1 reduced: 1",
        "effect 1 'load' in Int started by #1",
        "effect 1 'load' in Int launched",
        "loaded #2 from effect 1 of #1",
        "#2 reduced: 2",
        "announce #3 from .send of #2",
        "#3 reduced: 3",
        "effect 2 'store' in Int started by #3",
        "effect 2 'store' in Int launched",
        "effect 1 'load' in Int ended: finished",
        "stored #4 from effect 2 of #3",
        "#4 reduced: 4",
        "effect 2 'store' in Int ended: finished",
      ])
  }

  @Test func aSendIsNotAnEffectThoughItCanBeCancelled() {
    typealias Feature = ASendIsNoEffectThoughItCanBeCancelled.Feature
    let transcript = EventTranscript<Int, Feature.Action>()
    let store = Store(initialState: 0) { Feature() }
    store.instruments = [transcript]
    store.send(.keep)
    store.send(.change)
    #expect(
      transcript.lines == [
        "keep #1 from host", "#1 reduced: 0",
        "done #2 from .send of #1", "#2 reduced: 1",
        "change #3 from host", "#3 reduced: 1",
        "1 dropped, lateSend: Action.done from .send of #3",
      ])
    #expect(store.lateSendCount == 1)
  }

  @Test func effectsOfAConcatenationNameTheActionThatReturnedIt() async {
    let transcript = EventTranscript<String, String>()
    let store = Store(initialState: "") {
      Reduce<String, String> { state, action in
        state += action
        guard action == "a" else { return .none }
        return .concatenate(
          .run { await $0("b") }, .send("c"), .run { await $0("d") })
      }
    }
    store.instruments = [transcript]
    await store.send("a").finish()
    #expect(
      transcript.lines.filter { $0.contains("from") } == [
        "a #1 from host", "b #2 from effect 2 of #1", "c #3 from .send of #1",
        "d #4 from effect 3 of #1",
      ])
    #expect(store.state == "abcd")
  }

  @Test func anEffectTellsHowItEnded() async {
    typealias Feature = AnEffectTellsHowItEnded.Feature
    var lines: [String] = []
    let transcript = EventTranscript<Int, Feature.Action> { lines.append($0) }
    let store = Store(initialState: 0) { Feature() }
    store.instruments = [transcript]
    for action in [Feature.Action.finish, .stop, .handle] { await store.send(action).finish() }
    await withKnownIssue {
      await store.send(.fail).finish()
    } matching: {
      $0.comments.map(\.rawValue).joined().contains("An effect threw an error")
    }
    let cancelled = store.send(.wait)
    await cancelled.cancel()
    #expect(
      lines.filter { !$0.contains("reduced") && !$0.contains("launched") } == [
        "finish #1 from host",
        "effect 1 in Int started by #1",
        "effect 1 in Int ended: finished",
        "stop #2 from host",
        "effect 2 in Int started by #2",
        "effect 2 in Int ended: stopped",
        "handle #3 from host",
        "effect 3 in Int started by #3",
        #"effect 3 in Int ended: caught(HeadraceTests.Failure(text: "handled"))"#,
        "fail #4 from host",
        "effect 4 in Int started by #4",
        "misuse in #4, effect 4: An effect threw an error that nothing handles: "
          + #"HeadraceTests.Failure(text: "lost")"#,
        #"effect 4 in Int ended: failed(HeadraceTests.Failure(text: "lost"))"#,
        "wait #5 from host",
        "effect 5 in Int started by #5",
        "effect 5 in Int cancelled",
      ])
  }

  @Test func allInstrumentsAreNotifiedInTheirOrder() {
    var lines: [String] = []
    let store = Store(initialState: 0) { Reduce<Int, Int> { _, _ in .none } }
    let one = EventTranscript<Int, Int>(prefix: "one: ") { lines.append("one: \($0)") }
    let two = EventTranscript<Int, Int>(prefix: "two: ") { lines.append("two: \($0)") }
    store.instruments.append(one)
    store.instruments.append(two)
    store.send(7)
    #expect(
      lines == [
        "one: 7 #1 from host", "two: 7 #1 from host", "one: #1 reduced: 0",
        "two: #1 reduced: 0",
      ])
    #expect(store.instrument as? EventTranscript<Int, Int> === one)

    store.instrument = two
    #expect(store.instruments.count == 1)
    store.send(8)
    #expect(one.lines.count == 2)
    #expect(two.lines.count == 4)

    store.instrument = nil
    #expect(store.instruments.isEmpty)
    store.send(9)
    #expect(two.lines.count == 4)
  }

  @Test func anInstrumentMayReadTheStore() {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return .none
      }
    }
    var counts: [Int] = []
    let transcript = EventTranscript<Int, Int> { [unowned store] _ in counts.append(store.state) }
    store.instruments = [transcript]
    store.send(2)
    #expect(counts == [0, 2])
  }

  @Test func anInstrumentOfAChildIsRefused() {
    typealias Parent = InstrumentDropTests.Parent
    let store = Store(initialState: Parent.State(child: 0)) { Parent() }
    let transcript = EventTranscript<Parent.State, Parent.Action>()
    store.instruments = [transcript]
    let child = store.scope(state: \.fixed, action: \.fixed)
    withKnownIssue {
      child.instruments.append(EventTranscript<Int, Int>())
    } matching: {
      $0.comments.map(\.rawValue).joined() == """
        An instrument was given to a child store, where it would see nothing: \
        'Store<Int, Int>'.

        A child store shows a part of its parent's state; actions are reduced, and effects run, \
        in the root store. Set the 'instruments' of the store that 'Store(initialState:)' made.
        """
    }
    #expect(child.instruments.isEmpty)
    #expect(
      transcript.lines == [
        "misuse in outside: An instrument was given to a child store, where it would see nothing: "
          + "'Store<Int, Int>'."
      ])
  }

  @Test func aStoreActorTakesInstruments() async {
    let actor = StoreActor(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return .none
      }
    }
    let log = Log()
    await actor.addInstrument(EventTranscript<Int, Int>(onLine: log.write))
    await actor.send(3)
    #expect(log.entries == ["3 #1 from host", "#1 reduced: 3"])
  }

  @Test func withoutInstrumentsNothingIsDescribed() async {
    typealias Feature = WithoutInstrumentsNothingIsDescribed.Feature
    typealias ID = WithoutInstrumentsNothingIsDescribed.ID
    let log = Log()
    let id = ID(log: log)
    let gate = Gate()
    let store = Store(initialState: Feature.State(rows: [.init(id: id)])) { Feature() }
    let task = store.send(.rows(.element(id: id, action: .start(gate))))
    await gate.arrival()
    store.send(.remove(id))
    await task.finish()
    #expect(store.lateSendCount == 1)
    #expect(log.entries == [])

    // The same, while observed: the path of the effect names the row.
    store.send(.add(id))
    store.instruments = [EventTranscript<Feature.State, Feature.Action>()]
    await store.send(.rows(.element(id: id, action: .stop))).finish()
    #expect(log.entries.first == "described")
  }
}

// MARK: - Fixtures

extension InstrumentTests {
  fileprivate enum EachActionTellsWhatCausedIt {
    struct Feature: Reducer {
      typealias State = Int
      enum Action { case load, loaded, announce, stored }
      let gate: Gate

      func reduce(into state: inout Int, action: Action) -> Effect<Action> {
        state += 1
        switch action {
        case .load:
          return .run(name: "load") { await $0(.loaded) }
        case .loaded:
          return .send(.announce)
        case .announce:
          return .run(name: "store") { [gate] send in
            await gate.pass()
            await send(.stored)
          }
        case .stored:
          return .none
        }
      }
    }
  }

  fileprivate enum ASendIsNoEffectThoughItCanBeCancelled {
    struct Feature: Reducer {
      enum Action { case keep, change, done }
      func reduce(into state: inout Int, action: Action) -> Effect<Action> {
        switch action {
        case .keep:
          return .send(.done).cancellable(id: 1)
        case .change:
          return .merge(.send(.done).cancellable(id: 1), .cancel(id: 1))
        case .done:
          state += 1
          return .none
        }
      }
    }
  }

  fileprivate enum AnEffectTellsHowItEnded {
    struct Feature: Reducer {
      enum Action { case finish, stop, handle, fail, wait }
      func reduce(into state: inout Int, action: Action) -> Effect<Action> {
        switch action {
        case .finish:
          .run { _ in }
        case .stop:
          .run { _ in throw CancellationError() }
        case .handle:
          .run { _ in
            throw Failure(text: "handled")
          } catch: { _, _ in
          }
        case .fail:
          .run { _ in throw Failure(text: "lost") }
        case .wait:
          .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
        }
      }
    }
  }

  fileprivate enum WithoutInstrumentsNothingIsDescribed {
    /// Counts each time that it is described.
    struct ID: Hashable, CustomStringConvertible {
      let log: Log
      static func == (first: ID, second: ID) -> Bool { first.log === second.log }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(log)) }
      var description: String {
        log.write("described")
        return "id"
      }
    }

    struct Row: Identifiable { let id: ID }

    struct Feature: Reducer {
      struct State { var rows: IdentifiedArrayOf<Row> }
      enum RowAction { case start(Gate), stop, done }
      @CasePathable
      enum Action {
        case add(ID)
        case remove(ID)
        case rows(IdentifiedAction<ID, RowAction>)
      }

      var body: some Reducer<State, Action> {
        Reduce { state, action in
          switch action {
          case .add(let id): state.rows.append(Row(id: id))
          case .remove(let id): state.rows.remove(id: id)
          case .rows: break
          }
          return .none
        }
        .forEach(\.rows, action: \.rows) {
          Reduce<Row, RowAction> { _, action in
            switch action {
            case .start(let gate):
              .run { send in
                await gate.pass()
                await send(.done)
              }
            case .stop: .run { _ in }
            case .done: .none
            }
          }
        }
      }
    }
  }
}
