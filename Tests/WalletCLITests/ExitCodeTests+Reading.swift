import DevChain
import Foundation
import Testing

@testable import WalletCLI

// MARK: - Reading What Is Recorded

extension ExitCodeTests {
  @Test func aDeadNodeLeavesStatesMarkedAsOldAndIsSixtyNine() async throws {
    let home = try await WalletFixture.home()
    try await DevChainServer.serving(DevChain()) { url in
      #expect(try await send(home, url).status == 0)
      let alive = try await WalletProcess.run(["activity", "--rpc-url", url], home: home)
      #expect(alive.status == 0)
      #expect(alive.stdout.hasSuffix("  confirmed in block 1\n"))
    }
    let dead = try await WalletProcess.run(
      ["activity", "--rpc-url", Self.deadNode], home: home)
    #expect(dead.status == 69)
    #expect(
      dead.stdout.firstMatch(of: /confirmed in block 1, as of \d+ seconds? ago\n/) != nil)
    let status = try await WalletProcess.run(
      ["activity", "--json", "--rpc-url", Self.deadNode], home: home)
    #expect(status.status == 69)
    let list = try #require(
      JSONSerialization.jsonObject(with: Data(status.stdout.utf8)) as? [[String: Any]])
    #expect(list.first?["asOfSeconds"] as? Int != nil)
  }

  /// An end that can change is not believed because it was read once.
  @Test func whatHasAnEndIsReadAgainByEveryCommand() async throws {
    let home = try await WalletFixture.home()
    var hash = ""
    try await DevChainServer.serving(DevChain()) { url in
      let sent = try await send(home, url, ["--id", "rent"])
      #expect(sent.status == 0)
      hash = String(sent.stdout.prefix(66))
    }
    for command in [["status", "rent"], ["wait", "rent", "--timeout", "1s"]] {
      let outcome = try await WalletProcess.run(
        command + ["--json", "--rpc-url", Self.deadNode], home: home)
      #expect(outcome.status == 69, "\(command)")
      #expect(!outcome.stdout.contains("\"event\":\"confirmed\""))
    }
    // The same node twice is one node.
    let twice = try await WalletProcess.run(
      [
        "wait", "rent", "--rpc-url", "http://127.0.0.1:9", "--verify-rpc-url",
        "http://localhost:9/",
      ],
      home: home)
    #expect(twice.status == 64)
    #expect(
      twice.stderr.hasPrefix(
        "Error: expected --verify-rpc-url to be another node than --rpc-url, of another operator\n")
    )
    // An empty chain, which has nothing of it; the second node has the last word on nothing.
    try await DevChainServer.serving(DevChain()) { url in
      let outcome = try await WalletProcess.run(
        ["status", "rent", "--rpc-url", url], home: home)
      #expect(outcome.status == 69)
      #expect(
        outcome.stderr
          == "wallet: the end of the payment \(hash) was not read again: waiting for the node at"
          + " \(url), which is at block 0 and must come to 1 (or see 'wallet repair')\n")
    }
  }
}
