import Headrace
import HeadraceTesting
import Testing

/// An effect that waits in a debounce or a throttle is cancelled by the ids that it already had.
///
/// It once ran anyway: a search or a payment that was cancelled began 40 ms later.
@Suite("Law 7: an effect that waits is cancelled by any of its ids")
struct WaitingEffectIDTests {
  enum ID { case own, second, other, pace, outer }

  /// The way in which the work gets its id.
  enum Form: CaseIterable {
    case direct, secondID, mapped, merged, concatenated, nested, mergedInMerge, debounced, throttled

    func effect(_ work: Effect<Paced.Action>, _ clock: any Clock<Duration>) -> Effect<Paced.Action>
    {
      let own = work.cancellable(id: ID.own)
      return switch self {
      case .direct: own
      case .secondID: work.cancellable(id: ID.second).cancellable(id: ID.own)
      case .mapped: own.map { $0 }
      case .merged: .merge(own, work.cancellable(id: ID.own))
      case .concatenated: .concatenate(own, work.cancellable(id: ID.own))
      case .nested: own.cancellable(id: ID.second).map { $0 }.cancellable(id: ID.outer)
      case .mergedInMerge: .merge(.merge(own, own.map { $0 }), .concatenate(own, own))
      case .debounced: own.debounce(id: ID.second, for: .seconds(1), clock: clock)
      case .throttled: own.throttle(id: ID.second, for: .seconds(1), clock: clock, latest: true)
      }
    }
  }

  enum Pace: CaseIterable {
    case debounce, throttle

    func wait(_ effect: Effect<Paced.Action>, _ clock: any Clock<Duration>) -> Effect<Paced.Action>
    {
      switch self {
      case .debounce: effect.debounce(id: ID.pace, for: .seconds(1), clock: clock)
      case .throttle: effect.throttle(id: ID.pace, for: .seconds(1), clock: clock, latest: true)
      }
    }
  }

  struct Paced: Reducer {
    struct State: Equatable { var done: [String] = [] }
    @CasePathable
    enum Action: Equatable { case open, wait, done(String), cancel(ID) }

    let pace: Pace
    let effect: (@escaping (String) -> Effect<Action>, any Clock<Duration>) -> Effect<Action>
    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      let work = { (name: String) in Effect<Action>.run { await $0(.done(name)) } }
      switch action {
      case .open:
        // Begins the interval of a throttle.
        guard pace == .throttle else { return .none }
        return Effect<Action>.cancel(id: ID.other)
          .throttle(id: ID.pace, for: .seconds(1), clock: clock, latest: true)
      case .wait: return pace.wait(effect(work, clock), clock)
      case .done(let name): state.done.append(name)
      case .cancel(let id): return .cancel(id: id)
      }
      return .none
    }
  }

  private static func store(
    _ pace: Pace,
    _ effect:
      @escaping (@escaping (String) -> Effect<Paced.Action>, any Clock<Duration>) ->
      Effect<Paced.Action>
  ) async -> (TestStoreOf<Paced>, TestClock<Duration>) {
    let clock = TestClock()
    let store = TestStore(initialState: Paced.State()) {
      Paced(pace: pace, effect: effect)
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.open)
    return (store, clock)
  }

  @Test("It never runs, and its sender no longer waits", arguments: Form.allCases, Pace.allCases)
  func theWorkNeverRuns(form: Form, pace: Pace) async {
    let (store, clock) = await Self.store(pace) { form.effect($0("work"), $1) }
    let task = await store.send(.wait)
    await store.send(.cancel(.own))
    await task.finish()
    await clock.advance(by: .seconds(5))
    await store.finish()
    #expect(store.state.done.isEmpty)
  }

  @Test("Another id does nothing", arguments: Pace.allCases)
  func anotherID(pace: Pace) async {
    let (store, clock) = await Self.store(pace) { work, _ in work("work").cancellable(id: ID.own) }
    await store.send(.wait)
    await store.send(.cancel(.other))
    await clock.advance(by: .seconds(1))
    await store.receive(.done("work")) { $0.done = ["work"] }
    await clock.advance(by: .seconds(1))
  }

  @Test("The id of a part cancels only that part", arguments: Pace.allCases, [false, true])
  func aPart(pace: Pace, isConcatenated: Bool) async {
    let (store, clock) = await Self.store(pace) { work, _ in
      let parts = [
        work("own").cancellable(id: ID.own), work("second").cancellable(id: ID.second),
        work("none"),
      ]
      return isConcatenated ? .concatenate(parts) : .merge(parts)
    }
    let task = await store.send(.wait)
    await store.send(.cancel(.own))
    await clock.advance(by: .seconds(1))
    await store.receive(.done("second")) { $0.done = ["second"] }
    await store.receive(.done("none")) { $0.done = ["second", "none"] }
    await task.finish()
    await clock.advance(by: .seconds(1))
  }

  @Test("The wait ends when its last part is cancelled", arguments: Pace.allCases)
  func theLastPart(pace: Pace) async {
    let (store, clock) = await Self.store(pace) { work, _ in
      .merge(
        work("own").cancellable(id: ID.own),
        .concatenate(work("second"), work("third")).cancellable(id: ID.second))
    }
    let task = await store.send(.wait)
    await store.send(.cancel(.own))
    await store.send(.cancel(.second))
    await task.finish()
    await clock.advance(by: .seconds(5))
  }

  @Test("After the wait, each id cancels the running work as usual", arguments: Pace.allCases)
  func afterTheWait(pace: Pace) async {
    let (store, clock) = await Self.store(pace) { _, _ in
      .merge(
        Effect<Paced.Action>.run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
          .cancellable(id: ID.own),
        Effect<Paced.Action>.run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
          .cancellable(id: ID.second))
    }
    let task = await store.send(.wait)
    await clock.advance(by: .seconds(1))
    await store.send(.cancel(.own))
    await store.send(.cancel(.second))
    await task.finish()
    await clock.advance(by: .seconds(1))
  }

  @Test("The same effect may wait again after it was cancelled", arguments: Pace.allCases)
  func itWaitsAgain(pace: Pace) async {
    let (store, clock) = await Self.store(pace) { work, _ in
      work("work").cancellable(id: ID.own, cancelInFlight: true)
    }
    await store.send(.wait)
    await store.send(.cancel(.own))
    await store.send(.wait)
    await clock.advance(by: .seconds(1))
    await store.receive(.done("work")) { $0.done = ["work"] }
    await clock.advance(by: .seconds(1))
  }

  // MARK: - Across Features

  /// A parent that delays the effects of its child.
  struct Delaying: WrapperReducer {
    struct State: Equatable {
      var child: Int? = 0
      var done = 0
    }
    @CasePathable
    enum Action: Equatable { case child(ChildAction), cancel, cancelOther }
    @CasePathable
    enum ChildAction: Equatable { case start, done, cancel }

    @Dependency(\.continuousClock) var clock

    var base: some Reducer<State, Action> {
      EmptyReducer().ifLet(\.child, action: \.child) {
        Reduce<Int, ChildAction> { _, action in
          switch action {
          case .start:
            return .run { await $0(.done) }.cancellable(id: ID.own)
          case .cancel: return .cancel(id: ID.own)
          case .done: return .none
          }
        }
      }
    }

    func reduce(
      into state: inout State, action: Action, base: CompiledReducer<State, Action>
    ) -> Effect<Action> {
      switch action {
      case .child(.start):
        return base.reduce(into: &state, action: action)
          .debounce(id: ID.pace, for: .seconds(1), clock: clock)
      case .child(.done): state.done += 1
      case .child: return base.reduce(into: &state, action: action)
      case .cancel: return .cancel(id: ID.own)
      case .cancelOther: return .cancel(id: ID.other)
      }
      return .none
    }
  }

  @Test(
    "It is cancelled by its own feature and by those above",
    arguments: [
      Delaying.Action.child(.cancel), .cancel, .cancelOther,
    ])
  func acrossFeatures(cancellation: Delaying.Action) async {
    let clock = TestClock()
    let store = TestStore(initialState: Delaying.State()) {
      Delaying()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.child(.start))
    await store.send(cancellation)
    await clock.advance(by: .seconds(1))
    if cancellation == .cancelOther {
      await store.receive(.child(.done)) { $0.done = 1 }
    }
    await store.finish()
  }
}
