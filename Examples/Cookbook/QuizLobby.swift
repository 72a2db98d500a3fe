import Headrace

/// Asks for the player's name, for ``Quiz``.
@Reducer
struct QuizLobby {
  struct State: Equatable {
    var name = ""
  }

  enum Action: Equatable {
    case nameChanged(String)
    case startButtonTapped
    case delegate(Delegate)
  }

  @CasePathable
  enum Delegate: Equatable {
    case started(player: String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nameChanged(let name):
        state.name = name
        return .none
      case .startButtonTapped:
        return state.name.isEmpty ? .none : .send(.delegate(.started(player: state.name)))
      case .delegate:
        return .none
      }
    }
  }
}
