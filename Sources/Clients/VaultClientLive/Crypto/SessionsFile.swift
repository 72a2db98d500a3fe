import DurableFiles

/// The sessions of a vault as they stand on the disk, in a file beside it.
///
/// ```
/// header, one line of JSON | 0x0A | AES-256-GCM ciphertext and tag | Keccak-256 of all before
/// ```
///
/// The form is that of a ``VaultFile``, the key is made of the vault's. The header names the vault
/// by its salt: sessions of an older one that stood here are not ours.
struct SessionsFile: Equatable {
  /// The form of file that this code reads and writes.
  static let currentVersion = 1

  private struct Header: Hashable, Codable {
    var format = SessionsFile.format
    var version = SessionsFile.currentVersion
    var cipher = "aes-256-gcm"
    var vault: String
    var nonce: String
  }

  /// Just what every version's header has.
  private struct AnyHeader: Codable {
    var format: String
    var version: Int
  }

  private static let format = "headrace-sessions"

  /// The salt of the vault.
  let salt: [UInt8]
  let nonce: [UInt8]

  /// The ciphertext and its tag; empty until sealed.
  var sealed: [UInt8] = []

  /// The header line with its end, which the cipher authenticates.
  var associatedData: [UInt8] {
    let header = Header(vault: LowercaseHex.encode(salt), nonce: LowercaseHex.encode(nonce))
    return CanonicalJSON.encode(header) + [0x0A]
  }

  /// The bytes to write.
  var encoded: [UInt8] {
    let bytes = associatedData + sealed
    return bytes + VaultCrypto.hash(bytes)
  }

  /// Why bytes are not sessions that we can read.
  enum Unreadable: Error, Equatable {
    /// They are not what we wrote, or what we wrote with another vault.
    case damaged
    /// A newer wallet wrote them.
    case unsupportedVersion(found: Int)
  }

  init(salt: [UInt8], nonce: [UInt8]) {
    self.salt = salt
    self.nonce = nonce
  }

  /// Reads what was written.
  init(decoding bytes: [UInt8]) throws(Unreadable) {
    guard bytes.count > VaultFile.hashByteCount else { throw .damaged }
    let hashed = bytes.dropLast(VaultFile.hashByteCount)
    guard VaultCrypto.hash(Array(hashed)).elementsEqual(bytes.suffix(VaultFile.hashByteCount)),
      let lineEnd = hashed.firstIndex(of: 0x0A)
    else { throw .damaged }
    let line = hashed[..<lineEnd]
    if let any = CanonicalJSON.decodeLeniently(AnyHeader.self, from: line),
      any.format == Self.format, any.version != Self.currentVersion
    {
      throw .unsupportedVersion(found: any.version)
    }
    guard let header = CanonicalJSON.decode(Header.self, from: line),
      header.format == Self.format, header.cipher == "aes-256-gcm",
      let salt = LowercaseHex.decode(header.vault, byteCount: VaultFile.saltByteCount),
      let nonce = LowercaseHex.decode(header.nonce, byteCount: VaultFile.nonceByteCount)
    else { throw .damaged }
    self.init(salt: salt, nonce: nonce)
    sealed = Array(hashed[(lineEnd + 1)...])
    guard sealed.count > VaultFile.tagByteCount else { throw .damaged }
  }
}
