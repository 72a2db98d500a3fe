package import EthereumMessages
import EthereumPrimitives

/// The address of a service that an account can sign in to.
package struct SessionEndpoint: Hashable, Sendable {
  /// The address, without trailing slashes.
  package let text: String
  /// The origin of the service: the only domain that a message may name.
  package let origin: WebOrigin

  /// The maximum length of an address, in bytes.
  package static let byteCountMax = 2_048

  /// The reason an address is refused.
  package enum Refusal: Error, Codable, Equatable, Sendable {
    /// It is not `https://HOST`, or `http://` to this machine, with at most a path.
    case notAnEndpoint
    /// Tokens would be sent unencrypted.
    case notEncrypted
  }

  /// Reads an address.
  ///
  /// - Throws: `Refusal`; `.notEncrypted` for `http` to another machine.
  package init(_ text: String) throws(Refusal) {
    guard text.utf8.count <= Self.byteCountMax, let origin = WebOrigin(uri: text),
      ["http", "https"].contains(origin.scheme), origin.port != 0,
      !text.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") })
    else { throw .notAnEndpoint }
    guard origin.scheme == "https" || origin.isLoopback else { throw .notEncrypted }
    self.text = String(text.reversed().drop { $0 == "/" }.reversed())
    self.origin = origin
  }
}

extension SessionEndpoint: CustomStringConvertible {
  /// The scheme, host and port.
  package var description: String { origin.description }
}

extension SessionEndpoint: CodedAsText {
  package var codedText: String { text }
  package init(codedText: String) throws { try self.init(codedText) }
}
