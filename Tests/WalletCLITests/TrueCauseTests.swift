import DevChain
import EthereumCrypto
import Foundation
import TestEffort
import Testing

/// A node that can't be reached, by the executable: each sentence names the true cause.
@Suite(.serialized) struct TrueCauseTests {
  private static let openssl = "/usr/bin/openssl"

  private func balance(_ url: String) async throws -> WalletProcess.Outcome {
    try await WalletProcess.run(
      ["balance", DevChainAccounts.addresses[0].checksummed, "--rpc-url", url],
      home: try TemporaryHome())
  }

  private func refusal(_ message: String) -> WalletProcess.Outcome {
    WalletProcess.Outcome(status: 69, stdout: "", stderr: "wallet: \(message)\n")
  }

  @Test(
    arguments: Effort.cases(["http://127.0.0.1:9", "http://localhost:9", "https://127.0.0.1:9"]))
  func aClosedPortIsNamedAsThat(place: String) async throws {
    let outcome = try await balance(place)
    #expect(
      outcome
        == refusal(
          "no node answers at \(place): nothing accepts connections there; expected an Ethereum"
            + " node there (see --rpc-url)"))
  }

  /// The URL loading system on Linux rejects such addresses; the wallet connects on its own.
  @Test func anAddressOfIPv6IsConnectedTo() async throws {
    let outcome = try await balance("http://[::1]:9")
    #expect(outcome == unanswered("http://[::1]:9", "nothing accepts connections there"))
  }

  #if os(Linux)
    /// TLS is left to the URL loading system.
    @Test func anAddressOfIPv6BehindTLSIsNamedAsThat() async throws {
      let outcome = try await balance("https://[::1]:9")
      #expect(
        outcome
          == unanswered(
            "https://[::1]:9",
            "this system accepts only a name or an IPv4 address in an https URL"
          ))
    }
  #endif

  private func unanswered(_ url: String, _ reason: String) -> WalletProcess.Outcome {
    refusal(
      "no node answers at \(url): \(reason); expected an Ethereum node there (see --rpc-url)")
  }

  @Test func aNodeWithoutTLSIsNamedAsThat() async throws {
    try await DevChainServer.serving(DevChain()) { url in
      let secure = url.replacing("http://", with: "https://")
      let outcome = try await balance(secure)
      #expect(
        outcome == unanswered(secure, "it does not speak TLS; perhaps it expects http, not https"))
    }
  }

  /// A server with a self-signed certificate.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: openssl)))
  func aCertificateThatIsNotTrustedIsNamedAsThat() async throws {
    let home = try TemporaryHome()
    let server = try CertifiedServer(in: home.materialPath)
    defer {
      server.stop()
      withExtendedLifetime(home) {}
    }
    let secure = "https://127.0.0.1:\(server.port)"
    let outcome = try await balance(secure)
    #expect(outcome == unanswered(secure, "its certificate is not trusted"))
    // And a plain request, which it does not understand.
    let plain = "http://127.0.0.1:\(server.port)"
    let other = try await balance(plain)
    #expect(
      other
        == refusal(
          "the connection to \(plain) ended before the answer was complete: the server closed it;"
            + " expected an Ethereum node there (see --rpc-url)"))
  }
}

/// `openssl s_server` with its own certificate.
private final class CertifiedServer {
  let port: UInt16
  private let process = Process()

  init(in folder: String) throws {
    let (key, certificate) = (folder + "/key.pem", folder + "/certificate.pem")
    let making = Process()
    making.executableURL = URL(filePath: "/usr/bin/openssl")
    making.arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=localhost",
    ]
    making.standardOutput = FileHandle.nullDevice
    making.standardError = FileHandle.nullDevice
    try making.run()
    making.waitUntilExit()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/openssl")
    process.arguments = [
      "s_server", "-accept", "127.0.0.1:0", "-key", key, "-cert", certificate, "-www",
    ]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = Pipe()
    try process.run()
    var text = ""
    while true {
      if let match = text.firstMatch(of: /ACCEPT [^\n]*:(\d+)\s*\n/), let port = UInt16(match.1) {
        self.port = port
        return
      }
      let more = pipe.fileHandleForReading.availableData
      guard !more.isEmpty else { throw CocoaError(.fileReadUnknown) }
      text += String(decoding: more, as: UTF8.self)
    }
  }

  /// Kills it with SIGKILL: it inherits the signals that the thread that started it blocks, SIGTERM
  /// among them.
  ///
  /// Nothing waits for the end: `Process` reports it to that thread alone.
  func stop() { kill(process.processIdentifier, SIGKILL) }
}
