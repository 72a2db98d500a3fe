import EthereumCrypto
import Foundation
import Testing

/// Derives a key when the process ends, after the libraries' exit handlers.
///
/// The first registered handler is called last, so this must come before any use of libcrypto.
private func deriveAKeyAtExit() {
  let isRegistered = atexit {
    let salt = SecretBytes([UInt8](repeating: 1, count: 16))
    do {
      let key: SecretBytes = try salt.withUnsafeBytes { salt in
        try PBKDF2.hmacSHA512(salt, salt: salt, rounds: 2, byteCount: 64)
      }
      _exit(key.count == 64 ? 42 : 1)
    } catch {
      _exit(2)
    }
  }
  guard isRegistered == 0 else { _exit(3) }
  // Libcrypto is in use, so it would now register its exit handler.
  _ = HMACSHA512.authenticationCode(for: [1], key: [2])
  exit(0)
}

@Suite("A process that ends while another of its threads derives a key")
struct ProcessEndTests {
  @Test func itEndsWithoutACrash() async {
    await #expect(processExitsWith: .exitCode(42)) { deriveAKeyAtExit() }
  }
}
