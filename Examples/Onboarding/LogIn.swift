import Headrace

/// Asks for the member's name.
@Reducer
struct LogIn {
  struct State: Equatable {
    var name = ""
    var phase = Phase.typing
  }

  enum Phase: Equatable {
    case typing, waiting, refused
  }

  enum Action: Equatable {
    case view(View)
    case inner(Inner)
    case delegate(Delegate)
  }

  @CasePathable
  enum View: Equatable {
    case nameChanged(String)
    case logInButtonTapped
  }

  @CasePathable
  enum Inner: Equatable {
    case answered(Member)
    case refused
  }

  @CasePathable
  enum Delegate: Equatable {
    case loggedIn(Member)
  }

  private enum CancelID { case logIn }

  @Dependency(\.club) private var club

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .view(.nameChanged(let name)):
      state.name = name
      state.phase = .typing
      return .cancel(id: CancelID.logIn)
    case .view(.logInButtonTapped):
      state.phase = .waiting
      return .run { [club, name = state.name] send in
        await send(.inner(.answered(try await club.logIn(name: name))))
      } catch: { _, send in
        await send(.inner(.refused))
      }
      .cancellable(id: CancelID.logIn, cancelInFlight: true)
    case .inner(.answered(let member)):
      return .send(.delegate(.loggedIn(member)))
    case .inner(.refused):
      state.phase = .refused
      return .none
    case .delegate:
      return .none
    }
  }
}
