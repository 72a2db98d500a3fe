/// The scheme, host and port of a service.
///
/// Two addresses belong to the same service if these are equal.
///
/// - SeeAlso: RFC 6454, section 4.
package struct WebOrigin: Hashable, Sendable {
  /// The scheme in lower case, such as `https`.
  package let scheme: String
  /// The host in lower case, such as `example.com`, `127.0.0.1` or `[::1]`.
  package let host: String
  /// The port; nil if the scheme has no default and none was given.
  package let port: UInt16?

  /// Creates the origin of a URI; nil if it has none, or if it contains a user name.
  package init?(uri: String) {
    guard let (scheme, authority) = URIGrammar.origin(ofURI: Array(uri.utf8)[...]) else {
      return nil
    }
    self.init(
      scheme: String(decoding: scheme, as: UTF8.self),
      authority: String(decoding: authority, as: UTF8.self))
  }

  /// Creates the origin of a scheme and an authority; nil if invalid or with a user name.
  package init?(scheme: String, authority: String) {
    guard URIGrammar.isScheme(Array(scheme.utf8)[...]),
      let parts = URIGrammar.Authority(Array(authority.utf8)[...]), parts.userInfo == nil,
      !parts.host.isEmpty
    else { return nil }
    self.scheme = scheme.lowercased()
    host = String(decoding: parts.host, as: UTF8.self).lowercased()
    if let digits = parts.port, !digits.isEmpty {
      guard let port = UInt16(String(decoding: digits, as: UTF8.self)) else { return nil }
      self.port = port
    } else {
      port = Self.defaultPorts[self.scheme]
    }
  }

  /// The host, with its port if that is not the scheme's default, as in a message's domain.
  package var authority: String {
    port == Self.defaultPorts[scheme] ? host : host + (port.map { ":\($0)" } ?? "")
  }

  /// True if the host is always this machine, on any network.
  package var isLoopback: Bool {
    host == "localhost" || host == "[::1]"
      || host.wholeMatch(of: /127\.\d{1,3}\.\d{1,3}\.\d{1,3}/) != nil
  }

  private static let defaultPorts: [String: UInt16] = ["http": 80, "https": 443]
}

extension WebOrigin: CustomStringConvertible {
  package var description: String { "\(scheme)://\(authority)" }
}
