package import EthereumCrypto
import EthereumPrimitives

/// A private key from which all keys of a wallet are derived.
///
/// - SeeAlso: BIP-32.
package struct HDPrivateKey: ~Copyable, Sendable {
  /// The position of the key in its tree.
  package let metadata: HDKeyMetadata

  private let key: PrivateKey
  private let chainCode: SecretBytes

  /// Derives the master key of a seed, such as a phrase's.
  ///
  /// - Throws: `HDKeyError.wrongSeedSize` unless there are 16 to 64 bytes; `.keyOutOfRange` by
  ///   chance, once in 2¹²⁷.
  /// - SeeAlso: BIP-32, "Master key generation".
  package init(seed: borrowing SecretBytes) throws(HDKeyError) {
    guard (16...64).contains(seed.count) else { throw .wrongSeedSize(found: seed.count) }
    let salt = Array("Bitcoin seed".utf8)
    let code = seed.withUnsafeBytes { HMACSHA512.authenticationCode(for: $0, key: salt) }
    self = try HDPrivateKey(
      key: Self.key(code.prefix(PrivateKey.byteCount)),
      chainCode: code.suffix(PrivateKey.byteCount), metadata: .master)
  }

  private init(
    key: consuming PrivateKey, chainCode: consuming SecretBytes, metadata: HDKeyMetadata
  ) {
    self.key = key
    self.chainCode = chainCode
    self.metadata = metadata
  }

  /// Returns the key itself, for signing.
  package borrowing func privateKey() -> PrivateKey { key.copy() }

  /// Returns the public half, which derives further public keys.
  package borrowing func publicKey() -> HDPublicKey {
    let chainCode = chainCode.withUnsafeBytes { Hash32(bytes: $0) }
    guard let chainCode else { preconditionFailure("a chain code has 32 bytes") }
    return HDPublicKey(publicKey: key.publicKey(), chainCode: chainCode, metadata: metadata)
  }

  /// Derives the child for a step.
  ///
  /// - Throws: `HDKeyError.tooDeep`, or `.keyOutOfRange`, in which case use the next number.
  /// - SeeAlso: BIP-32, "Private parent key → private child key".
  package borrowing func child(_ step: DerivationPath.Step) throws(HDKeyError) -> HDPrivateKey {
    let parent = publicKey()
    let metadata = try metadata.child(step, of: parent.fingerprint)
    var message = SecretBytes(count: PublicKey.compressedByteCount + 4)
    message.withUnsafeMutableBytes { message in
      if step.isHardened {
        key.withUnsafeBytes { message[1..<PublicKey.compressedByteCount].copyBytes(from: $0) }
      } else {
        message.copyBytes(from: parent.publicKey.compressed)
      }
      message.storeBytes(
        of: step.rawValue.bigEndian, toByteOffset: PublicKey.compressedByteCount, as: UInt32.self)
    }
    let code = message.withUnsafeBytes { message in
      chainCode.withUnsafeBytes { HMACSHA512.authenticationCode(for: message, key: $0) }
    }
    do {
      return HDPrivateKey(
        key: try key.adding(tweak: code.prefix(PrivateKey.byteCount)),
        chainCode: code.suffix(PrivateKey.byteCount), metadata: metadata)
    } catch {
      throw .keyOutOfRange
    }
  }

  /// Derives the key at the end of a path that starts at this key.
  ///
  /// - Throws: The errors of `child(_:)`.
  package borrowing func descendant(_ path: DerivationPath) throws(HDKeyError) -> HDPrivateKey {
    var key = HDPrivateKey(key: key.copy(), chainCode: chainCode.copy(), metadata: metadata)
    for step in path.steps { key = try key.child(step) }
    return key
  }

  /// Returns the key as text: `xprv…`, in ASCII.
  package borrowing func serialized(versions: HDKeyVersions = .standard) -> SecretBytes {
    var form = SecretBytes(count: HDKeyForm.byteCount)
    form.withUnsafeMutableBytes { form in
      key.withUnsafeBytes { key in
        chainCode.withUnsafeBytes { chainCode in
          HDKeyForm.encode(
            version: versions.privateKey, metadata: metadata, chainCode: chainCode, key: key,
            to: form)
        }
      }
    }
    return Base58Check.encode(form)
  }

  /// Reads a text such as `xprv…`, in ASCII.
  ///
  /// - Throws: `HDKeyError`.
  package init(
    serialized text: borrowing SecretBytes, versions: HDKeyVersions = .standard
  ) throws(HDKeyError) {
    let form = try Base58Check.decode(text, payloadByteCount: HDKeyForm.byteCount)
    self = try form.withUnsafeBytes { (form) throws(HDKeyError) in
      let metadata = try HDKeyForm.metadata(form, version: versions.privateKey)
      let key = HDKeyForm.key(form)
      guard key[0] == 0 else { throw .wrongPrivateKeyPrefix(key[0]) }
      return HDPrivateKey(
        key: try Self.key(SecretBytes(copying: UnsafeRawBufferPointer(rebasing: key[1...]))),
        chainCode: SecretBytes(copying: HDKeyForm.chainCode(form)), metadata: metadata)
    }
  }

  private static func key(_ bytes: consuming SecretBytes) throws(HDKeyError) -> PrivateKey {
    do {
      return try PrivateKey(bytes)
    } catch {
      throw .keyOutOfRange
    }
  }
}

extension SecretBytes {
  fileprivate borrowing func prefix(_ count: Int) -> SecretBytes {
    withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
  }

  fileprivate borrowing func suffix(_ count: Int) -> SecretBytes {
    withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0.suffix(count))) }
  }
}
