import DurableFiles

/// The format that all sealed files of a wallet share.
///
/// ```
/// header, one line of JSON | 0x0A | what is sealed | Keccak-256 of all before
/// ```
///
/// The header line, with its end, is the associated data of the cipher, so neither part can be
/// changed. The hash is not needed for secrecy: it distinguishes a damaged file from a wrong
/// passcode before an attempt is counted.
struct SealedFile {
  /// The reason bytes are not a readable file.
  enum Unreadable: Error, Equatable {
    /// The bytes were damaged.
    case damaged
    /// The bytes were written by a newer wallet.
    case unsupportedVersion(found: Int)
  }

  /// The fields common to every header, of any format and version.
  private struct AnyHeader: Codable {
    var format: String
    var version: Int
  }

  static let hashByteCount = 32

  /// The header line with its end.
  let header: [UInt8]

  /// The sealed content, including tags.
  let sealed: [UInt8]

  /// The bytes to write.
  var encoded: [UInt8] {
    var bytes = header
    bytes.reserveCapacity(header.count + sealed.count + Self.hashByteCount)
    bytes += sealed
    return bytes + VaultCrypto.hash(bytes)
  }

  /// Creates a file from a header line with its end, and the sealed content.
  init(header: [UInt8], sealed: [UInt8]) {
    (self.header, self.sealed) = (header, sealed)
  }

  /// Decodes a file.
  ///
  /// - Parameters:
  ///   - bytes: All bytes of the file.
  ///   - format: The format that the header must name.
  ///   - versions: The versions that the caller reads.
  /// - Throws: `damaged` if the hash differs; `unsupportedVersion` for an intact file of the format
  ///   in another version.
  init(
    decoding bytes: [UInt8], format: String, versions: ClosedRange<Int>
  ) throws(Unreadable) {
    guard bytes.count > Self.hashByteCount else { throw .damaged }
    let hashed = bytes.dropLast(Self.hashByteCount)
    guard VaultCrypto.hash(Array(hashed)).elementsEqual(bytes.suffix(Self.hashByteCount)),
      let lineEnd = hashed.firstIndex(of: 0x0A)
    else { throw .damaged }
    let any = CanonicalJSON.decodeLeniently(AnyHeader.self, from: hashed[..<lineEnd])
    if let any, any.format == format, !versions.contains(any.version) {
      throw .unsupportedVersion(found: any.version)
    }
    self.init(header: Array(hashed[...lineEnd]), sealed: Array(hashed[(lineEnd + 1)...]))
  }

  /// Returns the header line as a value.
  ///
  /// - Throws: `damaged` unless the line is exactly the value's encoding.
  func header<Header: Codable>(_ type: Header.Type) throws(Unreadable) -> Header {
    guard let value = CanonicalJSON.decode(type, from: header.dropLast()) else { throw .damaged }
    return value
  }

  /// Returns the header line of a value, with its end.
  static func line(_ header: some Encodable) -> [UInt8] { CanonicalJSON.encode(header) + [0x0A] }
}
