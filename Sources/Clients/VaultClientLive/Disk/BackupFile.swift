import DurableFiles
import EthereumCrypto

/// A home folder in one file, sealed under the passcode alone.
///
/// It is a ``SealedFile`` of boxes of AES-256-GCM. The first box contains the index and the device
/// key, the others the files, up to 1 MiB each. The header line is associated data of every box.
/// The key is derived for this file alone, from its own salt, so the numbers of the boxes serve as
/// nonces; the last box is marked as the last, so that none can be cut off, moved or left out.
struct BackupFile {
  /// The version of the file format that this code reads and writes.
  static let currentVersion = 1

  /// The maximum content of a box.
  static let boxByteCountMax = 1 << 20

  private static let format = "headrace-backup"

  struct Header: Hashable, Codable {
    var format = BackupFile.format
    var version = BackupFile.currentVersion
    var cipher = "aes-256-gcm"
    var kdf: VaultFile.KeyDerivationHeader
    /// The time of creation, in milliseconds since 1970.
    var madeAt: Int64
    /// The size of the first box, including its tag.
    var headByteCount: Int
  }

  /// The first box's description of the others.
  private struct Index: Codable {
    struct Entry: Codable {
      var path: String
      var byteCount: Int
    }

    var parts: [Entry]
  }

  /// The contents of a backup.
  struct Contents {
    let deviceKey: SecretBox
    let parts: [BackupPart: [UInt8]]
  }

  let cost: ScryptCost
  let salt: [UInt8]
  let madeAt: Int64
  private let file: SealedFile
  private let headByteCount: Int

  private var boxes: [UInt8] { file.sealed }

  /// The bytes to write.
  var encoded: [UInt8] { file.encoded }

  // MARK: - Sealing

  /// Seals the files of a home folder.
  init(_ contents: Contents, key: SecretBox, cost: ScryptCost, salt: [UInt8], madeAt: Int64) {
    (self.cost, self.salt, self.madeAt) = (cost, salt, madeAt)
    let parts = BackupPart.allCases.compactMap { part in contents.parts[part].map { (part, $0) } }
    let index = CanonicalJSON.encode(
      Index(parts: parts.map { Index.Entry(path: $0.0.path, byteCount: $0.1.count) }))
    let length = withUnsafeBytes(of: UInt32(index.count).bigEndian) { Array($0) }
    let head = VaultCrypto.joined(length + index, contents.deviceKey, [])
    headByteCount = head.bytes.count + AuthenticatedBox.tagByteCount
    let header = SealedFile.line(
      Header(
        kdf: VaultFile.KeyDerivationHeader(cost: cost, salt: LowercaseHex.encode(salt)),
        madeAt: madeAt, headByteCount: headByteCount))
    let body = parts.flatMap(\.1)
    var boxes = Self.seal(head, number: 0, isLast: body.isEmpty, key, header)
    var start = 0
    while start < body.count {
      let end = min(body.count, start + Self.boxByteCountMax)
      boxes += Self.seal(
        SecretBox(SecretBytes(body[start..<end])), number: start / Self.boxByteCountMax + 1,
        isLast: end == body.count, key, header)
      start = end
    }
    file = SealedFile(header: header, sealed: boxes)
  }

  private static func seal(
    _ clear: SecretBox, number: Int, isLast: Bool, _ key: SecretBox, _ header: [UInt8]
  ) -> [UInt8] {
    do throws(AuthenticatedBoxError) {
      return try AuthenticatedBox.seal(
        clear.bytes, key: key.bytes, nonce: nonce(number, isLast: isLast), authenticating: header)
    } catch {
      preconditionFailure("Sealing with a key of 32 and a nonce of 12 bytes was refused: \(error)")
    }
  }

  private static func nonce(_ number: Int, isLast: Bool) -> [UInt8] {
    [isLast ? 1 : 0, 0, 0, 0] + withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) }
  }

  // MARK: - Opening

  /// Opens the boxes; nil if the passcode is wrong, or the file was changed.
  func open(_ key: SecretBox) -> Contents? {
    guard let head = open(0..<headByteCount, number: 0, key),
      let (index, deviceKey) = Self.head(head)
    else { return nil }
    var body: [UInt8] = []
    body.reserveCapacity(boxes.count)
    var (start, number) = (headByteCount, 1)
    while start < boxes.count {
      let end = min(boxes.count, start + Self.boxByteCountMax + AuthenticatedBox.tagByteCount)
      guard let clear = open(start..<end, number: number, key) else { return nil }
      body += VaultCrypto.exposedBytes(of: clear)
      (start, number) = (end, number + 1)
    }
    var parts: [BackupPart: [UInt8]] = [:]
    var place = 0
    for entry in index.parts {
      guard let part = BackupPart(rawValue: entry.path), parts[part] == nil,
        (0...(body.count - place)).contains(entry.byteCount)
      else { return nil }
      parts[part] = Array(body[place..<(place + entry.byteCount)])
      place += entry.byteCount
    }
    guard place == body.count else { return nil }
    return Contents(deviceKey: deviceKey, parts: parts)
  }

  private func open(_ range: Range<Int>, number: Int, _ key: SecretBox) -> SecretBox? {
    do throws(AuthenticatedBoxError) {
      return SecretBox(
        try AuthenticatedBox.open(
          Array(boxes[range]), key: key.bytes,
          nonce: Self.nonce(number, isLast: range.upperBound == boxes.count),
          authenticating: file.header))
    } catch {
      return nil
    }
  }

  /// Returns the index, and the device key after it.
  private static func head(_ head: SecretBox) -> (Index, SecretBox)? {
    let count = head.bytes.count
    guard count > 4 else { return nil }
    let length = VaultCrypto.exposedBytes(of: head, in: 0..<4).reduce(0) { $0 << 8 | Int($1) }
    guard count == 4 + length + VaultCrypto.deviceKeyByteCount,
      let index = CanonicalJSON.decode(
        Index.self, from: VaultCrypto.exposedBytes(of: head, in: 4..<(4 + length)))
    else { return nil }
    return (index, VaultCrypto.part(of: head, in: (4 + length)..<count))
  }

  // MARK: - Reading

  /// Decodes a file.
  ///
  /// - Throws: `damaged` if any byte was changed; `unsupportedVersion` for an intact file of
  ///   another version.
  init(decoding bytes: [UInt8]) throws(SealedFile.Unreadable) {
    file = try SealedFile(
      decoding: bytes, format: Self.format, versions: Self.currentVersion...Self.currentVersion)
    let header = try file.header(Header.self)
    guard header.format == Self.format, header.cipher == "aes-256-gcm", header.kdf.name == "scrypt",
      let cost = ScryptCost(n: header.kdf.cost.n, r: header.kdf.cost.r, p: header.kdf.cost.p),
      let salt = LowercaseHex.decode(header.kdf.salt, byteCount: VaultFile.saltByteCount),
      header.headByteCount > AuthenticatedBox.tagByteCount
    else { throw .damaged }
    (self.cost, self.salt, madeAt) = (cost, salt, header.madeAt)
    headByteCount = header.headByteCount
    guard headByteCount <= file.sealed.count else { throw .damaged }
  }
}

extension VaultCrypto {
  /// The value used instead of the device key for a backup's key: a backup opens without one.
  static var backupLabel: SecretBox { SecretBox(SecretBytes("headrace backup".utf8)) }
}
