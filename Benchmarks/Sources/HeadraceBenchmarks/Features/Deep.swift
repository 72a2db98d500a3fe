import Headrace

/// A feature that can be created without arguments, however deeply its features are nested.
protocol Deep: Reducer {
  init()
  static func makeState() -> State
  static func embed(_ action: Innermost.Action) -> Action
}

/// The innermost feature, whose state takes 1 MiB, none of it on the heap.
struct Innermost: Deep {
  struct State {
    var bytes = InlineArray<1_048_576, UInt8>(repeating: 0)
    var count = 0
  }

  enum Action { case increment }

  static func makeState() -> State { State() }
  static func embed(_ action: Action) -> Action { action }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count &+= 1
    state.bytes[1_048_575] &+= 1
    return .none
  }
}

/// A feature around another.
struct Around<Child: Deep>: Deep {
  struct State {
    var count = 0
    var child: Child.State
  }

  enum Action: CasePathable {
    case child(Child.Action)
    case increment

    struct AllCasePaths {
      var child: AnyCasePath<Action, Child.Action> {
        AnyCasePath(
          embed: { .child($0) },
          extract: { action in
            guard case .child(let child) = action else { return nil }
            return child
          })
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  static func makeState() -> State { State(child: Child.makeState()) }
  static func embed(_ action: Innermost.Action) -> Action { .child(Child.embed(action)) }

  var body: some Reducer<State, Action> {
    Scope(state: \.child, action: \.child) { Child() }
    Reduce { state, _ in
      state.count &+= 1
      return .none
    }
  }
}

typealias Around5<Child: Deep> = Around<Around<Around<Around<Around<Child>>>>>
typealias Around30 = Around5<Around5<Around5<Around5<Around5<Around5<Innermost>>>>>>
