import Headrace
import Testing

/// A feature whose effects leave tasks behind.
@Reducer
private struct Keeper {
  @ObservableState
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case leaveBehindSend(Gate, Arrivals)
    case leaveBehindDismiss(Gate, Arrivals)
    case wait(Gate)
    case throttled(Effect<Action>)
    case counted
  }

  enum CancelID { case throttle }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .leaveBehindSend(let gate, let arrivals):
        return .run { send in
          Task {
            await gate.pass()
            await send(.counted)
            arrivals.add()
          }
        }
      case .leaveBehindDismiss(let gate, let arrivals):
        return .run { [self] _ in
          Task {
            await gate.pass()
            await dismiss()
            arrivals.add()
          }
        }
      case .wait(let gate):
        return .run { _ in await gate.pass() }
      case .throttled(let effect):
        return effect.throttle(
          id: CancelID.throttle, for: .milliseconds(1), clock: ContinuousClock(), latest: true)
      case .counted:
        state.count += 1
        return .none
      }
    }
  }
}

@Reducer
private struct Host {
  @ObservableState
  struct State: Equatable {
    @Presents var keeper: Keeper.State? = Keeper.State()
  }

  enum Action {
    case keeper(PresentationAction<Keeper.Action>)
    case replace
    case remove
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .keeper: break
      case .replace: state.keeper = Keeper.State()
      case .remove: state.keeper = nil
      }
      return .none
    }
    .ifLet(\.$keeper, action: \.keeper) { Keeper() }
  }
}

@MainActor
@Suite("Tasks that outlive an effect", .timeLimit(.minutes(30)))
struct EffectAfterEndTests {
  @Test func anActionOfAnEffectThatHasEndedIsDroppedAndReported() async {
    let store = Store(initialState: Host.State()) { Host() }
    let (gate, arrivals) = (Gate(), Arrivals())
    await withKnownIssue {
      await store.send(.keeper(.presented(.leaveBehindSend(gate, arrivals)))).finish()
      store.send(.replace)
      gate.open()
      await arrivals.wait()
    } matching: {
      $0.comments.map(\.rawValue).joined().contains(
        "An effect sent an action after it had ended: 'Action.counted'.")
    }
    #expect(store.keeper?.count == 0, "it was not the effect of this keeper")
    #expect(store.lateSendCount == 1)
  }

  @Test func aDismissalByAnEffectThatHasEndedRemovesNothing() async {
    let store = Store(initialState: Host.State()) { Host() }
    let (gate, arrivals) = (Gate(), Arrivals())
    await withKnownIssue {
      await store.send(.keeper(.presented(.leaveBehindDismiss(gate, arrivals)))).finish()
      store.send(.replace)
      gate.open()
      await arrivals.wait()
    } matching: {
      $0.comments.map(\.rawValue).joined().contains(
        "An effect asked to be dismissed after it had ended.")
    }
    #expect(store.keeper != nil)
    #expect(store.lateSendCount == 1)
  }

  @Test func aHeldEffectThatCancelsItsOwnThrottleStillEndsWithItsFeature() async {
    let store = Store(initialState: Host.State()) { Host() }
    let gate = Gate()
    store.send(.keeper(.presented(.throttled(.run { _ in }))))
    let task = store.send(
      .keeper(
        .presented(
          .throttled(
            .merge(.cancel(id: Keeper.CancelID.throttle), .run { _ in await gate.pass() })))))
    await gate.arrival()
    #expect(store.effects.count == 1)
    store.send(.remove)
    #expect(store.effects.isEmpty)
    gate.open()
    await task.finish()
  }

  @Test func anInstrumentAddedLateLearnsWhereAnEffectWasCancelled() {
    let store = Store(initialState: Host.State()) { Host() }
    store.send(.keeper(.presented(.wait(Gate()))))
    let transcript = EventTranscript<Host.State, Host.Action>()
    store.instruments = [transcript]
    store.send(.remove)
    #expect(
      transcript.lines.filter { $0.hasPrefix("effect") } == ["effect 1 in Host/Keeper cancelled"])
  }

  @Test func anInstrumentThatReadsAChildEarlyDoesNotMakeItsStoreStale() throws {
    let store = Store(initialState: Host.State()) { Host() }
    let keeper = try #require(
      store.scope(state: \.keeper, action: \.keeper.presented))
    var counts: [Int] = []
    store.instruments = [
      EventTranscript { _ in counts.append(keeper.withState(\.count)) }
    ]
    keeper.send(.counted)
    #expect(counts == [0, 1])
    #expect(keeper.withState(\.count) == 1)
    store.instruments = []
  }
}
