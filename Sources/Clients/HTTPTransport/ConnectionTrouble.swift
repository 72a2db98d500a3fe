/// Why there is no connection, or no whole answer, as a sentence's end; a host says it in other
/// languages.
package enum ConnectionTrouble: String, CaseIterable, Sendable {
  /// The name of the host is not known.
  case noAddress = "the host name has no address"
  /// Nothing listens on the port.
  case closedPort = "nothing accepts connections there"
  /// This machine is in no network.
  case noNetwork = "there is no network"
  /// The URL loading system, which TLS is left to, does not support such an address.
  case noIPv6 =
    "this system accepts only a name or an IPv4 address in an https URL"
  /// What listens there speaks something else.
  case noHTTP = "nothing there speaks HTTP"
  /// The connection ended early.
  case closed = "the server closed it"
  /// The certificate is another name's, out of date, or of an authority that the system does not
  /// know.
  case certificate = "its certificate is not trusted"
  /// The first bytes are not of TLS: most likely a server that speaks plain HTTP.
  case noTLS = "it does not speak TLS; perhaps it expects http, not https"
  /// Both speak TLS, and did not agree.
  case otherTLS = "it speaks TLS only in ways that this system does not accept"
}
