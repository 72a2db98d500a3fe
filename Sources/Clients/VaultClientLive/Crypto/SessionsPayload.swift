import DurableFiles
import EthereumCrypto
import EthereumPrimitives

/// The sealed content of the file of the sessions.
///
/// ```
/// 0x01 | for each session, after two bytes of size each: facts, JSON | access | refresh token
/// ```
///
/// The tokens are stored apart from the JSON so that they are never text, nor in memory that isn't
/// wiped.
struct SessionsPayload {
  /// The version that this code reads and writes.
  static let currentVersion: UInt8 = 1

  /// The maximum number of sessions.
  static let sessionCountMax = 32

  /// The sessions, at most one with each service.
  var sessions: [SessionTokens] = []

  private struct Facts: Codable {
    var service: String
    var address: String
    var chainID: UInt64
    var accessExpiresAt: Int64
    var expiresAt: Int64
  }

  init() {}

  /// The bytes to seal.
  var encoded: SecretBox {
    let parts = sessions.flatMap { session -> [SecretBox] in
      let facts = Facts(
        service: session.service, address: session.address.hex, chainID: session.chainID.rawValue,
        accessExpiresAt: session.accessExpiresAt,
        expiresAt: session.expiresAt)
      return [
        SecretBox(SecretBytes(CanonicalJSON.encode(facts))), session.access, session.refresh,
      ]
    }
    var bytes = SecretBytes(count: parts.reduce(1) { $0 + 2 + $1.bytes.count })
    bytes.withUnsafeMutableBytes { target in
      target[0] = Self.currentVersion
      var index = 1
      for part in parts {
        let count = part.bytes.count
        precondition(count <= UInt16.max, "a part of a session has \(count) bytes")
        target[index] = UInt8(count >> 8)
        target[index + 1] = UInt8(count & 255)
        part.bytes.withUnsafeBytes { source in
          UnsafeMutableRawBufferPointer(rebasing: target[(index + 2)...]).copyMemory(from: source)
        }
        index += 2 + count
      }
    }
    return SecretBox(bytes)
  }

  /// Decodes opened bytes.
  init(decoding opened: SecretBox) throws(SessionsFile.Unreadable) {
    guard opened.bytes.count > 0 else { throw .damaged }
    let version = VaultCrypto.exposedBytes(of: opened, in: 0..<1)[0]
    guard version == Self.currentVersion else {
      throw .unsupportedVersion(found: Int(version))
    }
    var index = 1
    func part() throws(SessionsFile.Unreadable) -> SecretBox {
      guard index + 2 <= opened.bytes.count else { throw .damaged }
      let size = VaultCrypto.exposedBytes(of: opened, in: index..<(index + 2))
      let start = index + 2
      let end = start + Int(size[0]) << 8 + Int(size[1])
      guard end <= opened.bytes.count else { throw .damaged }
      index = end
      return VaultCrypto.part(of: opened, in: start..<end)
    }
    while index < opened.bytes.count {
      guard
        let facts = CanonicalJSON.decode(
          Facts.self, from: VaultCrypto.exposedBytes(of: try part())),
        let address = Self.address(facts.address)
      else { throw .damaged }
      sessions.append(
        SessionTokens(
          service: facts.service, address: address, chainID: ChainID(rawValue: facts.chainID),
          accessExpiresAt: facts.accessExpiresAt, expiresAt: facts.expiresAt,
          access: try part(), refresh: try part()))
    }
  }

  private static func address(_ text: String) -> Address? {
    do throws(HexError) {
      return try Address(hex: text)
    } catch {
      return nil
    }
  }
}
