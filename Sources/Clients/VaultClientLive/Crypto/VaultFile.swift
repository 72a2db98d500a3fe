import DurableFiles

/// A vault as it stands on the disk: a line that says how it is sealed, then what is sealed.
///
/// ```
/// header, one line of JSON | 0x0A | AES-256-GCM ciphertext and tag | Keccak-256 of all before
/// ```
///
/// The header line, with its end, is the associated data of the cipher, so neither part can be
/// changed. The hash has no part in secrecy: it tells a damaged disk from a wrong passcode before
/// an attempt is counted.
struct VaultFile: Equatable {
  /// The newest form of file that this code reads and writes.
  static let currentVersion = 3

  /// The form of a vault that was never opened: its header has no count of openings.
  private static let unopenedVersion = 1

  /// The form of a vault that knows of no journal of payments.
  private static let openedVersion = 2

  /// How the vault is sealed; readable without a passcode.
  struct Header: Hashable, Codable {
    var format = "headrace-vault"
    var version: Int
    var cipher = "aes-256-gcm"
    var kdf: KeyDerivationHeader
    var deviceKeyID: String
    var nonce: String
    var openings: UInt64?
    var journal: JournalHeader?
  }

  /// Which journal of payments belongs to the vault.
  struct JournalHeader: Hashable, Codable {
    var id: String
    var stamp: UInt64
  }

  /// How the key is made from the passcode and the device key.
  struct KeyDerivationHeader: Hashable, Codable {
    var name = "scrypt"
    var cost: ScryptCost
    var salt: String
  }

  static let saltByteCount = 32
  static let nonceByteCount = 12
  static let tagByteCount = 16
  static let hashByteCount = 32
  static let deviceKeyIDByteCount = 8

  let cost: ScryptCost
  let salt: [UInt8]
  let deviceKeyID: [UInt8]
  let nonce: [UInt8]

  /// How often the vault was opened by its passcode; nil before the first time. An attempt counter
  /// that knows of fewer openings is an old one that somebody put back.
  var openings: UInt64?

  /// The journal of payments that the vault was last opened or signed with; nil before the first
  /// payment. A journal with a lower stamp is an old one that somebody put back.
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
    return CanonicalJSON.encode(header) + [0x0A]
  }

  /// The lowest version that has what a header says.
  private static func version(openings: UInt64?, hasJournal: Bool) -> Int {
    hasJournal ? currentVersion : openings == nil ? unopenedVersion : openedVersion
  }

  /// The bytes to write.
  var encoded: [UInt8] {
    let bytes = associatedData + sealed
    return bytes + VaultCrypto.hash(bytes)
  }
}

extension VaultFile {
  /// Why bytes are not a vault that we can read.
  enum Unreadable: Error, Equatable {
    case damaged
    case unsupportedVersion(found: Int)
  }

  /// Just what every version's header has.
  private struct AnyHeader: Codable {
    var format: String
    var version: Int
  }

  /// Reads what was written.
  ///
  /// - Throws: `damaged` when any byte is not as it was written; `unsupportedVersion` for an intact
  ///   file of another version.
  init(decoding bytes: [UInt8]) throws(Unreadable) {
    guard bytes.count > Self.hashByteCount else { throw .damaged }
    let hashed = bytes.dropLast(Self.hashByteCount)
    guard VaultCrypto.hash(Array(hashed)).elementsEqual(bytes.suffix(Self.hashByteCount)),
      let lineEnd = hashed.firstIndex(of: 0x0A)
    else { throw .damaged }
    let line = hashed[..<lineEnd]
    if let version = Self.version(ofHeader: line),
      !(Self.unopenedVersion...Self.currentVersion).contains(version)
    {
      throw .unsupportedVersion(found: version)
    }
    guard let header = CanonicalJSON.decode(Header.self, from: line),
      header.format == "headrace-vault", header.cipher == "aes-256-gcm",
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
    let sealed = Array(hashed[(lineEnd + 1)...])
    guard sealed.count > Self.tagByteCount else { throw .damaged }
    self.init(
      cost: cost, salt: salt, deviceKeyID: deviceKeyID, nonce: nonce, openings: header.openings,
      journal: journal, sealed: sealed)
  }

  private static func version(ofHeader line: ArraySlice<UInt8>) -> Int? {
    guard let header = CanonicalJSON.decodeLeniently(AnyHeader.self, from: line),
      header.format == "headrace-vault"
    else { return nil }
    return header.version
  }
}
