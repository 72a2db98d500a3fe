import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why a TLS connection failed, as the end of a sentence.
enum TLSTrouble: String {
  /// The certificate is for another name, is out of date, or comes from an authority that the
  /// system does not know.
  case certificate = "its certificate is not trusted"
  /// The answer does not begin as TLS does: most likely the server speaks plain HTTP.
  case plain = "it speaks no TLS; perhaps http is meant, not https"
  /// Both sides speak TLS, but did not agree on how.
  case handshake = "it speaks TLS in no way that this system accepts"

  /// Finds the trouble in an error of the URL loading system; nil if TLS was not the trouble, or if
  /// the error does not show it.
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
      // On Linux all of them have this one code. Only libcurl's text tells them apart.
      guard let trouble = TLSTrouble(wordsOfCurl: error.localizedDescription) else { return nil }
      self = trouble
    case _:
      return nil
    }
  }

  /// Finds the trouble in libcurl's text, which quotes OpenSSL or GnuTLS; nil if it names none. A
  /// connection that was cut off is no trouble of TLS.
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
