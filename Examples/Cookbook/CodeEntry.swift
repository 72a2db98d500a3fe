import Headrace

/// Asks for the code that was mailed; the last step of ``DeviceRegistration``.
@Reducer
struct CodeEntry {
  struct State: Equatable {
    let email: String
    var hasFailed = false
  }

  enum Action: Equatable {
    case codeEntered(String)
    case failed
    case backButtonTapped
    case delegate(Delegate)
  }

  @CasePathable
  enum Delegate: Equatable {
    case accepted
  }

  private enum CancelID { case registration }

  @Dependency(\.accounts) private var accounts
  @Dependency(\.dismiss) private var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .codeEntered(let code):
        state.hasFailed = false
        return .run { [accounts, email = state.email] send in
          try await accounts.registerDevice(email: email, code: code)
          await send(.delegate(.accepted))
        } catch: { _, send in
          await send(.failed)
        }
        .cancellable(id: CancelID.registration, cancelInFlight: true)
      case .failed:
        state.hasFailed = true
        return .none
      case .backButtonTapped:
        return .run { [dismiss] _ in await dismiss() }
      case .delegate:
        return .none
      }
    }
  }
}
