import Headrace

/// Teaches an enum of destinations: at most one thing is presented, and the type says so.
///
/// A sheet with a feature and an alert are cases of the same optional property.
@Reducer
struct Pantry {
  @Reducer(state: .codable, .equatable, action: .codable, .equatable)
  enum Destination {
    case amount(AmountEditor)
    case alert(AlertState<Alert>)

    @CasePathable
    enum Alert: Codable, Equatable {
      case removalConfirmed(name: String)
    }
  }

  struct State: Codable, Equatable {
    var amounts = ["flour": 2]
    @Presents var destination: Destination.State?
  }

  enum Action: Codable, Equatable {
    case itemTapped(name: String)
    case removeButtonTapped(name: String)
    case destination(PresentationAction<Destination.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .itemTapped(let name):
        let amount = state.amounts[name, default: 0]
        state.destination = .amount(AmountEditor.State(name: name, amount: amount))
        return .none
      case .removeButtonTapped(let name):
        state.destination = .alert(.removal(name: name))
        return .none
      case .destination(.presented(.amount(.delegate(.chosen(let name, let amount))))):
        state.amounts[name] = amount
        return .none
      case .destination(.presented(.alert(.removalConfirmed(let name)))):
        state.amounts[name] = nil
        return .none
      case .destination:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

nonisolated extension AlertState<Pantry.Destination.Alert> {
  static func removal(name: String) -> Self {
    AlertState {
      TextState("Remove \(name)?")
    } actions: {
      ButtonState(role: .destructive, action: .removalConfirmed(name: name)) { TextState("Remove") }
    }
  }
}
