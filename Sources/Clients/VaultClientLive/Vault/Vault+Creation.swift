import DurableFiles
import EthereumCrypto
import EthereumKeys
import VaultClient

extension Vault {
  /// A phrase that is not written yet.
  struct Creation {
    let handle: PhraseHandle

    /// The entropy of the phrase, or a private key that was imported.
    let origin: VaultOrigin

    /// True if the owner has shown that they have the phrase.
    var isConfirmed: Bool

    /// The positions to confirm, until they are answered.
    var challenge: ConfirmationChallenge?

    /// The passcode for the vault.
    var passcode: SecretBox?
  }

  /// The number of words to confirm.
  static let challengeCount = 3

  // MARK: - Getting a phrase

  func beginCreation(wordCount: Int) throws(CreationRefusal) -> PhraseHandle {
    guard let byteCount = VaultKeys.entropyByteCount(wordCount: wordCount) else {
      throw .unsupportedWordCount(wordCount)
    }
    try requireNoVault(exists: CreationRefusal.vaultExists) { .storage($0) }
    let entropy = SecretBox(environment.random.secret(byteCount))
    return begin(with: .phrase(entropy: entropy), wordCount: wordCount, isConfirmed: false)
  }

  func importPhrase(_ handle: SecretHandle) throws(PhraseImportRefusal) -> PhraseHandle {
    guard let phrase = deposits.spend(handle, at: now) else { throw .secretGone }
    try requireNoVault(exists: PhraseImportRefusal.vaultExists) { .storage($0) }
    let (origin, wordCount) = try VaultOrigin.read(phrase) { position, suggestions in
      let words = SecretBytes(Array(suggestions.joined(separator: " ").utf8))
      display.suggest(position, words)
    }
    guard configuration.acceptsPublishedPhrases || !origin.isPublished else { throw .published }
    return begin(with: origin, wordCount: wordCount, isConfirmed: true)
  }

  func abandonCreation(_ handle: PhraseHandle) {
    if creation?.handle == handle { creation = nil }
  }

  private func begin(
    with origin: VaultOrigin, wordCount: Int, isConfirmed: Bool
  ) -> PhraseHandle {
    let handle = PhraseHandle(id: nextPhraseID(), wordCount: wordCount)
    creation = Creation(handle: handle, origin: origin, isConfirmed: isConfirmed)
    return handle
  }

  // MARK: - Confirming it

  func showPhrase(_ handle: PhraseHandle) throws(PhraseDisplayRefusal) {
    guard let creation, creation.handle == handle else { throw .phraseGone }
    let phrase = VaultKeys.backup(creation.origin)
    do throws(PhraseDisplay.Unavailable) {
      try display.show(phrase.bytes)
    } catch {
      throw .displayUnavailable
    }
  }

  func confirmationChallenge(
    _ handle: PhraseHandle
  ) throws(ConfirmationRefusal) -> ConfirmationChallenge {
    guard creation?.handle == handle else { throw .phraseGone }
    // The first three of all positions, shuffled.
    var places = Array(1...handle.wordCount)
    for index in 0..<Self.challengeCount {
      places.swapAt(index, index + environment.random.below(places.count - index))
    }
    let challenge = ConfirmationChallenge(positions: places[..<Self.challengeCount].sorted())
    creation?.challenge = challenge
    return challenge
  }

  func checkConfirmation(
    _ handle: PhraseHandle, _ words: [SecretHandle]
  ) throws(ConfirmationRefusal) {
    // Every handle is spent, whatever the outcome.
    let typed = words.map { deposits.spend($0, at: now) }
    guard let creation, creation.handle == handle else { throw .phraseGone }
    guard let positions = creation.challenge?.positions, positions.count == words.count else {
      throw .noChallenge
    }
    self.creation?.challenge = nil
    var wrong: [Int] = []
    for (position, word) in zip(positions, typed) {
      guard let word else { throw .secretGone }
      guard case .phrase(let entropy) = creation.origin,
        VaultKeys.isWord(word, atPosition: position, ofEntropy: entropy)
      else {
        wrong.append(position)
        continue
      }
    }
    guard wrong.isEmpty else { throw .wrongWords(positions: wrong) }
    self.creation?.isConfirmed = true
  }

  // MARK: - Choosing a passcode

  func checkPasscode(
    _ policy: PasscodePolicy, _ handle: SecretHandle
  ) throws(PasscodeRefusal) {
    guard let passcode = deposits.peek(handle, at: now) else { throw .secretGone }
    try VaultCrypto.check(passcode, policy: policy)
  }

  func setPasscode(
    _ handle: PhraseHandle, _ policy: PasscodePolicy, new: SecretHandle, confirmation: SecretHandle
  ) throws(PasscodeRefusal) {
    let passcode = deposits.spend(new, at: now)
    let repeated = deposits.spend(confirmation, at: now)
    guard creation?.handle == handle else { throw .phraseGone }
    guard let passcode, let repeated else { throw .secretGone }
    try VaultCrypto.check(passcode, policy: policy)
    guard
      VaultCrypto.areEqual(
        VaultCrypto.normalized(passcode), VaultCrypto.normalized(repeated))
    else { throw .mismatch }
    creation?.passcode = passcode
  }

  // MARK: - Writing the vault

  func commit(_ handle: PhraseHandle) async throws(CommitRefusal) -> CommittedVault {
    guard let creation, creation.handle == handle else { throw .phraseGone }
    guard creation.isConfirmed else { throw .notConfirmed }
    guard let passcode = creation.passcode else { throw .noPasscode }
    let deviceKey = try prepareDeviceKey()
    let salt = VaultCrypto.publicRandom(VaultFile.saltByteCount, environment.random)
    defer { progressBoard.post(.idle) }
    let key: SecretBox
    do throws(VaultKeyDerivation.Failure) {
      key = try await VaultKeyDerivation.vaultKey(
        passcode: passcode, deviceKey: deviceKey, cost: configuration.scrypt, salt: salt,
        progress: progressBoard, environment: environment)
    } catch {
      throw CommitRefusal(error)
    }
    // Other operations ran in the meantime.
    guard self.creation?.handle == handle else { throw .phraseGone }
    progressBoard.post(.finishing)
    let payload = VaultPayload(creation.origin)
    let file = VaultCrypto.seal(
      payload, key: key, deviceKeyID: VaultCrypto.deviceKeyID(deviceKey),
      cost: configuration.scrypt, salt: salt,
      nonce: VaultCrypto.publicRandom(VaultFile.nonceByteCount, environment.random),
      openings: Self.openingsOfANewVault)
    setAsidePath = try write(file, sealedWith: deviceKey)
    self.creation = nil
    open = OpenVault(key: key, salt: salt, accounts: payload.accounts)
    return CommittedVault(accounts: payload.accounts, setAsidePath: setAsidePath)
  }

  /// A new vault is open, which is its first opening: from then on, an older ledger is detected.
  private static let openingsOfANewVault: UInt64 = 1

  /// Reads the device key, or creates one if none exists.
  private func prepareDeviceKey() throws(CommitRefusal) -> SecretBox {
    try disk.withLock(refusal: { .storage($0) }) { () throws(CommitRefusal) in
      try requireNoVault(exists: CommitRefusal.vaultExists) { .storage($0) }
      do throws(VaultStorageFailure) {
        if let key = try disk.readDeviceKey() { return key }
        let key = SecretBox(environment.random.secret(VaultCrypto.deviceKeyByteCount))
        try disk.writeDeviceKey(key)
        return key
      } catch {
        throw .storage(error)
      }
    }
  }

  /// Writes a first vault after its cleared ledger; returns the new path of an unreadable one.
  private func write(
    _ file: VaultFile, sealedWith deviceKey: SecretBox
  ) throws(CommitRefusal) -> String? {
    try disk.withLock(refusal: { .storage($0) }) { () throws(CommitRefusal) in
      try requireNoVault(exists: CommitRefusal.vaultExists) { .storage($0) }
      do throws(VaultStorageFailure) {
        // Another process may have erased it in the meantime.
        _ = try disk.readDeviceKey(of: file)
        let setAsidePath = try disk.setUnreadableVaultAside()
        try disk.writeLedger(.cleared(at: now, openings: file.openings))
        try disk.writeVault(file)
        return setAsidePath
      } catch {
        throw .storage(error)
      }
    }
  }

  /// Throws if a vault exists, or one that must not be replaced; a damaged one counts as none.
  private func requireNoVault<Refusal: Error>(
    exists: Refusal, storage: (VaultStorageFailure) -> Refusal
  ) throws(Refusal) {
    do throws(VaultStorageFailure) {
      guard try disk.readVault() != nil else { return }
    } catch .damaged(let path) where path == disk.vaultFile.path {
      return
    } catch {
      throw storage(error)
    }
    throw exists
  }
}

extension CommitRefusal {
  /// Converts a failed derivation into an error of a commit.
  init(_ failure: VaultKeyDerivation.Failure) {
    switch failure {
    case .cancelled: self = .cancelled
    case .outOfMemory: self = .storage(.outOfMemory)
    }
  }
}
