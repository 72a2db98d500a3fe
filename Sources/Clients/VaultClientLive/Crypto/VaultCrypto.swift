import EthereumCrypto
import EthereumKeys
import EthereumPrimitives
import VaultClient

/// The vault's use of ciphers and hashes; only this type and ``VaultKeys`` look into secrets.
enum VaultCrypto {
  /// The size of a device key.
  static let deviceKeyByteCount = 32

  /// Returns the hash at the end of a vault file.
  static func hash(_ bytes: [UInt8]) -> [UInt8] {
    Keccak256.hash(bytes).bytes
  }

  // MARK: - Keys

  /// Derives the key of a vault; nil if the system has not enough memory.
  static func vaultKey(
    passcode: SecretBox, deviceKey: SecretBox, cost: ScryptCost, salt: [UInt8]
  ) -> SecretBox? {
    // Binds both to one password of a fixed size: without the device key it has 256 unknown bits.
    let password = authenticationCode(of: passcode.bytes, key: deviceKey.bytes)
    // Not a secret, but such a buffer can return one that is.
    let salt = SecretBytes(salt)
    do throws(KeyStretchingError) {
      let key = try password.withUnsafeBytes { password throws(KeyStretchingError) in
        try salt.withUnsafeBytes { salt throws(KeyStretchingError) in
          try Scrypt.deriveKey(
            password, salt: salt, n: cost.n, r: cost.r, p: cost.p,
            byteCount: AuthenticatedBox.keyByteCount)
        }
      }
      return SecretBox(key)
    } catch {
      // The parameters are valid, so the cause is a lack of memory.
      return nil
    }
  }

  /// Derives a key in vain, to measure the time.
  static func spendTime(cost: ScryptCost) {
    let nothing = SecretBox(SecretBytes(count: 32))
    _ = vaultKey(passcode: nothing, deviceKey: nothing, cost: cost, salt: [0])
  }

  /// Returns the id of a device key in a vault file: it distinguishes keys, and reveals nothing.
  static func deviceKeyID(_ key: SecretBox) -> [UInt8] {
    let label = SecretBytes("headrace device key".utf8)
    let code = authenticationCode(of: label, key: key.bytes)
    return code.withUnsafeBytes { Array($0.prefix(VaultFile.deviceKeyIDByteCount)) }
  }

  private static func authenticationCode(
    of message: borrowing SecretBytes, key: borrowing SecretBytes
  ) -> SecretBytes {
    key.withUnsafeBytes { key in
      message.withUnsafeBytes { HMACSHA512.authenticationCode(for: $0, key: key) }
    }
  }

  // MARK: - Sealing

  static func seal(
    _ payload: VaultPayload, key: SecretBox, deviceKeyID: [UInt8], cost: ScryptCost,
    salt: [UInt8], nonce: [UInt8], openings: UInt64? = nil, journal: JournalMark? = nil
  ) -> VaultFile {
    var file = VaultFile(
      cost: cost, salt: salt, deviceKeyID: deviceKeyID, nonce: nonce, openings: openings,
      journal: journal)
    do throws(AuthenticatedBoxError) {
      file.sealed = try AuthenticatedBox.seal(
        payload.encoded.bytes, key: key.bytes, nonce: nonce, authenticating: file.associatedData)
    } catch {
      preconditionFailure("Sealing with a key of 32 and a nonce of 12 bytes was refused: \(error)")
    }
    return file
  }

  /// Opens a vault; nil if the key is wrong, or the file was changed.
  static func open(_ file: VaultFile, key: SecretBox) -> SecretBox? {
    do throws(AuthenticatedBoxError) {
      return SecretBox(
        try AuthenticatedBox.open(
          file.sealed, key: key.bytes, nonce: file.nonce, authenticating: file.associatedData))
    } catch {
      return nil
    }
  }

  /// Seals the sessions of a vault, with a key derived from the vault's.
  static func seal(
    _ payload: SessionsPayload, vaultKey: SecretBox, salt: [UInt8], nonce: [UInt8]
  ) -> SessionsFile {
    var file = SessionsFile(salt: salt, nonce: nonce)
    do throws(AuthenticatedBoxError) {
      file.sealed = try AuthenticatedBox.seal(
        payload.encoded.bytes, key: sessionsKey(vaultKey).bytes, nonce: nonce,
        authenticating: file.associatedData)
    } catch {
      preconditionFailure("Sealing with a key of 32 and a nonce of 12 bytes was refused: \(error)")
    }
    return file
  }

  /// Opens the sessions of a vault; nil if the key is wrong, or the file was changed.
  static func open(_ file: SessionsFile, vaultKey: SecretBox) -> SecretBox? {
    do throws(AuthenticatedBoxError) {
      return SecretBox(
        try AuthenticatedBox.open(
          file.sealed, key: sessionsKey(vaultKey).bytes, nonce: file.nonce,
          authenticating: file.associatedData))
    } catch {
      return nil
    }
  }

  /// Returns a key for the sessions alone, so that no nonce is used with one key for two files.
  private static func sessionsKey(_ vaultKey: SecretBox) -> SecretBox {
    let label = SecretBytes("headrace sessions".utf8)
    let code = SecretBox(authenticationCode(of: label, key: vaultKey.bytes))
    return part(of: code, in: 0..<AuthenticatedBox.keyByteCount)
  }

  // MARK: - Comparing

  /// Compares two secrets in a time that depends only on their lengths.
  static func areEqual(_ first: SecretBox, _ second: SecretBox) -> Bool {
    first.bytes.isEqual(to: second.bytes)
  }

  /// Returns a passcode in its normal form, NFKD; invalid UTF-8 is returned unchanged.
  static func normalized(_ passcode: SecretBox) -> SecretBox {
    do throws(MnemonicError) {
      return SecretBox(try PassphraseNormalization.nfkd(passcode.bytes))
    } catch {
      return passcode
    }
  }

  /// Checks a passcode as typed and in its normal form, from which the key is derived, and which
  /// may be common although the typed text is not.
  static func check(_ passcode: SecretBox, policy: PasscodePolicy) throws(PasscodeRefusal) {
    try passcode.bytes.withUnsafeBytes { bytes throws(PasscodeRefusal) in
      try policy.check(bytes)
    }
    let normal = normalized(passcode)
    let isCommon = normal.bytes.withUnsafeBytes { CommonPasscodes.contain($0) }
    guard !isCommon else { throw .tooCommon }
  }

  // MARK: - Bytes

  /// Returns random bytes that need not be secret, such as a salt.
  static func publicRandom(_ byteCount: Int, _ random: VaultRandom) -> [UInt8] {
    random.secret(byteCount).withUnsafeBytes { Array($0) }
  }

  /// Overwrites bytes that were a secret.
  static func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) }
  }

  /// Copies a part of a secret to unprotected memory; for parts that are not secret, and for files
  /// that store it.
  static func exposedBytes(of secret: SecretBox, in range: Range<Int>? = nil) -> [UInt8] {
    secret.bytes.withUnsafeBytes { bytes in
      Array(bytes[range ?? 0..<bytes.count])
    }
  }

  /// Returns a part of a secret, protected like the whole.
  static func part(of secret: SecretBox, in range: Range<Int>) -> SecretBox {
    secret.bytes.withUnsafeBytes { bytes in
      SecretBox(SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[range])))
    }
  }

  /// Returns a secret between bytes that are not secret.
  static func joined(_ head: [UInt8], _ secret: SecretBox, _ tail: [UInt8]) -> SecretBox {
    var joined = SecretBytes(count: head.count + secret.bytes.count + tail.count)
    joined.withUnsafeMutableBytes { target in
      secret.bytes.withUnsafeBytes { bytes in
        target.copyBytes(from: head)
        UnsafeMutableRawBufferPointer(rebasing: target[head.count...]).copyMemory(from: bytes)
        UnsafeMutableRawBufferPointer(rebasing: target[(head.count + bytes.count)...])
          .copyBytes(from: tail)
      }
    }
    return SecretBox(joined)
  }
}
