package import PasscodeFeature
package import VaultClient
package import VaultClientLive

extension PasscodeClient {
  /// Returns the wallet's passcode: the typed text is in the host's entry, the set one in the
  /// vault.
  ///
  /// The correct passcode opens the vault; a first one belongs to the phrase being created.
  ///
  /// - Parameters:
  ///   - entry: The host's entry.
  ///   - vault: The vault.
  ///   - bound: The vault as the screens use it; the vault itself by default.
  package static func live(
    _ entry: SecretEntry, _ vault: Vault, bound: VaultClient? = nil
  ) -> PasscodeClient {
    let client = bound ?? VaultClient.live(vault)
    return PasscodeClient(
      deposit: { PasscodeHandle(await vault.deposit(entry.take())) },
      clear: { entry.clear() },
      discard: { await client.discard($0.secret) },
      standing: {
        do throws(VaultStorageFailure) {
          guard case .locked(let allowance) = try await client.status() else { return .unlimited }
          return PasscodeStanding(allowance)
        } catch {
          // Trying a passcode shows the error.
          return .unlimited
        }
      },
      check: { passcode throws(PasscodeFailure) in
        do throws(UnlockRefusal) {
          _ = try await client.unlock(passcode.secret)
        } catch {
          throw PasscodeFailure(refusal: error)
        }
      },
      authorizeChange: { passcode throws(PasscodeFailure) in
        do throws(AuthorizationRefusal) {
          return PasscodeLeave(id: try await client.authorize(.changePasscode, passcode.secret).id)
        } catch {
          guard case .passcode(let refusal) = error else { throw .trouble(PasscodeTrouble(error)) }
          throw PasscodeFailure(refusal: refusal)
        }
      },
      judge: { kind, passcode throws(PasscodeFailure) in
        do throws(PasscodeRefusal) {
          try await client.checkPasscode(kind.policy, passcode.secret)
        } catch {
          throw PasscodeFailure(refusal: error)
        }
      },
      set: { kind, new, confirmation throws(PasscodeFailure) in
        do throws(PasscodeRefusal) {
          guard let phrase = await vault.phraseInCreation else { throw .phraseGone }
          try await client.setPasscode(phrase, kind.policy, new.secret, confirmation.secret)
        } catch {
          throw PasscodeFailure(refusal: error)
        }
      },
      change: { leave, kind, new, confirmation throws(PasscodeFailure) in
        do throws(PasscodeChangeRefusal) {
          try await client.changePasscode(
            Authorization(id: leave.id), kind.policy, new.secret, confirmation.secret)
        } catch {
          throw PasscodeFailure(refusal: error)
        }
      })
  }
}

// MARK: - Converting Values of the Vault

extension PasscodeHandle {
  /// Creates a handle for a secret that the vault keeps.
  fileprivate init(_ secret: SecretHandle) {
    self.init(id: secret.id, lease: secret)
  }

  /// The vault's handle, of which this one is a copy.
  fileprivate var secret: SecretHandle { lease as? SecretHandle ?? SecretHandle(id: id) }
}

extension PasscodeKind {
  /// The vault's policy, which has these two kinds.
  var policy: PasscodePolicy {
    switch self {
    case .digits: .pin
    case .passphrase: .passphrase
    }
  }
}

extension PasscodeStanding {
  fileprivate init(_ allowance: UnlockAllowance) {
    switch allowance {
    case .tries(let left): self = .tries(left: left)
    case .backedOff(let date): self = .backedOff(until: date)
    }
  }
}

extension PasscodeFailure {
  /// Converts the vault's reason for not opening.
  init(refusal: UnlockRefusal) {
    switch refusal {
    case .secretGone: self = .gone
    case .wrongPasscode(let left): self = .wrong(.tries(left: left))
    case .wrongPasscodeThenBackedOff(let date): self = .wrong(.backedOff(until: date))
    case .backedOff(let date): self = .backedOff(until: date)
    case .notText: self = .notText
    case .cancelled: self = .interrupted
    case .noVault, .storage: self = .trouble(PasscodeTrouble(refusal))
    }
  }

  /// Converts the vault's reason for refusing a new passcode.
  init(refusal: PasscodeRefusal) {
    switch refusal {
    case .secretGone: self = .gone
    case .tooShort(let minimum): self = .tooShort(minimum: minimum)
    case .tooLong(let maximum): self = .tooLong(maximumByteCount: maximum)
    case .notDigits(let count): self = .notDigits(count: count)
    case .notText: self = .notText
    case .tooCommon: self = .tooCommon
    case .mismatch: self = .mismatch
    case .phraseGone: self = .trouble(PasscodeTrouble(refusal))
    }
  }

  /// Converts the vault's reason for not changing the passcode.
  init(refusal: PasscodeChangeRefusal) {
    switch refusal {
    case .passcode(let refusal): self = PasscodeFailure(refusal: refusal)
    case .authorization(.gone): self = .leaveGone
    case .cancelled: self = .interrupted
    case .authorization, .storage: self = .trouble(PasscodeTrouble(refusal))
    }
  }
}

extension FailureText {
  /// Returns the text for an error that kept the wallet from checking or setting a passcode.
  static func failure(_ trouble: PasscodeTrouble) -> CommandFailure {
    switch trouble.error {
    case let refusal as UnlockRefusal: unlock(refusal)
    case let refusal as AuthorizationRefusal: authorization(refusal)
    case let refusal as PasscodeRefusal: passcode(refusal)
    case PasscodeChangeRefusal.storage(let failure): storage(failure)
    case PasscodeChangeRefusal.authorization(let refusal): spending(refusal)
    default: locked
    }
  }
}
