import BigInt
import DevChain
import EthereumCrypto
import EthereumPrimitives
import Foundation
import NodeClient
import NodeClientLive
import TestEffort
import Testing

@testable import WalletCLI

/// Money, invariant 5: exit code 75 means that nothing was recorded.
///
/// A recorded payment without a known end has its own code. Each test runs the executable itself.
@Suite struct ExitCodeTests {
  typealias Outcome = WalletProcess.Outcome

  private static let recipient = DevChainAccounts.addresses[1]
  /// 10,000.5 ether.
  private static let halfMore = BigUInt(10_000_500) * BigUInt(10).power(15)
  private static let half = BigUInt(500) * BigUInt(10).power(15)
  static let deadNode = "http://127.0.0.1:9"

  func send(
    _ home: TemporaryHome, _ url: String, amount: String = "0.5", _ options: [String] = []
  ) async throws -> Outcome {
    try await WalletProcess.run(
      ["send", "--to", Self.recipient.checksummed, "--amount", amount, "--yes", "--rpc-url", url]
        + options + WalletFixture.passcodeOption(home), home: home)
  }

  private func hash(_ outcome: Outcome) throws -> String {
    let line = try #require(outcome.stdout.split(separator: "\n").first)
    try #require(line.wholeMatch(of: /0x[0-9a-f]{64}/) != nil, "\(outcome)")
    return String(line)
  }

  // MARK: - One by one

  @Test func zeroIsAPaymentInItsBlock() async throws {
    let home = try await WalletFixture.home()
    try await DevChainServer.serving(DevChain()) { url in
      let outcome = try await send(home, url)
      #expect(outcome.status == 0)
      #expect(
        outcome.stdout.wholeMatch(
          of: /(0x[0-9a-f]{64})\n\1  0\.5 ETH to 0x\w{40}  confirmed in block 1\n/) != nil)
    }
  }

  @Test func oneIsARefusal() async throws {
    let home = try await WalletFixture.home()
    let outcome = try await send(home, Self.deadNode, amount: "0")
    #expect(outcome.status == 1)
    #expect(outcome.stdout == "")
  }

  @Test func sixtyFourIsBadUsage() async throws {
    let home = try await WalletFixture.home()
    for options in [["--timeout", "soon"], ["--id", "two words"], ["--max-fee", "-1"]] {
      let outcome = try await send(home, Self.deadNode, options)
      #expect(outcome.status == 64, "\(options)")
      #expect(outcome.stdout == "")
    }
    for command in [["status", "0x12"], ["wait", ""]] {
      #expect(try await WalletProcess.run(command, home: home).status == 64, "\(command)")
    }
  }

  @Test func sixtyNineIsADeadNodeAndNothingIsRecorded() async throws {
    let home = try await WalletFixture.home()
    let outcome = try await send(home, Self.deadNode, ["--id", "rent"])
    #expect(outcome.status == 69)
    #expect(outcome.stdout == "")
    #expect(try await WalletProcess.run(["status", "rent"], home: home).status == 64)
  }

  /// A script that repeats commands that end with 75 would repeat one with a mistyped name for
  /// ever.
  @Test func sixtyFourIsAPaymentThatIsNotRecordedHere() async throws {
    let home = try await WalletFixture.home()
    for command in ["status", "wait"] {
      let outcome = try await WalletProcess.run(
        [command, "rent", "--rpc-url", Self.deadNode], home: home)
      #expect(
        outcome
          == .init(
            status: 64, stdout: "", stderr: "wallet: no payment rent is recorded here\n"),
        "\(command)")
    }
  }

  @Test func seventySevenIsAWrongPasscode() async throws {
    let home = try await WalletFixture.home()
    let outcome = try await WalletProcess.run(
      [
        "send", "--to", Self.recipient.checksummed, "--amount", "1", "--yes", "--rpc-url",
        Self.deadNode,
      ] + WalletFixture.passcodeOption(home, "wrong horse"), home: home)
    #expect(outcome.status == 77)
    #expect(outcome.stdout == "")
  }

  // MARK: - Recorded, its end not known

  /// From the audit: exit code 75, and the same command paid again.
  ///
  /// With blocks every six seconds and a limit of three, the recipient had 1.0 instead of 0.5.
  @Test func seventySixIsThatAPaymentIsRecordedAndTheSameCommandPaysOnce() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    try await DevChainServer.serving(chain) { url in
      let first = try await send(home, url, ["--id", "rent", "--timeout", "1s"])
      #expect(first.status == 76)
      let hash = try hash(first)
      #expect(first.stdout == hash + "\n")
      #expect(
        first.stderr.contains(
          "wallet: the payment \(hash) is recorded and may still pay; its outcome is not known"
            + " after 1s ("))
      #expect(
        first.stderr.hasSuffix("). Check with 'wallet wait rent', and don't send it again\n"))
      // By name and by hash.
      for name in ["rent", hash] {
        let status = try await WalletProcess.run(
          ["status", name, "--rpc-url", url], home: home)
        #expect(status.status == 76)
        #expect(status.stdout.hasPrefix("\(hash)  0.5 ETH to "))
      }
      let again = try await send(home, url, ["--id", "rent", "--timeout", "1s"])
      #expect(again.status == 76)
      #expect(again.stdout == hash + "\n")
      // Without a name it is refused: an equal payment is pending.
      let unnamed = try await send(home, url)
      #expect(unnamed.status == 1)
      #expect(unnamed.stdout == "")
      // On a slow machine the last of these commands hands it over.
      let mining = Task {
        try await chain.mineBlocks(every: .seconds(1), clock: ContinuousClock())
      }
      let waited = try await WalletProcess.run(["wait", "rent", "--rpc-url", url], home: home)
      mining.cancel()
      #expect(waited.status == 0)
      #expect(waited.stdout.hasPrefix("\(hash)  0.5 ETH to "))
      let done = try await send(home, url, ["--id", "rent"])
      #expect(done.status == 0)
      // Other fields under the same name are refused permanently.
      let other = try await send(home, url, amount: "0.6", ["--id", "rent"])
      #expect(other.status == 1)
    }
    #expect(await chain.state.ledger[Self.recipient].balance == Self.halfMore)
  }

  /// A key that repeats sends Control-\ twice: with a recorded payment both mean the same.
  @Test(arguments: Effort.cases([SIGINT, SIGTERM, SIGQUIT]))
  func aSignalAfterTheHashIsSeventySixToo(signal: Int32) async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    try await DevChainServer.serving(chain) { url in
      let process = try WalletProcess(
        [
          "send", "--to", Self.recipient.checksummed, "--amount", "0.5", "--yes", "--json",
          "--rpc-url", url,
        ] + WalletFixture.passcodeOption(home), home: home, watching: .stdout)
      var hash: String?
      for await line in process.pieces {
        let event = try #require(
          JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        if event["event"] as? String == "recorded" {
          hash = event["hash"] as? String
          #expect(event["state"] as? String == "signed")
          for _ in 1...(signal == SIGQUIT ? 2 : 1) { process.signal(signal) }
        }
      }
      let outcome = try await process.outcome()
      #expect(outcome.status == 76)
      let last = try #require(outcome.stderr.split(separator: "\n").last)
      let failure = try #require(
        JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
      #expect(failure["code"] as? Int == 76)
      #expect(failure["hash"] as? String == hash)
      // It is not lost: following it hands it over, and it pays once.
      let name = try #require(hash)
      await chain.setAutomining(true)
      await chain.mine()
      let waited = try await WalletProcess.run(["wait", name, "--rpc-url", url], home: home)
      #expect(waited.status == 0)
    }
    #expect(await chain.state.ledger[Self.recipient].balance == Self.halfMore)
  }

  @Test func aNodeThatDiesAfterThePaymentIsRecordedIsSeventySixAndSaid() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    try await DevChainServer.serving(chain) { url in
      await chain.inject(DevChainFault(.close, method: "eth_sendRawTransaction", count: 100))
      let outcome = try await send(home, url, ["--timeout", "30s"])
      #expect(outcome.status == 76)
      _ = try hash(outcome)
      #expect(outcome.stderr.contains("waiting for the node at \(url) (unreachable for "))
    }
  }

  @Test func withoutWaitingACommandEndsWhenTheNodeHasThePayment() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    try await DevChainServer.serving(chain) { url in
      let outcome = try await send(home, url, ["--no-wait"])
      #expect(outcome.status == 0)
      let hash = try hash(outcome)
      #expect(outcome.stdout.hasSuffix("  waiting for a block\n"))
      let node = NodeClient.live(url: try #require(URL(string: url)))
      #expect(try await node.transaction(Hash32(hex: hash))?.place == .waiting)
    }
  }

  // MARK: - Ceilings

  /// No flag overrides them silently.
  @Test func yesOverridesNoCeiling() async throws {
    let home = try await WalletFixture.home()
    try await DevChainServer.serving(DevChain()) { url in
      let capped = try await send(home, url, ["--max-fee", "0.00005"])
      #expect(capped.status == 1 && capped.stdout == "")
      #expect(
        capped.stderr.hasSuffix(
          "wallet: nothing was sent: the fee may be 0.00005775 ETH; expected at most 0.00005 ETH (see"
            + " --max-fee)\n"))
      let small = try await send(home, url, amount: "0.0001")
      #expect(small.status == 1 && small.stdout == "")
      #expect(
        small.stderr.hasSuffix(
          "wallet: nothing was sent, and --yes does not cover this: the fee may be 57 % of the amount"
            + " (--max-fee-percent); expected its own confirmation\n"))
      let meant = try await send(home, url, amount: "0.0001", ["--max-fee-percent", "60"])
      #expect(meant.status == 0)
    }
  }

  /// Nothing is left except the gas that was cheaper than signed.
  @Test func everythingIsSentToTheWei() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain()
    try await DevChainServer.serving(chain) { url in
      let first = try await send(home, url, amount: "max", ["--id", "all"])
      #expect(first.status == 0)
      // The balance is different now, and the name still refers to the same payment.
      let second = try await send(home, url, amount: "max", ["--id", "all"])
      #expect(second.status == 0)
    }
    // At most 2 × 0.875 + 1 gwei were signed for each of 21,000 gas; the block took 1.875.
    let left = await chain.state.ledger[DevChainAccounts.addresses[0]].balance
    #expect(left == (2_750_000_000 - 1_875_000_000) * 21_000)
    #expect(await chain.books.isBalanced)
  }

  // MARK: - Replacing

  private func replace(
    _ command: String, _ name: String, _ home: TemporaryHome, _ url: String,
    _ options: [String] = []
  ) async throws -> Outcome {
    try await WalletProcess.run(
      [command, name, "--yes", "--rpc-url", url] + options + WalletFixture.passcodeOption(home),
      home: home)
  }

  @Test func aPaymentThatWaitsIsCancelledAndItsRecipientGetsNothing() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    try await DevChainServer.serving(chain) { url in
      let first = try await send(home, url, ["--id", "rent", "--no-wait"])
      #expect(first.status == 0)
      let cancelled = try await replace("cancel", "rent", home, url, ["--no-wait"])
      #expect(cancelled.status == 0)
      #expect(try hash(cancelled) != (try hash(first)))
      await chain.mine()
      let again = try await WalletProcess.run(["wait", "rent", "--rpc-url", url], home: home)
      #expect(again.status == 1)
      #expect(again.stderr.contains("the payment was cancelled by the transaction 0x"))
      // The name is spent: the same command does not pay after all.
      let repeated = try await send(home, url, ["--id", "rent"])
      #expect(repeated.status == 1)
    }
    #expect(await chain.state.ledger[Self.recipient].balance == Self.halfMore - Self.half)
  }

  /// A second 'cancel' gives the same answer as the first.
  ///
  /// The short form leaves it to `PaymentEndTests`.
  @Test(.enabled(if: !Effort.isShort)) func aCancellationThatIsRepeatedEndsAlike() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    try await DevChainServer.serving(chain) { url in
      #expect(try await send(home, url, ["--id", "rent", "--no-wait"]).status == 0)
      #expect(try await replace("cancel", "rent", home, url, ["--no-wait"]).status == 0)
      await chain.mine()
      for _ in 1...2 {
        let again = try await replace("cancel", "rent", home, url)
        #expect(again.status == 0, "\(again)")
      }
    }
  }

  /// A payment uses the nonce that its owner names, or is not made.
  ///
  /// The short form leaves it to `aNonceGapIsReportedAndAcceptedByItsNonce`.
  @Test(.enabled(if: !Effort.isShort)) func aNonceThatIsNamedIsKept() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain()
    try await DevChainServer.serving(chain) { url in
      #expect(try await send(home, url, ["--nonce", "0"]).status == 0)
      let again = try await send(home, url, ["--nonce", "0", "--again"])
      #expect(again.status == 1 && again.stdout == "")
      #expect(
        again.stderr.hasSuffix(
          "wallet: nothing was sent: the payment's nonce is 1; expected --nonce 0 to be the next"
            + " one\n"))
    }
    #expect(await chain.state.ledger[Self.recipient].balance == Self.halfMore)
  }

  /// Exit code 75 means that nothing is recorded, which is false for a payment that was found.
  @Test func aStatusThatIsInterruptedIsNotSeventyFive() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain()
    try await DevChainServer.serving(chain) { url in
      #expect(try await send(home, url, ["--id", "rent"]).status == 0)
      await chain.inject(DevChainFault(.delay(.seconds(30)), count: 100))
      let process = try WalletProcess(
        ["status", "rent", "--rpc-url", url], home: home, watching: .nothing)
      while await chain.faults.first?.count == 100 { await Task.yield() }
      process.signal(SIGTERM)
      let outcome = try await process.outcome()
      #expect(outcome.status == 76, "\(outcome)")
      await chain.clearFaults()
    }
  }

  /// The short form leaves it to `MetaMask24552Tests` and `ReplacePaymentTests`.
  @Test(.enabled(if: !Effort.isShort)) func aPaymentThatWaitsIsSpedUpAndPaysOnce() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    try await DevChainServer.serving(chain) { url in
      let first = try await send(home, url, ["--id", "rent", "--no-wait"])
      let faster = try await replace("speed-up", "rent", home, url, ["--no-wait"])
      #expect(faster.status == 0)
      #expect(try hash(faster) != (try hash(first)))
      let capped = try await replace("speed-up", "rent", home, url, ["--max-fee", "0.00001"])
      #expect(capped.status == 1)
      await chain.mine()
      // The old hash and the new one name the same payment.
      for name in try [hash(first), hash(faster), "rent"] {
        let status = try await WalletProcess.run(["wait", name, "--rpc-url", url], home: home)
        #expect(status.status == 0, "\(name): \(status)")
      }
      let unknown = try await replace("cancel", "nothing", home, url)
      #expect(unknown.status == 64)
    }
    #expect(await chain.state.ledger[Self.recipient].balance == Self.halfMore)
  }

  /// From the audit: a restarted development chain left a false "confirmed", and every later send
  /// ended with 75, with no command that repaired it.
  ///
  /// The short form leaves it to `RepairTests` and `RepairPaymentsTests`.
  @Test(.enabled(if: !Effort.isShort)) func aRestartedChainIsRepaired() async throws {
    let home = try await WalletFixture.home()
    try await DevChainServer.serving(DevChain()) { url in
      let paid = try await send(home, url, ["--id", "rent"])
      #expect(paid.status == 0)
    }
    try await DevChainServer.serving(DevChain()) { url in
      let repaired = try await WalletProcess.run(["repair", "--rpc-url", url], home: home)
      #expect(repaired.status == 0)
      #expect(repaired.stdout.hasPrefix("0 payments unchanged, 1 pending again, 0 not read\n0x"))
      let again = try await WalletProcess.run(["wait", "rent", "--rpc-url", url], home: home)
      #expect(again.status == 0, "\(again)")
      let another = try await send(home, url, amount: "0.25")
      #expect(another.status == 0)
    }
  }
}
