/// The sessions of a vault on the disk, in a file beside it.
///
/// It is a ``SealedFile`` of AES-256-GCM's ciphertext and tag, with a key derived from the vault's.
/// The header names the vault by its salt, which excludes the sessions of an earlier vault.
struct SessionsFile: Equatable {
  /// The version of the file format that this code reads and writes.
  static let currentVersion = 1

  private struct Header: Hashable, Codable {
    var format = SessionsFile.format
    var version = SessionsFile.currentVersion
    var cipher = "aes-256-gcm"
    var vault: String
    var nonce: String
  }

  typealias Unreadable = SealedFile.Unreadable

  private static let format = "headrace-sessions"

  /// The salt of the vault.
  let salt: [UInt8]
  let nonce: [UInt8]

  /// The ciphertext and its tag; empty until sealed.
  var sealed: [UInt8] = []

  /// The header line with its end, which the cipher authenticates.
  var associatedData: [UInt8] {
    let header = Header(vault: LowercaseHex.encode(salt), nonce: LowercaseHex.encode(nonce))
    return SealedFile.line(header)
  }

  /// The bytes to write.
  var encoded: [UInt8] { SealedFile(header: associatedData, sealed: sealed).encoded }

  init(salt: [UInt8], nonce: [UInt8]) {
    self.salt = salt
    self.nonce = nonce
  }

  /// Decodes a file.
  init(decoding bytes: [UInt8]) throws(Unreadable) {
    let file = try SealedFile(
      decoding: bytes, format: Self.format, versions: Self.currentVersion...Self.currentVersion)
    let header = try file.header(Header.self)
    guard header.format == Self.format, header.cipher == "aes-256-gcm",
      let salt = LowercaseHex.decode(header.vault, byteCount: VaultFile.saltByteCount),
      let nonce = LowercaseHex.decode(header.nonce, byteCount: VaultFile.nonceByteCount)
    else { throw .damaged }
    self.init(salt: salt, nonce: nonce)
    sealed = file.sealed
    guard sealed.count > VaultFile.tagByteCount else { throw .damaged }
  }
}
