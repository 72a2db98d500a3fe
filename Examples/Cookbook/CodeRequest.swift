import Headrace

/// Sends a code to an address; the first step of ``DeviceRegistration``.
@Reducer
struct CodeRequest {
  struct State: Equatable {
    let email: String
    var hasFailed = false
  }

  enum Action: Equatable {
    case sendButtonTapped
    case cancelButtonTapped
    case failed
    case delegate(Delegate)
  }

  @CasePathable
  enum Delegate: Equatable {
    case codeSent(email: String)
  }

  private enum CancelID { case sending }

  @Dependency(\.accounts) private var accounts
  @Dependency(\.dismiss) private var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .sendButtonTapped:
        state.hasFailed = false
        return .run { [accounts, email = state.email] send in
          try await accounts.sendCode(email: email)
          await send(.delegate(.codeSent(email: email)))
        } catch: { _, send in
          await send(.failed)
        }
        .cancellable(id: CancelID.sending, cancelInFlight: true)
      case .cancelButtonTapped:
        // This is the root of its stack, so the whole stack is dismissed.
        return .run { [dismiss] _ in await dismiss() }
      case .failed:
        state.hasFailed = true
        return .none
      case .delegate:
        return .none
      }
    }
  }
}
