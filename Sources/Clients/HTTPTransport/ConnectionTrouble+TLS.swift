import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why no TLS connection came about, as a sentence's end.
enum TLSTrouble: String {
  /// The certificate is another name's, out of date, or of an authority that the system does not
  /// know.
  case certificate = "its certificate is not trusted"
  /// The first bytes are not of TLS: most likely a server that speaks plain HTTP.
  case plain = "it speaks no TLS; perhaps http is meant, not https"
  /// Both speak TLS, and did not agree.
  case handshake = "it speaks TLS in no way that this system accepts"

  /// Reads an error of the URL loading system; nil if the connection did not fail for TLS, or if
  /// the error does not tell.
  init?(_ error: any Error, of url: URL?) {
    guard url?.scheme?.lowercased() == "https" else { return nil }
    let error = error as NSError
    switch URLError.Code(rawValue: error.code) {
    case .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      self = .certificate
    case .secureConnectionFailed:
      self = .plain
    case .unknown:
      // On Linux there is one code for all of them, and libcurl's words.
      guard let trouble = TLSTrouble(wordsOfCurl: error.localizedDescription) else { return nil }
      self = trouble
    case _:
      return nil
    }
  }

  /// Reads what libcurl says, with OpenSSL or GnuTLS behind it.
  init?(wordsOfCurl text: String) {
    let text = text.lowercased()
    let says = { (words: [String]) in words.contains { text.contains($0) } }
    if says(["certificate"]) {
      self = .certificate
    } else if says([
      "wrong version number", "packet length too long", "http request", "unexpected tls packet",
    ]) {
      self = .plain
    } else if says(["ssl routines", "gnutls_handshake", "tls alert"]),
      !says(["unexpected eof", "syscall"])
    {
      self = .handshake
    } else {
      return nil
    }
  }
}
