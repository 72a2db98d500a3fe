package import Headrace
package import VaultClient

/// Opens a locked wallet by its passcode.
@Reducer
package struct UnlockWallet {
  /// How far the flow has come.
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    /// Whether the vault derives its key.
    package var isUnlocking = false
    /// Why the last passcode was refused.
    package var failure: AuthFailure?
    /// Why the wallet was locked; nil where it was never open.
    package let reason: LockReason?

    /// Creates the screen.
    package init(reason: LockReason? = nil) {
      self.reason = reason
    }
  }

  /// Why a wallet that was open is locked.
  package enum LockReason: Codable, Equatable, Sendable {
    /// The owner asked for it.
    case request
    /// Nothing was typed for a while.
    case idleness
    /// Too many wrong passcodes were typed where it was open.
    case wrongPasscodes
    /// A payment locked the keys, and a screen needs them.
    case payment
    /// The vault was found locked when something was to be signed.
    case signature
  }

  /// What can happen.
  package enum Action: Codable, Sendable {
    case view(View)
    case inner(Inner)
    case delegate(Delegate)
  }

  /// What the user did.
  @CasePathable
  package enum View: Codable, Equatable, Sendable {
    case passcodeEntered(SecretHandle)
    /// The vault took the passcode from the host itself, and is open.
    case vaultOpened
  }

  /// What came back.
  @CasePathable
  package enum Inner: Codable, Equatable, Sendable {
    case unlocked([VaultAccount])
    case failed(AuthFailure)
  }

  /// What the parent is told.
  @CasePathable
  package enum Delegate: Codable, Equatable, Sendable {
    case unlocked([VaultAccount])
  }

  @Dependency(\.vault) var vault

  /// Creates the feature.
  package init() {}

  /// Routes what happened to its handler.
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
        // It was locked again meanwhile.
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
