package import Headrace
package import VaultClient

/// Opens a locked wallet with its passcode.
@Reducer
package struct UnlockWallet {
  /// The state of the flow.
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    /// True while the vault is deriving its key.
    package var isUnlocking = false
    /// The reason the last passcode was refused.
    package var failure: AuthFailure?
    /// The reason the wallet was locked; nil if it has not been open.
    package let reason: LockReason?

    /// Creates the screen.
    package init(reason: LockReason? = nil) {
      self.reason = reason
    }
  }

  /// The reason an open wallet was locked.
  package enum LockReason: Codable, Equatable, Sendable {
    /// The owner requested it.
    case request
    /// No key was pressed for a while.
    case idleness
    /// Too many wrong passcodes were typed while the wallet was open.
    case wrongPasscodes
    /// A payment locked the vault, and a screen needs the keys.
    case payment
    /// The vault was found locked when a signature was requested.
    case signature
  }

  /// The feature's actions.
  package enum Action: Codable, Sendable {
    case view(View)
    case inner(Inner)
    case delegate(Delegate)
  }

  /// Actions of the user.
  @CasePathable
  package enum View: Codable, Equatable, Sendable {
    case passcodeEntered(SecretHandle)
    /// The vault received the passcode directly from the host, and is open.
    case vaultOpened
  }

  /// Results of effects.
  @CasePathable
  package enum Inner: Codable, Equatable, Sendable {
    case unlocked([VaultAccount])
    case failed(AuthFailure)
  }

  /// Actions that the parent handles.
  @CasePathable
  package enum Delegate: Codable, Equatable, Sendable {
    case unlocked([VaultAccount])
  }

  @Dependency(\.vault) var vault

  /// Creates the feature.
  package init() {}

  /// Routes each action to its handler.
  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(.passcodeEntered(let passcode)):
        unlock(&state, with: passcode)
      case .view(.vaultOpened):
        lookUpAccounts(&state)
      case .inner(let action):
        handleInnerAction(state: &state, action: action)
      case .delegate:
        .none
      }
    }
  }

  private func unlock(_ state: inout State, with passcode: SecretHandle) -> Effect<Action> {
    guard !state.isUnlocking else {
      return .run { [vault] _ in await vault.discard(passcode) }
    }
    state.isUnlocking = true
    state.failure = nil
    return .run { [vault] send in
      await send(.inner(.unlocked(try await vault.unlock(passcode))))
    } catch: { error, send in
      await send(.inner(.failed(AuthFailure(error))))
    }
  }

  private func lookUpAccounts(_ state: inout State) -> Effect<Action> {
    guard !state.isUnlocking else { return .none }
    state.isUnlocking = true
    state.failure = nil
    return .run { [vault] send in
      guard case .unlocked(let accounts) = try await vault.status() else {
        // It was locked again in the meantime.
        return await send(.inner(.failed(.interrupted)))
      }
      await send(.inner(.unlocked(accounts)))
    } catch: { error, send in
      await send(.inner(.failed(AuthFailure(error))))
    }
  }

  private func handleInnerAction(state: inout State, action: Inner) -> Effect<Action> {
    state.isUnlocking = false
    switch action {
    case .unlocked(let accounts):
      return .send(.delegate(.unlocked(accounts)))
    case .failed(let failure):
      state.failure = failure
      return .none
    }
  }
}
