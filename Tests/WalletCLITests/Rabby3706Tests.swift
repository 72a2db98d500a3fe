import DevChain
import EthereumCrypto
import TestEffort
import Testing

@testable import WalletCLI

/// Rabby #3706: a development chain is restarted, and the wallet's journal is about the old chain.
///
/// Each command explains what it found, and names the remedy.
@Suite struct Rabby3706Tests {
  private func send(
    _ home: TemporaryHome, _ url: String, _ more: [String] = []
  ) async throws -> WalletProcess.Outcome {
    try await WalletProcess.run(
      [
        "send", "--to", DevChainAccounts.addresses[1].checksummed, "--amount", "0.5", "--id",
        "rent", "--yes", "--timeout", "3s", "--rpc-url", url,
      ] + more + WalletFixture.passcodeOption(home), home: home)
  }

  /// Makes a payment with a final end on a chain that is then stopped.
  private func paid(_ home: TemporaryHome) async throws {
    let chain = DevChain()
    try await DevChainServer.serving(chain) { url in
      let sent = try await send(home, url, ["--timeout", "10m"])
      #expect(sent.status == 0)
      for _ in 1...13 { await chain.mine() }
      let final = try await WalletProcess.run(["status", "rent", "--rpc-url", url], home: home)
      #expect(final.status == 0)
    }
  }

  /// 'wait', 'status' and the same 'send --id' exited with 0, as if it had paid.
  @Test(arguments: Effort.cases([0, 40]))
  func aFinalPaymentIsNotReportedAsPaidOnTheNewChain(blockCount: Int) async throws {
    let home = try await WalletFixture.home()
    try await paid(home)
    let chain = DevChain()
    for _ in 0..<blockCount { await chain.mine() }
    try await DevChainServer.serving(chain) { url in
      let asked = [
        try await WalletProcess.run(["status", "rent", "--rpc-url", url], home: home),
        try await WalletProcess.run(
          ["wait", "rent", "--timeout", "3s", "--rpc-url", url], home: home),
        try await send(home, url), try await send(home, url, ["--no-wait"]),
        try await send(home, url, ["--no-wait", "--json"]),
        try await WalletProcess.run(["activity", "--rpc-url", url], home: home),
      ]
      for outcome in asked {
        #expect(outcome.status == 76, "\(outcome)")
        #expect(!outcome.stdout.contains("\"event\":\"confirmed\""), "\(outcome)")
        #expect(!outcome.stdout.contains("\"state\""), "\(outcome)")
        #expect(outcome.stderr.contains("its outcome was final in block 1"), "\(outcome)")
        #expect(
          outcome.stderr.contains("'wallet repair' opens the payment again"), "\(outcome)")
      }
      // Listed is what the journal has, with its age.
      #expect(asked[5].stdout.contains("confirmed in block 1, as of "), "\(asked[5])")
      let repaired = try await WalletProcess.run(["repair", "--rpc-url", url], home: home)
      #expect(repaired.status == 0, "\(repaired)")
      // Its bytes are sent again, and pay on the new chain.
      let waited = try await WalletProcess.run(["wait", "rent", "--rpc-url", url], home: home)
      #expect(waited.status == 0, "\(waited)")
    }
  }

  /// A payment that is not final yet waits for its block, and the message names other causes.
  @Test func aYoungPaymentNamesTheWayOut() async throws {
    let home = try await WalletFixture.home()
    try await DevChainServer.serving(DevChain()) { url in
      let sent = try await send(home, url)
      #expect(sent.status == 0)
    }
    try await DevChainServer.serving(DevChain()) { url in
      let asked = [
        try await WalletProcess.run(["status", "rent", "--rpc-url", url], home: home),
        try await WalletProcess.run(
          ["wait", "rent", "--timeout", "2s", "--rpc-url", url], home: home),
      ]
      for outcome in asked {
        #expect([69, 76].contains(outcome.status), "\(outcome)")
        #expect(
          outcome.stderr.contains("is at block 0 and must come to 1 (or see 'wallet repair')"),
          "\(outcome)")
      }
    }
  }
}
