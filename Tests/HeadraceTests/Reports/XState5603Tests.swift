import Headrace
import Testing

/// Contains itself, so code that prints it child by child never ends.
final class Ouroboros: @unchecked Sendable, Equatable {
  // Unchecked: it is set once, before anything else can access the instance.
  private var tail: Ouroboros?
  private var tails: [Ouroboros] = []

  init() {
    tail = self
    tails = [self, self]
  }

  static func == (first: Ouroboros, second: Ouroboros) -> Bool { first === second }
}

/// XState, #5603: the warning about an event crashed on a value that contained itself.
@MainActor
@Suite("XState #5603: reports about a value that contains itself", .timeLimit(.minutes(30)))
struct XState5603Tests {
  @Reducer
  struct Child {
    @ObservableState
    struct State: Equatable, Identifiable {
      var id = 0
      var value = Ouroboros()
    }
    enum Action: Sendable {
      case use(Ouroboros)
      case several(Ouroboros, again: Ouroboros)
      case deeper(Result<[Ouroboros], Never>)
    }
    func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
  }

  @Reducer
  enum Place {
    case one(Child)
    case two(Child)
  }

  /// Has no 'BindingReducer', which '@Reducer' would refuse.
  struct Parent: Reducer {
    @ObservableState
    struct State {
      var value = Ouroboros()
      var child: Child.State?
      @Presents var shown: Child.State?
      @Presents var place: Place.State? = .one(Child.State())
      var rows: IdentifiedArrayOf<Child.State> = []
      var path = StackState<Child.State>()
      var bound = Ouroboros()
    }
    @CasePathable
    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case child(Child.Action)
      case shown(PresentationAction<Child.Action>)
      case place(PresentationAction<Place.Action>)
      case rows(IdentifiedActionOf<Child>)
      case path(StackActionOf<Child>)
      case change((inout State) -> Void)
      case leaveTask(Ouroboros, Gate, Arrivals)
      case throwError(Ouroboros)
    }

    struct Broken: Error { let value: Ouroboros }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .change(let change): change(&state)
        case .leaveTask(let value, let gate, let done):
          return .run { send in
            Task {
              await gate.pass()
              await send(.throwError(value))
              done.add()
            }
          }
        case .throwError(let value): return .run { _ in throw Broken(value: value) }
        default: break
        }
        return .none
      }
      .ifLet(\.child, action: \.child) { Child() }
      .ifLet(\.$shown, action: \.shown) { Child() }
      .ifLet(\.$place, action: \.place)
      .forEach(\.rows, action: \.rows) { Child() }
      .forEach(\.path, action: \.path) { Child() }
    }
  }

  /// The reports about an action, or a state, that contains itself.
  private static var misuses: [(text: String, make: (StoreOf<Parent>) -> Void)] {
    let value = Ouroboros()
    let actions: [Child.Action] = [
      .use(value), .several(value, again: value), .deeper(.success([value])),
    ]
    var misuses: [(text: String, make: (StoreOf<Parent>) -> Void)] = []
    for action in actions {
      misuses += [
        ("An action was sent", { $0.send(.child(action)) }),
        ("An action was sent", { $0.send(.shown(.presented(action))) }),
        ("An action was sent", { $0.send(.place(.presented(.two(action)))) }),
        ("An action was sent", { $0.send(.rows(.element(id: 1, action: action))) }),
        ("An action was sent", { $0.send(.path(.element(id: 9, action: action))) }),
        (
          "sent to a child that was dismissed",
          { store in
            store.send(.change { $0.shown = Child.State() })
            let shown = store.scope(state: \.$shown, action: \.shown)
            store.send(.change { $0.shown = nil })
            store.send(.change { $0.shown = Child.State() })
            shown?.send(action)
          }
        ),
      ]
    }
    return misuses + [
      ("no reducer made the change", { $0.bound = Ouroboros() }),
      (
        "another case is presented",
        { $0.send(.change { $0.$place[case: \.two] = Child.State() }) }
      ),
      (
        "the value is of another case",
        { $0.send(.change { $0.place?.modify(\.two) { $0.id = 1 } }) }
      ),
      (
        "child that is gone was read",
        { store in
          store.send(.change { $0.child = Child.State() })
          let child = store.scope(state: \.child, action: \.child)
          store.send(.change { $0.child = nil })
          _ = child?.value
        }
      ),
    ]
  }

  @Test("No report traps or runs for ever", arguments: 0..<22)
  func noReportTraps(index: Int) throws {
    #expect(Self.misuses.count == 22)
    let (text, make) = Self.misuses[index]
    let store = Store(initialState: Parent.State()) { Parent() }
    withKnownIssue {
      make(store)
    } matching: {
      "\($0)".contains(text)
    }
  }

  @Test func anActionThatIsSentTooLateIsReported() async {
    let (gate, done) = (Gate(), Arrivals())
    let store = Store(initialState: Parent.State()) { Parent() }
    await withKnownIssue {
      await store.send(.leaveTask(Ouroboros(), gate, done)).finish()
      gate.open()
      await done.wait()
    } matching: {
      "\($0)".contains("An effect sent an action after it had ended")
    }
  }

  @Test func anErrorThatIsNotHandledIsReported() async {
    let store = Store(initialState: Parent.State()) { Parent() }
    await withKnownIssue {
      await store.send(.throwError(Ouroboros())).finish()
    } matching: {
      "\($0)".contains("An effect threw an error that nothing handles")
    }
  }
}
