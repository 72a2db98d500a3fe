import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// MARK: - TLS

extension ConnectionTrouble {
  /// Reads an error of the URL loading system; nil if the cause was not TLS, or if the error does
  /// not show the cause.
  init?(tls error: any Error, of url: URL?) {
    guard url?.scheme?.lowercased() == "https" else { return nil }
    let error = error as NSError
    switch URLError.Code(rawValue: error.code) {
    case .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      self = .certificate
    case .secureConnectionFailed:
      self = .noTLS
    case .unknown:
      // On Linux all of them have this one code, and only libcurl's text distinguishes them.
      guard let trouble = ConnectionTrouble(wordsOfCurl: error.localizedDescription) else {
        return nil
      }
      self = trouble
    case _:
      return nil
    }
  }

  /// Finds the cause in libcurl's text, which quotes OpenSSL or GnuTLS; nil if it names none, as
  /// for a connection that was cut off.
  init?(wordsOfCurl text: String) {
    let text = text.lowercased()
    let says = { (words: [String]) in words.contains { text.contains($0) } }
    if says(["certificate"]) {
      self = .certificate
    } else if says([
      "wrong version number", "packet length too long", "http request", "unexpected tls packet",
    ]) {
      self = .noTLS
    } else if says(["ssl routines", "gnutls_handshake", "tls alert"]),
      !says(["unexpected eof", "syscall"])
    {
      self = .otherTLS
    } else {
      return nil
    }
  }
}
