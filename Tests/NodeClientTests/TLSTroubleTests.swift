import Foundation
import Testing

@testable import HTTPTransport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The reasons for a failed https connection, as the system reports them.
@Suite struct TLSTroubleTests {
  private func failure(
    _ code: URLError.Code, _ words: String, _ url: String = "https://node.example/key"
  ) -> HTTPFailure? {
    let error = NSError(
      domain: NSURLErrorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: words])
    return HTTPFailure.error(for: error, of: URL(string: url)) as? HTTPFailure
  }

  /// Linux has one code for all, and libcurl's text; those of several versions of OpenSSL, and of
  /// GnuTLS.
  @Test(
    arguments: [
      ("SSL certificate problem: self-signed certificate", .certificate),
      ("SSL certificate problem: certificate has expired", .certificate),
      ("SSL certificate problem: unable to get local issuer certificate", .certificate),
      (
        "SSL: no alternative certificate subject name matches target host name '127.0.0.1'",
        .certificate
      ),
      ("server certificate verification failed. CAfile: none CRLfile: none", .certificate),
      ("OpenSSL/3.0.19: error:0A00010B:SSL routines::wrong version number", .noTLS),
      ("TLS connect error: error:0A0000C6:SSL routines::packet length too long", .noTLS),
      ("gnutls_handshake() failed: An unexpected TLS packet was received.", .noTLS),
      ("OpenSSL/3.0.19: error:0A000438:SSL routines::tlsv1 alert internal error", .otherTLS),
      ("gnutls_handshake() failed: Handshake failed", .otherTLS),
      ("OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to 127.0.0.1:1 ", nil),
      ("TLS connect error: error:0A000126:SSL routines::unexpected eof while reading", nil),
      ("Recv failure: Connection reset by peer", nil),
      ("transfer closed with 40 bytes remaining to read", nil),
    ] as [(String, ConnectionTrouble?)])
  func theWordsTellTheCause(words: String, trouble: ConnectionTrouble?) {
    #expect(
      failure(.unknown, words)
        == trouble.map { .unreachable(reason: $0.rawValue) }
        ?? .connectionLost(reason: "the server closed it"))
    // No such reason is reported for a connection without TLS.
    #expect(
      failure(.unknown, words, "http://node.example")
        == .connectionLost(
          reason: "the server closed it"))
  }

  /// Elsewhere the system has a code for each.
  @Test(
    arguments: [
      (.serverCertificateUntrusted, .certificate), (.serverCertificateHasBadDate, .certificate),
      (.serverCertificateHasUnknownRoot, .certificate),
      (.serverCertificateNotYetValid, .certificate), (.secureConnectionFailed, .noTLS),
    ] as [(URLError.Code, ConnectionTrouble)])
  func theCodeTellsTheCause(code: URLError.Code, trouble: ConnectionTrouble) {
    #expect(failure(code, "words") == .unreachable(reason: trouble.rawValue))
  }

  @Test func theSentencesDiffer() {
    #expect(ConnectionTrouble.certificate.rawValue == "its certificate is not trusted")
    #expect(
      ConnectionTrouble.noTLS.rawValue
        == "it does not speak TLS; perhaps it expects http, not https")
    #expect(
      ConnectionTrouble.otherTLS.rawValue
        == "it speaks TLS only in ways that this system does not accept")
  }
}
