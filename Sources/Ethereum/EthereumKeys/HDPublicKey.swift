package import EthereumCrypto
package import EthereumPrimitives

/// A public key from which further public keys are derived, without the private ones.
///
/// - SeeAlso: BIP-32.
package struct HDPublicKey: Hashable, Sendable {
  /// The key itself.
  package let publicKey: PublicKey
  /// The chain code, which enters the derivation of children.
  package let chainCode: Hash32
  /// The position of the key in its tree.
  package let metadata: HDKeyMetadata

  init(publicKey: PublicKey, chainCode: Hash32, metadata: HDKeyMetadata) {
    self.publicKey = publicKey
    self.chainCode = chainCode
    self.metadata = metadata
  }

  /// The address of the key's account.
  package var address: Address { publicKey.address }

  /// The 20-byte hash of the key.
  package var identifier: [UInt8] {
    RIPEMD160.hash(Digest.sha256(publicKey.compressed).bytes)
  }

  /// The first four bytes of the identifier, which are stored in children.
  package var fingerprint: UInt32 {
    identifier.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Derives the child for a step that is not hardened.
  ///
  /// - Throws: `HDKeyError.hardenedChildOfPublicKey`, `.tooDeep`, or `.keyOutOfRange`, in which
  ///   case use the next number.
  /// - SeeAlso: BIP-32, "Public parent key → public child key".
  package func child(_ step: DerivationPath.Step) throws(HDKeyError) -> HDPublicKey {
    guard !step.isHardened else { throw .hardenedChildOfPublicKey }
    let metadata = try metadata.child(step, of: fingerprint)
    let number = withUnsafeBytes(of: step.rawValue.bigEndian) { Array($0) }
    let message = publicKey.compressed + number
    let code = HMACSHA512.authenticationCode(for: message, key: chainCode.bytes)
    let (tweak, childCode) = code.withUnsafeBytes { halves($0) }
    do {
      return HDPublicKey(
        publicKey: try publicKey.adding(tweak: tweak), chainCode: childCode, metadata: metadata)
    } catch {
      throw .keyOutOfRange
    }
  }

  /// Derives the key at the end of a path that starts at this key.
  ///
  /// - Throws: The errors of `child(_:)`.
  package func descendant(_ path: DerivationPath) throws(HDKeyError) -> HDPublicKey {
    var key = self
    for step in path.steps { key = try key.child(step) }
    return key
  }

  /// Returns the key as text: `xpub…`.
  package func serialized(versions: HDKeyVersions = .standard) -> String {
    var form = SecretBytes(count: HDKeyForm.byteCount)
    let compressed = publicKey.compressed
    form.withUnsafeMutableBytes { form in
      compressed.withUnsafeBytes { key in
        chainCode.withUnsafeBytes { chainCode in
          HDKeyForm.encode(
            version: versions.publicKey, metadata: metadata, chainCode: chainCode, key: key,
            to: form)
        }
      }
    }
    return Base58Check.encode(form).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads a text such as `xpub…`.
  ///
  /// - Throws: `HDKeyError`.
  package init(
    serialized text: some StringProtocol, versions: HDKeyVersions = .standard
  ) throws(HDKeyError) {
    let form = try Base58Check.decode(
      SecretBytes(text.utf8), payloadByteCount: HDKeyForm.byteCount)
    self = try form.withUnsafeBytes { (form) throws(HDKeyError) in
      let metadata = try HDKeyForm.metadata(form, version: versions.publicKey)
      guard let chainCode = Hash32(bytes: HDKeyForm.chainCode(form)) else {
        preconditionFailure("a chain code has 32 bytes")
      }
      do {
        return HDPublicKey(
          publicKey: try PublicKey(bytes: Array(HDKeyForm.key(form))), chainCode: chainCode,
          metadata: metadata)
      } catch {
        throw .notAPublicKey
      }
    }
  }
}

/// Returns the two halves of 64 bytes.
func halves(_ bytes: UnsafeRawBufferPointer) -> (Hash32, Hash32) {
  guard let base = bytes.baseAddress else { preconditionFailure("a code has an address") }
  return (Hash32(loadingFrom: base), Hash32(loadingFrom: base + Hash32.byteCount))
}
