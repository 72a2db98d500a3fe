import Headrace

/// Chooses an amount for ``Pantry``, and leaves.
@Reducer
struct AmountEditor {
  struct State: Codable, Equatable {
    let name: String
    var amount: Int
  }

  enum Action: Codable, Equatable {
    case moreButtonTapped
    case lessButtonTapped
    case doneButtonTapped
    case delegate(Delegate)
  }

  @CasePathable
  enum Delegate: Codable, Equatable {
    case chosen(name: String, amount: Int)
  }

  @Dependency(\.dismiss) private var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .moreButtonTapped:
        state.amount += 1
        return .none
      case .lessButtonTapped:
        state.amount = max(0, state.amount - 1)
        return .none
      case .doneButtonTapped:
        return .concatenate(
          .send(.delegate(.chosen(name: state.name, amount: state.amount))),
          .run { [dismiss] _ in await dismiss() })
      case .delegate:
        return .none
      }
    }
  }
}
