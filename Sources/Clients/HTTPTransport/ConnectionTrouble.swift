/// The reason there is no connection, or no complete answer, as the end of a sentence; a host
/// translates it.
package enum ConnectionTrouble: String, CaseIterable, Sendable {
  /// The name of the host is not known.
  case noAddress = "the host name has no address"
  /// Nothing listens on the port.
  case closedPort = "nothing accepts connections there"
  /// This machine has no network connection.
  case noNetwork = "there is no network"
  /// The URL loading system, which TLS is left to, does not support such an address.
  case noIPv6 =
    "this system accepts only a name or an IPv4 address in an https URL"
  /// The server speaks another protocol.
  case noHTTP = "nothing there speaks HTTP"
  /// The connection ended early.
  case closed = "the server closed it"
  /// The certificate is for another name, out of date, or of an authority that the system does not
  /// know.
  case certificate = "its certificate is not trusted"
  /// The first bytes are not TLS: most likely the server speaks plain HTTP.
  case noTLS = "it does not speak TLS; perhaps it expects http, not https"
  /// Both speak TLS, but did not agree.
  case otherTLS = "it speaks TLS only in ways that this system does not accept"
}
