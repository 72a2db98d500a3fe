import Headrace

/// Teaches a feature around any other: it remembers the other's states, and can restore them.
///
/// `Undoable { ProfileForm() }` is itself a feature. The feature inside does not know about it.
@Reducer
struct Undoable<Base: Reducer> where Base.State: Equatable {
  struct State: Equatable {
    var current: Base.State
    var past: [Base.State] = []
    var future: [Base.State] = []
  }

  enum Action {
    case current(Base.Action)
    case undoButtonTapped
    case redoButtonTapped
  }

  static var pastCountMax: Int { 100 }

  private let base: Base

  init(@ReducerBuilder<Base.State, Base.Action> _ base: () -> Base) {
    self.base = base()
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.current, action: \.current) { base }
      .onChange(of: \.current) { oldValue, state in
        state.past = state.past.suffix(Self.pastCountMax - 1) + [oldValue]
        state.future = []
        return .none
      }
    Reduce { state, action in
      switch action {
      case .undoButtonTapped:
        guard let last = state.past.popLast() else { return .none }
        state.future.append(state.current)
        state.current = last
        return .none
      case .redoButtonTapped:
        guard let next = state.future.popLast() else { return .none }
        state.past.append(state.current)
        state.current = next
        return .none
      case .current:
        return .none
      }
    }
  }
}
