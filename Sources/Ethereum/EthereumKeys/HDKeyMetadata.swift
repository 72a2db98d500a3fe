/// The kinds of extended keys, identified by the four bytes at their start.
///
/// - SeeAlso: BIP-32, "Serialization format"; SLIP-132.
package struct HDKeyVersions: Hashable, Sendable {
  /// `xprv` and `xpub`, which Ethereum uses too.
  package static let standard = HDKeyVersions(privateKey: 0x0488_ade4, publicKey: 0x0488_b21e)

  /// The version of private keys.
  package let privateKey: UInt32
  /// The version of public keys.
  package let publicKey: UInt32

  /// Creates a pair of versions.
  package init(privateKey: UInt32, publicKey: UInt32) {
    self.privateKey = privateKey
    self.publicKey = publicKey
  }
}

/// The position of an extended key in its tree.
package struct HDKeyMetadata: Hashable, Sendable {
  /// The position of a master key.
  package static let master = HDKeyMetadata(depth: 0, parentFingerprint: 0, number: 0)

  /// The number of steps from the master key: 0 to 255.
  package let depth: UInt8
  /// The first four bytes of the hash of the parent's public key; 0 for a master key.
  package let parentFingerprint: UInt32
  /// The number of the child, with the bit for hardened steps; 0 for a master key.
  package let number: UInt32

  /// Returns the position of a child.
  func child(_ step: DerivationPath.Step, of fingerprint: UInt32) throws(HDKeyError) -> Self {
    guard depth < .max else { throw .tooDeep }
    return Self(depth: depth + 1, parentFingerprint: fingerprint, number: step.rawValue)
  }
}

/// The binary form of an extended key: 78 bytes before the checksum.
enum HDKeyForm {
  static let byteCount = 78
  private static let chainCodeStart = 13
  private static let keyStart = 45

  static func encode(
    version: UInt32, metadata: HDKeyMetadata, chainCode: UnsafeRawBufferPointer,
    key: UnsafeRawBufferPointer, to form: UnsafeMutableRawBufferPointer
  ) {
    form.storeBytes(of: version.bigEndian, as: UInt32.self)
    form.storeBytes(of: metadata.depth, toByteOffset: 4, as: UInt8.self)
    form.storeBytes(of: metadata.parentFingerprint.bigEndian, toByteOffset: 5, as: UInt32.self)
    form.storeBytes(of: metadata.number.bigEndian, toByteOffset: 9, as: UInt32.self)
    form[chainCodeStart..<keyStart].copyBytes(from: chainCode)
    // A private key has 32 bytes after a zero byte, a public key has 33 bytes.
    form[(byteCount - key.count)...].copyBytes(from: key)
  }

  static func metadata(
    _ form: UnsafeRawBufferPointer, version: UInt32
  ) throws(HDKeyError) -> HDKeyMetadata {
    let found = UInt32(bigEndian: form.loadUnaligned(as: UInt32.self))
    guard found == version else { throw .wrongVersion(expected: version, found: found) }
    let metadata = HDKeyMetadata(
      depth: form[4],
      parentFingerprint: UInt32(bigEndian: form.loadUnaligned(fromByteOffset: 5, as: UInt32.self)),
      number: UInt32(bigEndian: form.loadUnaligned(fromByteOffset: 9, as: UInt32.self)))
    if metadata.depth == 0 {
      guard metadata.parentFingerprint == 0 else { throw .masterKeyWithParent }
      guard metadata.number == 0 else { throw .masterKeyWithNumber }
    }
    return metadata
  }

  static func chainCode(_ form: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: form[chainCodeStart..<keyStart])
  }

  /// Returns the 33 bytes of the key.
  static func key(_ form: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: form[keyStart...])
  }
}
