import Headrace

extension MacroAttack {
  @Reducer
  struct Plain {
    @ObservableState
    struct State { var total = 0 }

    enum Action { case start }

    var body: some ReducerOf<Self> {
      Reduce { _, _ in .run { _ in try await forever() } }
    }
  }

  /// Its child is computed from other fields.
  @Reducer
  struct Computed {
    @ObservableState
    struct State {
      var isOn = true
      var total = 0

      var child: Plain.State? {
        get { isOn ? Plain.State(total: total) : nil }
        set {
          isOn = newValue != nil
          total = newValue?.total ?? 0
        }
      }
    }

    enum Action {
      case touch, off
      case child(Plain.Action)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .touch: state.total += 1
        case .off: state.isOn = false
        case .child: break
        }
        return .none
      }
      .ifLet(\.child, action: \.child) { Plain() }
    }
  }

  /// A stack of features that are not enums.
  @Reducer
  struct Pile {
    @ObservableState
    struct State { var path = StackState([Worker.State(id: 1)]) }

    enum Action {
      case replace((inout Worker.State?) -> Void)
      case path(StackActionOf<Worker>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .replace(let change) = action, let id = state.path.ids.first {
          change(&state.path[id: id])
        }
        return .none
      }
      .forEach(\.path, action: \.path) { Worker() }
    }
  }

  /// A feature that presents itself.
  @Reducer
  struct Page {
    @ObservableState
    struct State: Equatable {
      var number = 0
      @Presents var next: Page.State?
    }

    @CasePathable
    indirect enum Action {
      case open, start
      case next(PresentationAction<Page.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .open:
          state.next = State(number: state.number + 1)
          return .none
        case .start:
          return .run { _ in try await forever() }
        case .next:
          return .none
        }
      }
      .ifLet(\.$next, action: \.next) { Page() }
    }
  }
}
