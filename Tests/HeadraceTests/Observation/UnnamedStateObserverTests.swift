import Headrace
import Testing

/// A state without its own identity: two reads never show the same one.
@Reducer
private struct UnnamedLamp {
  @ObservableState
  enum State {
    case off
    case on(Int)

    var isOn: Bool {
      if case .on = self { true } else { false }
    }
  }

  enum Action {
    case press
    case wait
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .press:
        state = .on(1)
        return .none
      case .wait:
        return .run { _ in }
      }
    }
  }
}

/// Runs code once, after the next action.
private final class AfterNextAction: StoreInstrument {
  typealias State = UnnamedLamp.State
  typealias Action = UnnamedLamp.Action

  var run: (() -> Void)?

  func actionReduced(_ action: UnnamedLamp.Action, id: ActionID, state: UnnamedLamp.State) {
    let run = run
    self.run = nil
    run?()
  }
}

@MainActor
@Suite("Observers of a state that has another identity at each look")
struct UnnamedStateObserverTests {
  /// It ran again for ever, because each read found another identity.
  @Test(.timeLimit(.minutes(30)))
  func anObserverThatIsAddedInADrainRunsOnce() {
    let store = Store(initialState: UnnamedLamp.State.off) { UnnamedLamp() }
    let instrument = AfterNextAction()
    store.instruments.append(instrument)
    var runCount = 0
    var token: ObserveToken?
    instrument.run = {
      token = store.observe {
        _ = store.isOn
        _ = store.isOn
        runCount += 1
      }
    }
    store.send(.press)
    // Again at the end of the drain: nothing shows whether such a state has changed.
    #expect((1...2).contains(runCount))
    withExtendedLifetime(token) {}
  }

  /// It was notified at the end of each effect.
  @Test func theEndOfAnEffectNotifiesNoObserverOfTheWholeState() async {
    let store = Store(initialState: UnnamedLamp.State.off) { UnnamedLamp() }
    store.instruments.append(AfterNextAction())
    var runCount = 0
    let token = store.observe {
      _ = store.state
      runCount += 1
    }
    await store.send(.wait).finish()
    // Once at first, and once for the action.
    #expect(runCount == 2)
    withExtendedLifetime(token) {}
  }
}

@Reducer
private struct ThemedPage {
  @ObservableState
  struct State {
    var name = ""
    var child = Child()
  }

  @ObservableState
  struct Child {
    var name = ""
    @Shared(.inMemory("UnnamedStateObserverTests")) var theme = 0
  }

  @CasePathable
  enum Action {
    case setTheme(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .setTheme(let theme) = action { state.child.$theme.withLock { $0 = theme } }
      return .none
    }
  }
}

@MainActor
@Suite("A shared value that is read after another store was read")
struct SharedAfterAnotherStoreTests {
  /// The store that was read in between observed the value.
  @Test func itsOwnStoreNotifiesTheObserver() {
    let (a, b) = (
      Store(initialState: ThemedPage.State()) { ThemedPage() },
      Store(initialState: ThemedPage.State()) { ThemedPage() }
    )
    var seen: [Int] = []
    let token = a.observe {
      _ = a.child.name
      _ = b.name
      seen.append(a.child.theme)
    }
    a.send(.setTheme(7))
    #expect(seen == [0, 7])
    withExtendedLifetime(token) {}
  }
}
