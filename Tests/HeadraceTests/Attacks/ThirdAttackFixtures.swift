import Headrace
import HeadraceCompatibility
import Synchronization

/// Attacks of a third reader of the laws, written with the macros.
///
/// Each expectation is written from the laws, not from the code. No case waits for time.
enum ThirdAttack {
  /// The notes of effects and handlers.
  final class Notes: Sendable {
    private let lines = Mutex<[String]>([])
    private let hook = Mutex<(@Sendable () -> Void)?>(nil)

    var all: [String] { lines.withLock { $0 } }
    func count(of line: String) -> Int { all.count { $0 == line } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    func until(_ line: String) async { while count(of: line) == 0 { await Task.yield() } }

    /// Sets the code that an effect's `onCancel` handler runs.
    func setHook(_ act: @escaping @Sendable () -> Void) { hook.withLock { $0 = act } }
    func runHook() {
      let act = hook.withLock { $0 }
      act?()
    }
  }

  enum NotesKey: DependencyKey {
    static let liveValue = Notes()
    static let testValue = Notes()
  }

  static func forever() async throws { try await Task<Void, Never>.never() }

  @Reducer
  struct Leaf {
    @ObservableState
    struct State: Equatable, Identifiable {
      var id: Int
      var n = 0
    }

    enum Action: Sendable {
      case start, stop, tell, told, tellLater
      case add(Int)
      case guarded(String)
    }

    enum CancelID: Sendable { case work }

    @Dependency(\.thirdNotes) var notes
    @Dependency(\.attackTag) var tag

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .start:
          return .run { _ in try await forever() }.cancellable(id: CancelID.work)
        case .stop:
          return .cancel(id: CancelID.work)
        case .tell:
          return .send(.told)
        case .told:
          notes.add("\(tag) told \(state.id)")
          return .none
        case .tellLater:
          return .run { send in await send(.told) }
        case .add(let number):
          state.n += number
          return .none
        case .guarded(let name):
          return .run { [notes] _ in
            await withTaskCancellationHandler {
              notes.add("begin \(name)")
              try? await forever()
            } onCancel: {
              notes.add("cancel \(name)")
              notes.runHook()
            }
            notes.add("end \(name)")
          }
          .cancellable(id: name)
        }
      }
    }
  }

  @Reducer
  struct Part {
    @ObservableState
    struct State: Equatable, Identifiable {
      var id: Int
      var leaf = Leaf.State(id: 0)
      @Presents var shown: Leaf.State?
      var rows: IdentifiedArrayOf<Leaf.State> = []
    }

    enum Action {
      case change((inout State) -> Void)
      case leaf(Leaf.Action)
      case shown(PresentationAction<Leaf.Action>)
      case rows(IdentifiedActionOf<Leaf>)
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.leaf, action: \.leaf) { Leaf() }
      Reduce { state, action in
        if case .change(let change) = action { change(&state) }
        return .none
      }
      .ifLet(\.$shown, action: \.shown) { Leaf() }
      .forEach(\.rows, action: \.rows) { Leaf() }
    }
  }

  @Reducer
  enum Path {
    case leaf(Leaf)
    case part(Part)
  }

  @Reducer
  struct Whole {
    typealias React = (inout State, Action) -> Effect<Action>

    @ObservableState
    struct State {
      var n = 0
      var log: [String] = []
      var a: Leaf.State?
      var b: Leaf.State?
      var parts: IdentifiedArrayOf<Part.State> = []
      var others: IdentifiedArrayOf<Part.State> = []
      var path = StackState<Path.State>()
    }

    enum Action {
      case change((inout State) -> Void)
      case effect(() -> Effect<Action>)
      case a(Leaf.Action)
      case b(Leaf.Action)
      case parts(IdentifiedActionOf<Part>)
      case others(IdentifiedActionOf<Part>)
      case path(StackActionOf<Path>)

      static func part(_ id: Int, _ action: Part.Action) -> Self {
        .parts(.element(id: id, action: action))
      }
    }

    var react: React = { _, _ in .none }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .change(let change): change(&state)
        case .effect(let make): return make()
        default: break
        }
        return react(&state, action)
      }
      .ifLet(\.a, action: \.a) { Leaf() }
      .ifLet(\.b, action: \.b) { Leaf() }
      .forEach(\.parts, action: \.parts) { Part() }
      .forEach(\.others, action: \.others) { Part() }
      .forEach(\.path, action: \.path)
    }
  }

  @MainActor
  static func whole(
    _ state: Whole.State = full(), notes: Notes = Notes(),
    react: @escaping Whole.React = { _, _ in .none }
  ) -> StoreOf<Whole> {
    Store(initialState: state) {
      Whole(react: react)
    } withDependencies: {
      $0.thirdNotes = notes
      $0.attackTag = "store"
    }
  }

  /// Returns a state with a child of every kind.
  static func full() -> Whole.State {
    var state = Whole.State()
    state.a = Leaf.State(id: 1)
    state.b = Leaf.State(id: 2)
    for id in 1...3 {
      var part = Part.State(id: id)
      part.shown = Leaf.State(id: 10 + id)
      part.rows = [Leaf.State(id: 1), Leaf.State(id: 2)]
      state.parts.append(part)
    }
    state.path.append(.leaf(Leaf.State(id: 1)))
    state.path.append(.part(Part.State(id: 2)))
    return state
  }

  @MainActor
  static func change(_ store: StoreOf<Whole>, _ body: @escaping (inout Whole.State) -> Void) {
    store.send(.change(body))
  }

  static func exchange<Root, Value>(
    _ root: inout Root, _ first: WritableKeyPath<Root, Value>,
    _ second: WritableKeyPath<Root, Value>
  ) {
    let value = root[keyPath: first]
    root[keyPath: first] = root[keyPath: second]
    root[keyPath: second] = value
  }

  @MainActor
  final class Host {
    var store: StoreOf<Whole>?
    init(_ store: StoreOf<Whole>?) { self.store = store }
  }
}

extension DependencyValues {
  var thirdNotes: ThirdAttack.Notes {
    get { self[ThirdAttack.NotesKey.self] }
    set { self[ThirdAttack.NotesKey.self] = newValue }
  }
}
