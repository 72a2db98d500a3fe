import VaultClient

extension Vault {
  func changePasscode(
    _ authorization: Authorization, _ policy: PasscodePolicy, new: SecretHandle,
    confirmation: SecretHandle
  ) async throws(PasscodeChangeRefusal) {
    let passcode = deposits.spend(new, at: now)
    let repeated = deposits.spend(confirmation, at: now)
    // A new passcode that is refused does not spend the authorization.
    if authorizations.purpose(of: authorization, at: now) == .changePasscode {
      do throws(PasscodeRefusal) {
        try requireSame(passcode, repeated, policy)
      } catch {
        throw .passcode(error)
      }
    }
    try spend(
      authorization, for: .changePasscode, refusal: PasscodeChangeRefusal.authorization)
    guard let passcode else { throw .passcode(.secretGone) }
    let lockCount = lockCount
    let salt = VaultCrypto.publicRandom(VaultFile.saltByteCount, environment.random)
    defer { progressBoard.post(.idle) }
    let (deviceKey, key) = try await newKey(passcode, salt: salt)
    // The vault was locked in the meantime, so nothing more is done with it.
    guard lockCount == self.lockCount else { throw .authorization(.locked) }
    progressBoard.post(.finishing)
    try seal(under: key, salt: salt, deviceKey: deviceKey)
  }

  private func requireSame(
    _ passcode: SecretBox?, _ repeated: SecretBox?, _ policy: PasscodePolicy
  ) throws(PasscodeRefusal) {
    guard let passcode, let repeated else { throw .secretGone }
    try VaultCrypto.check(passcode, policy: policy)
    guard
      VaultCrypto.areEqual(
        VaultCrypto.normalized(passcode), VaultCrypto.normalized(repeated))
    else { throw .mismatch }
  }

  /// Returns the new key for the vault, and the device key that it is derived from.
  private func newKey(
    _ passcode: SecretBox, salt: [UInt8]
  ) async throws(PasscodeChangeRefusal) -> (deviceKey: SecretBox, key: SecretBox) {
    let (_, file, _) = try openPayload(
      locked: PasscodeChangeRefusal.authorization(.locked)
    ) { .storage($0) }
    let deviceKey: SecretBox
    do throws(VaultStorageFailure) {
      deviceKey = try disk.readDeviceKey(of: file)
    } catch {
      throw .storage(error)
    }
    do throws(VaultKeyDerivation.Failure) {
      let key = try await VaultKeyDerivation.vaultKey(
        passcode: passcode, deviceKey: deviceKey, cost: configuration.scrypt, salt: salt,
        progress: progressBoard, environment: environment)
      return (deviceKey, key)
    } catch {
      throw PasscodeChangeRefusal(error)
    }
  }

  /// Seals the current content of the vault under another key, and writes it.
  private func seal(
    under key: SecretBox, salt: [UInt8], deviceKey: SecretBox
  ) throws(PasscodeChangeRefusal) {
    try disk.withLock(refusal: { .storage($0) }) { () throws(PasscodeChangeRefusal) in
      // Another process may have added an account in the meantime, or changed the passcode itself.
      let (payload, file, _) = try openPayload(
        locked: PasscodeChangeRefusal.authorization(.locked)
      ) { .storage($0) }
      let changed = VaultCrypto.seal(
        payload, key: key, deviceKeyID: VaultCrypto.deviceKeyID(deviceKey),
        cost: configuration.scrypt, salt: salt,
        nonce: VaultCrypto.publicRandom(VaultFile.nonceByteCount, environment.random),
        openings: file.openings, journal: file.journal)
      do throws(VaultStorageFailure) {
        // The key that the vault is sealed with must be the one that the owner has.
        _ = try disk.readDeviceKey(of: changed)
        try disk.writeVault(changed)
      } catch {
        throw .storage(error)
      }
      open = OpenVault(key: key, salt: salt, accounts: payload.accounts)
      // Permissions given for the old passcode end with it.
      authorizations.voidAll()
    }
  }
}

extension PasscodeChangeRefusal {
  /// Converts a failed derivation into an error of a change.
  init(_ failure: VaultKeyDerivation.Failure) {
    switch failure {
    case .cancelled: self = .cancelled
    case .outOfMemory: self = .storage(.outOfMemory)
    }
  }
}
