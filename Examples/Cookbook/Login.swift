import Headrace

/// Asks for email and password, for ``LoginFlow``.
@Reducer
struct Login {
  @ObservableState
  struct State: Equatable {
    var email = ""
    var password = ""
    var phase = Phase.editing
  }

  /// Where the login stands.
  enum Phase: Equatable {
    case editing
    case waiting
    case refused
    case unavailable
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case view(View)
    case inner(Inner)
    case delegate(Delegate)
  }

  @CasePathable
  enum View: Equatable {
    case logInButtonTapped
    case passwordForgottenButtonTapped
  }

  @CasePathable
  enum Inner: Equatable {
    case answered(name: String)
    case failed(Phase)
  }

  @CasePathable
  enum Delegate: Equatable {
    case loggedIn(name: String)
    case passwordForgotten(email: String)
  }

  @Dependency(\.accounts) private var accounts

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        state.phase = .editing
        return .none
      case .view(.logInButtonTapped):
        guard state.phase != .waiting else { return .none }
        state.phase = .waiting
        return .run { [accounts, email = state.email, password = state.password] send in
          let name = try await accounts.logIn(email: email, password: password)
          await send(.inner(.answered(name: name)))
        } catch: { error, send in
          await send(.inner(.failed(error is Accounts.Refused ? .refused : .unavailable)))
        }
      case .view(.passwordForgottenButtonTapped):
        return .send(.delegate(.passwordForgotten(email: state.email)))
      case .inner(.answered(let name)):
        return .send(.delegate(.loggedIn(name: name)))
      case .inner(.failed(let phase)):
        state.phase = phase
        return .none
      case .delegate:
        return .none
      }
    }
  }
}
