import Headrace

/// A feature that presents a counter.
struct Presenter: Reducer {
  struct State {
    @PresentationState var child: Counter.State?
  }

  enum Action {
    case child(PresentationAction<Counter.Action>)
    case present
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .child:
        return .none
      case .present:
        state.child = Counter.State(id: 0)
        return .none
      }
    }
    .ifLet(\.$child, action: \.child) { Counter() }
  }
}

extension Presenter.Action: CasePathable {
  struct AllCasePaths {
    var child: AnyCasePath<Presenter.Action, PresentationAction<Counter.Action>> {
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
