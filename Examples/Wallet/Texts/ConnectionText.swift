import HTTPTransport

/// Texts for connection errors, in the person's language; the English ones are the errors' own.
enum ConnectionText {
  /// Returns the text for a reason of a client's error; an unknown one is left unchanged.
  static func text(_ reason: String) -> String {
    ConnectionTrouble(rawValue: reason).map { phrase($0).text } ?? reason
  }

  static func phrase(_ trouble: ConnectionTrouble) -> Phrase {
    switch trouble {
    case .noAddress: Phrase("the host name has no address")
    case .closedPort: Phrase("nothing accepts connections there")
    case .noNetwork: Phrase("there is no network")
    case .noIPv6:
      Phrase("this system accepts only a name or an IPv4 address in an https URL")
    case .noHTTP: Phrase("nothing there speaks HTTP")
    case .closed: Phrase("the server closed it")
    case .certificate: Phrase("its certificate is not trusted")
    case .noTLS: Phrase("it does not speak TLS; perhaps it expects http, not https")
    case .otherTLS: Phrase("it speaks TLS only in ways that this system does not accept")
    }
  }
}
