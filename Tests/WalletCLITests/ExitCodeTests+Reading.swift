import DevChain
import Foundation
import TestEffort
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
      dead.stdout.firstMatch(
        of: /confirmed in block 1, as of (?:just now|\d+ (?:second|minute)s? ago)\n/)
        != nil
    )
    let status = try await WalletProcess.run(
      ["activity", "--json", "--rpc-url", Self.deadNode], home: home)
    #expect(status.status == 69)
    let list = try #require(
      JSONSerialization.jsonObject(with: Data(status.stdout.utf8)) as? [[String: Any]])
    #expect(list.first?["asOfSeconds"] as? Int != nil)
  }

  /// Exit code 0 was right when it was returned, and its reader must learn that it is obsolete.
  ///
  /// The short form leaves it to `FollowPaymentTests` and `ReopeningNotesTests`.
  @Test(.enabled(if: !Effort.isShort)) func aPaymentThatAReorganisationLostIsReportedByTheNextOne()
    async throws
  {
    let home = try await WalletFixture.home()
    let chain = DevChain()
    try await DevChainServer.serving(chain) { url in
      let first = try await send(home, url, ["--id", "rent"])
      #expect(first.status == 0)
      await chain.reorganise(depth: 1, transactions: .drop)
      let second = try await send(home, url, amount: "0.25", ["--id", "food"])
      #expect(second.status == 0)
      let hash = first.stdout.prefix(66)
      #expect(
        second.stderr.contains(
          " was settled and is pending again: the chain was reorganised. See 'wallet status"
            + " \(hash)'.\n"))
      let wait = try await WalletProcess.run(["wait", "rent", "--rpc-url", url], home: home)
      #expect(wait.status == 0)
    }
  }

  /// An end that can change is not believed because it was read once.
  ///
  /// The short form leaves it to `FollowPaymentTests` and `PaymentEndTests`.
  @Test(.enabled(if: !Effort.isShort))
  func settledPaymentsAreReadAgainByEveryCommand() async throws {
    let home = try await WalletFixture.home()
    var hash = ""
    try await DevChainServer.serving(DevChain()) { url in
      let sent = try await send(home, url, ["--id", "rent"])
      #expect(sent.status == 0)
      hash = String(sent.stdout.prefix(66))
    }
    for command in [["status", "rent"], ["wait", "rent", "--timeout", "5s"]] {
      let outcome = try await WalletProcess.run(
        command + ["--json", "--rpc-url", Self.deadNode], home: home)
      #expect(outcome.status == 69, "\(command)")
      #expect(!outcome.stdout.contains("\"event\":\"confirmed\""))
    }
    // The code says nothing about what was recorded before; the sentence does.
    let again = try await send(home, Self.deadNode, ["--id", "rent", "--timeout", "5s"])
    #expect(again.status == 69)
    #expect(again.stdout == "\(hash)\n")
    #expect(
      again.stderr.contains(
        "wallet: the payment \(hash) is recorded, but its outcome was not read again: "))
    // The same node twice counts as one node.
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
    // An empty chain without the payment; the second node alone decides nothing.
    try await DevChainServer.serving(DevChain()) { url in
      let outcome = try await WalletProcess.run(
        ["status", "rent", "--rpc-url", url], home: home)
      #expect(outcome.status == 69)
      #expect(
        outcome.stderr
          == "wallet: the payment \(hash) is recorded, but its outcome was not read again: waiting for the"
          + " node at \(url), which is at block 0 and must come to 1 (or see 'wallet repair')\n")
      // A list says it, too: 0 would be a confirmation that was never read.
      for options in [[String](), ["--json"]] {
        let list = try await WalletProcess.run(
          ["activity", "--rpc-url", url] + options, home: home)
        #expect(list.status == 69, "\(options)")
        #expect(
          list.stderr.contains(
            "1 payment was not read again; expected a node that has the whole chain: try again, or"
              + " with another one (see --rpc-url)"))
      }
    }
  }

  /// It waited for ten minutes. The second node's chain does not have the payment.
  @Test func withoutWaitingACommandEndsThoughTheSecondNodeSeesNoEnd() async throws {
    let home = try await WalletFixture.home()
    try await DevChainServer.serving(DevChain(DevChainConfiguration())) { url in
      try await DevChainServer.serving(DevChain(DevChainConfiguration())) { second in
        let options = ["--no-wait", "--verify-rpc-url", second]
        let outcome = try await send(home, url, options)
        #expect(outcome.status == 0)
        #expect(outcome.stdout.hasSuffix("  in block 1, not confirmed yet\n"), "\(outcome.stdout)")
        let hash = try #require(outcome.stdout.split(separator: "\n").first)
        let status = try await WalletProcess.run(
          ["status", String(hash), "--rpc-url", url] + options.suffix(2), home: home)
        #expect(status.status == 76)
        #expect(status.stderr.contains("waiting until the second node agrees"))
      }
    }
  }

  /// No old payment is sent without a notice: a payment that a pool had and lost is sent with the
  /// one that waits for it.
  ///
  /// The short form leaves it to `anEarlierPaymentThatAPoolHadIsReportedWithItsAge`.
  @Test(.enabled(if: !Effort.isShort)) func anEarlierPaymentIsReportedBeforeItGoesOutAgain()
    async throws
  {
    let home = try await WalletFixture.home()
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    try await DevChainServer.serving(chain) { url in
      let first = try await send(home, url, ["--no-wait"])
      let second = try await send(home, url, amount: "0.25", ["--no-wait", "--id", "b"])
      #expect(first.status == 0 && second.status == 0)
      await chain.forgetPool()
      let hash = String(first.stdout.prefix(66))
      let note = try Regex(
        "Note: the payment \(hash) of 0\\.5 ETH to 0x\\w{40} was signed (?:just now|\\d+ (?:second|minute|hour)s? ago), and comes"
          + " before this payment; it is sent again if no node has it\\. See 'wallet status"
          + " \(hash)'\\.\n")
      await chain.setAutomining(true)
      let waited = try await WalletProcess.run(["wait", "b", "--rpc-url", url], home: home)
      #expect(waited.status == 0)
      #expect(waited.stderr.matches(of: note).count == 1, "\(waited.stderr)")
    }
  }
}
