import DevChain
import EthereumCrypto
import EthereumPrimitives
import Foundation
import Testing

/// MetaMask extension #24552: a payment that was sped up three times was counted as four payments.
@Suite struct MetaMask24552Tests {
  private static let recipient = DevChainAccounts.addresses[1].checksummed

  private func command(
    _ arguments: [String], _ home: TemporaryHome, _ url: String
  ) async throws -> WalletProcess.Outcome {
    try await WalletProcess.run(
      arguments + ["--rpc-url", url, "--yes", "--no-wait"] + WalletFixture.passcodeOption(home),
      home: home)
  }

  private func count(
    _ home: TemporaryHome, _ url: String
  ) async throws -> (listed: [[String: Any]], pending: Int?) {
    let activity = try await WalletProcess.run(
      ["activity", "--json", "--rpc-url", url], home: home)
    let status = try await WalletProcess.run(["status", "--json", "--rpc-url", url], home: home)
    let list = try JSONSerialization.jsonObject(with: Data(activity.stdout.utf8))
    let home = try JSONSerialization.jsonObject(with: Data(status.stdout.utf8))
    return (list as? [[String: Any]] ?? [], (home as? [String: Any])?["pending"] as? Int)
  }

  @Test func aPaymentThatWasSpedUpThreeTimesIsOnePayment() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    try await DevChainServer.serving(chain) { url in
      let first = try await command(
        ["send", "--to", Self.recipient, "--amount", "0.25", "--id", "rent"], home, url)
      #expect(first.status == 0, "\(first)")
      for _ in 1...3 {
        let faster = try await command(["speed-up", "rent"], home, url)
        #expect(faster.status == 0, "\(faster)")
      }
      let waiting = try await count(home, url)
      #expect(waiting.listed.count == 1)
      #expect((waiting.listed.first?["otherHashes"] as? [String])?.count == 3)
      #expect(waiting.pending == 1)
      await chain.mine()
      let ended = try await count(home, url)
      #expect(ended.listed.map { $0["state"] as? String } == ["confirmed"])
      #expect(ended.pending == 0)
    }
  }

  /// A payment that was being cancelled was shown as "waiting", and 'speed-up' failed after the
  /// review.
  @Test func aPaymentThatIsBeingCancelledIsNotSpedUp() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    try await DevChainServer.serving(chain) { url in
      let first = try await command(
        ["send", "--to", Self.recipient, "--amount", "0.25", "--id", "rent"], home, url)
      #expect(first.status == 0, "\(first)")
      #expect(try await command(["cancel", "rent"], home, url).status == 0)
      let status = try await WalletProcess.run(["status", "rent", "--rpc-url", url], home: home)
      #expect(status.stdout.contains("cancelling, waiting for a block"), "\(status)")
      // There is no passcode file: the command fails before it asks for a passcode.
      let faster = try await WalletProcess.run(
        ["speed-up", "rent", "--rpc-url", url, "--yes"], home: home)
      #expect(faster.status == 1)
      #expect(
        faster.stderr
          == "wallet: the payment is being cancelled and can't be made faster; 'wallet cancel' again"
          + " offers a higher fee for that\n")
      #expect(try await command(["cancel", "rent"], home, url).status == 0)
    }
  }
}
