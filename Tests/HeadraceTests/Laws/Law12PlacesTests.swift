import Headrace
import HeadraceFlow
import Testing

/// Law 12, by the property that has a child: each must declare that its child notes changes itself.
///
/// Presented children once didn't. Observers of all of them were then notified of each of their
/// actions, also of one that came too late and changed nothing.
@MainActor
struct Law12PlacesTests {
  @Test func anActionThatChangesNothingNotifiesNoObserverOfTheChild() throws {
    let store = Store(initialState: Places.State(isFull: true)) { Places() }
    let stackID = try #require(store.stack.ids.first)
    let routeID = try #require(store.routes.first?.id)
    let actions: [Places.Action] = [
      .fixed(.rest), .optional(.rest), .presented(.presented(.rest)),
      .rows(.element(id: 0, action: .rest)), .stack(.element(id: stackID, action: .rest)),
      .routes(.routeAction(id: routeID, action: .rest)),
    ]
    let fixed = store.scope(state: \.fixed, action: \.fixed)
    let optional = try #require(store.scope(state: \.optional, action: \.optional))
    let presented = try #require(store.scope(state: \.$presented, action: \.presented))
    let rows = store.scope(state: \.rows, action: \.rows)
    let stack = store.scope(state: \.stack, action: \.stack)
    let row = try #require(rows.first)
    let screen = try #require(stack.first)
    var told: [String: Int] = [:]
    var tokens: [ObserveToken] = []
    for (name, kid) in [
      ("fixed", fixed), ("optional", optional), ("presented", presented), ("rows", row),
      ("stack", screen),
    ] {
      tokens.append(kid.observe { told[name, default: 0] += kid.b >= 0 ? 1 : 0 })
    }
    tokens.append(
      store.observe { told["routes", default: 0] += store.routes[0].screen.b >= 0 ? 1 : 0 })
    for action in actions { store.send(action) }
    #expect(told.values.allSatisfy { $0 == 1 }, "\(told)")
    // Nor does a change of another field.
    store.send(.fixed(.a))
    store.send(.optional(.a))
    store.send(.presented(.presented(.a)))
    store.send(.rows(.element(id: 0, action: .a)))
    store.send(.stack(.element(id: stackID, action: .a)))
    #expect(told.values.allSatisfy { $0 == 1 }, "\(told)")
    for token in tokens { token.cancel() }
  }

  @Test func anActionForAnAbsentChildNotifiesNoObserver() {
    let store = Store(initialState: Places.State(isFull: false)) { Places() }
    var told: [String: Int] = [:]
    let tokens = [
      store.observe {
        told["optional", default: 0] += 1
        _ = store.scope(state: \.optional, action: \.optional)?.b
      },
      store.observe {
        told["presented", default: 0] += 1
        _ = store.scope(state: \.$presented, action: \.presented)?.b
      },
    ]
    withKnownIssue {
      store.send(.optional(.a))
      store.send(.presented(.presented(.a)))
    } matching: {
      "\($0)".contains("was sent to a child that is gone")
    }
    #expect(told == ["optional": 1, "presented": 1])
    for token in tokens { token.cancel() }
  }
}

@Reducer
private struct Places {
  @Reducer struct Kid {
    @ObservableState struct State: Equatable, Identifiable {
      var id = 0
      var a = 0
      var b = 0
    }
    enum Action { case a, rest }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .a: state.a += 1
        case .rest: break
        }
        return .none
      }
    }
  }

  @ObservableState struct State: Equatable {
    var fixed = Kid.State()
    var optional: Kid.State?
    @Presents var presented: Kid.State?
    var rows: IdentifiedArrayOf<Kid.State> = []
    var stack = StackState<Kid.State>()
    var routes: [Route<Kid.State>] = []

    init(isFull: Bool) {
      guard isFull else { return }
      optional = Kid.State()
      presented = Kid.State()
      rows = [Kid.State()]
      stack = StackState([Kid.State()])
      routes = [.root(Kid.State())]
    }
  }

  enum Action {
    case fixed(Kid.Action), optional(Kid.Action)
    case presented(PresentationAction<Kid.Action>)
    case rows(IdentifiedActionOf<Kid>), stack(StackActionOf<Kid>)
    case routes(IndexedRouterActionOf<Kid>)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.fixed, action: \.fixed) { Kid() }
    EmptyReducer()
      .ifLet(\.optional, action: \.optional) { Kid() }
      .ifLet(\.$presented, action: \.presented) { Kid() }
      .forEach(\.rows, action: \.rows) { Kid() }
      .forEach(\.stack, action: \.stack) { Kid() }
      .forEachRoute(\.routes, action: \.routes) { Kid() }
  }
}
