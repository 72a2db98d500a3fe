/// A vault on the disk: a line that says how it is sealed, then the sealed content.
///
/// It is a ``SealedFile`` of AES-256-GCM's ciphertext and tag.
struct VaultFile: Equatable {
  /// The newest version of the file format that this code reads and writes.
  static let currentVersion = 3

  /// The version of a vault that an early wallet wrote and that was not opened since: its header
  /// has no count of openings.
  private static let unopenedVersion = 1

  /// The version of a vault that knows no journal of payments.
  private static let openedVersion = 2

  private static let format = "headrace-vault"

  typealias Unreadable = SealedFile.Unreadable

  /// How the vault is sealed; readable without a passcode.
  struct Header: Hashable, Codable {
    var format = VaultFile.format
    var version: Int
    var cipher = "aes-256-gcm"
    var kdf: KeyDerivationHeader
    var deviceKeyID: String
    var nonce: String
    var openings: UInt64?
    var journal: JournalHeader?
  }

  /// The identity of the journal of payments that belongs to the vault.
  struct JournalHeader: Hashable, Codable {
    var id: String
    var stamp: UInt64
  }

  /// The parameters for deriving the key from the passcode and the device key.
  struct KeyDerivationHeader: Hashable, Codable {
    var name = "scrypt"
    var cost: ScryptCost
    var salt: String
  }

  static let saltByteCount = 32
  static let nonceByteCount = 12
  static let tagByteCount = 16
  static let deviceKeyIDByteCount = 8

  let cost: ScryptCost
  let salt: [UInt8]
  let deviceKeyID: [UInt8]
  let nonce: [UInt8]

  /// The number of times the vault was opened, including its creation; nil if an early version
  /// wrote it and it was not opened since.
  ///
  /// An attempt counter that knows fewer openings is an old one that was put back.
  var openings: UInt64?

  /// The journal with which the vault was last opened or signed, nil before the first payment; one
  /// with a lower stamp is an old one that was put back.
  var journal: JournalMark?

  /// The ciphertext and its tag; empty until sealed.
  var sealed: [UInt8] = []

  /// The header line with its end, which the cipher authenticates.
  var associatedData: [UInt8] {
    let header = Header(
      version: Self.version(openings: openings, hasJournal: journal != nil),
      kdf: KeyDerivationHeader(cost: cost, salt: LowercaseHex.encode(salt)),
      deviceKeyID: LowercaseHex.encode(deviceKeyID), nonce: LowercaseHex.encode(nonce),
      openings: openings,
      journal: journal.map { JournalHeader(id: LowercaseHex.encode($0.id), stamp: $0.stamp) })
    return SealedFile.line(header)
  }

  /// Returns the lowest version that supports a header's fields.
  private static func version(openings: UInt64?, hasJournal: Bool) -> Int {
    hasJournal ? currentVersion : openings == nil ? unopenedVersion : openedVersion
  }

  /// The bytes to write.
  var encoded: [UInt8] { SealedFile(header: associatedData, sealed: sealed).encoded }
}

extension VaultFile {
  /// Decodes a file.
  ///
  /// - Throws: `damaged` if any byte was changed; `unsupportedVersion` for an intact file of
  ///   another version.
  init(decoding bytes: [UInt8]) throws(Unreadable) {
    let file = try SealedFile(
      decoding: bytes, format: Self.format, versions: Self.unopenedVersion...Self.currentVersion)
    let header = try file.header(Header.self)
    guard header.format == Self.format, header.cipher == "aes-256-gcm",
      header.kdf.name == "scrypt",
      header.version
        == Self.version(openings: header.openings, hasJournal: header.journal != nil),
      let cost = ScryptCost(n: header.kdf.cost.n, r: header.kdf.cost.r, p: header.kdf.cost.p),
      let salt = LowercaseHex.decode(header.kdf.salt, byteCount: Self.saltByteCount),
      let deviceKeyID = LowercaseHex.decode(
        header.deviceKeyID, byteCount: Self.deviceKeyIDByteCount),
      let nonce = LowercaseHex.decode(header.nonce, byteCount: Self.nonceByteCount)
    else { throw .damaged }
    var journal: JournalMark?
    if let named = header.journal {
      guard let id = LowercaseHex.decode(named.id, byteCount: JournalMark.idByteCount) else {
        throw .damaged
      }
      journal = JournalMark(id: id, stamp: named.stamp)
    }
    guard file.sealed.count > Self.tagByteCount else { throw .damaged }
    self.init(
      cost: cost, salt: salt, deviceKeyID: deviceKeyID, nonce: nonce, openings: header.openings,
      journal: journal, sealed: file.sealed)
  }
}
