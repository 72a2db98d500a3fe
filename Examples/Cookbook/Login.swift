import Headrace

/// Asks for a name, for ``LoginFlow``.
@Reducer
struct Login {
  @ObservableState
  struct State: Equatable {
    var email = ""
    var phase = Phase.editing
  }

  /// The progress of the login.
  enum Phase: Equatable {
    case editing
    case waiting
    case deviceIsUnknown
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
    case registerButtonTapped
  }

  @CasePathable
  enum Inner: Equatable {
    case answered(name: String)
    case failed(Phase)
  }

  @CasePathable
  enum Delegate: Equatable {
    case loggedIn(name: String)
    case registrationRequested(email: String)
  }

  private enum CancelID { case logIn }

  @Dependency(\.accounts) private var accounts

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        // The answer for an address that has changed must not log anybody in.
        state.phase = .editing
        return .cancel(id: CancelID.logIn)
      case .view(.logInButtonTapped):
        guard state.phase != .waiting else { return .none }
        state.phase = .waiting
        return .run { [accounts, email = state.email] send in
          await send(.inner(.answered(name: try await accounts.logIn(email: email))))
        } catch: { error, send in
          await send(
            .inner(.failed(error is Accounts.UnknownDevice ? .deviceIsUnknown : .unavailable)))
        }
        .cancellable(id: CancelID.logIn)
      case .view(.registerButtonTapped):
        if state.phase == .waiting { state.phase = .editing }
        return .merge(
          .cancel(id: CancelID.logIn),
          .send(.delegate(.registrationRequested(email: state.email))))
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
