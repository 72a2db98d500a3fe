import ActivityClient
import BigInt
import DevChain
import EthereumCrypto
import EthereumPrimitives
import Foundation
import JSONRPC
import NodeClient
import NodeClientLive
import SendFeature
import Synchronization
import TestEffort
import Testing
import VaultClientLive

@testable import WalletCLI

/// The steps of `wallet send` before it sends, and those that it skips if it is refused.
@Suite struct SendOrderTests {
  private static let recipient = DevChainAccounts.addresses[1]
  private static let ether = BigUInt(10).power(18)

  private func send(
    _ home: TemporaryHome, _ url: String, _ options: [String] = [], amount: String = "1"
  ) async throws -> WalletProcess.Outcome {
    try await WalletProcess.run(
      ["send", "--to", Self.recipient.checksummed, "--amount", amount, "--yes", "--rpc-url", url]
        + options + WalletFixture.passcodeOption(home), home: home)
  }

  private func received(_ chain: DevChain) async -> BigUInt {
    await chain.state.ledger[Self.recipient].balance - BigUInt(10_000) * Self.ether
  }

  // MARK: - The order

  /// A user whose command is killed while the node hangs has read the hash.
  ///
  /// It is in the journal and on standard output before a byte of the payment is sent.
  @Test func theHashIsShownBeforeTheBroadcast() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain()
    let terminal = FakeTerminal { _, _ in nil }
    let live = NodeClient.jsonRPC(over: chain.transport)
    let told = Mutex<[String]>([])
    var node = live
    node.sendRawTransaction = { raw in
      told.withLock { if $0.isEmpty { $0 = terminal.results } }
      return try await live.sendRawTransaction(raw)
    }
    let session = WalletSession(
      home: home.path + "/.headrace", deviceKeyPath: nil, chainID: 31_337, node: node,
      scrypt: .testing, terminal: terminal.terminal)
    let request = PaymentRequest(
      recipientText: Self.recipient.checksummed, amountText: "1", speed: .normal)
    let payment = try await session.pay(request) { _, _ in true }
    #expect(told.withLock { $0 } == [payment.hash.hex])
  }

  // MARK: - Refusals

  /// Another wallet with the same key paid: the sentence names the counts, and the remedy.
  @Test func aNonceGapIsReportedAndAcceptedByItsNonce() async throws {
    let home = try await WalletFixture.home()
    let other = try await WalletFixture.home()
    let chain = DevChain()
    try await DevChainServer.serving(chain) { url in
      #expect(try await send(home, url).status == 0)
      // The other wallet has no payment yet, and the account has one.
      #expect(try await send(other, url, ["--nonce", "1"], amount: "2").status == 0)
      let refused = try await send(home, url, amount: "3")
      #expect(refused.status == 1 && refused.stdout == "")
      #expect(
        refused.stderr.hasSuffix(
          "wallet: nothing was sent: the node counts 2 transactions of the account in blocks and 2 with"
            + " those that wait, and this wallet expected the nonce 1: another wallet has the same key,"
            + " or the node is wrong. Expected --nonce 2, if that is intended\n"))
      let wrong = try await send(home, url, ["--nonce", "3"], amount: "3")
      #expect(wrong.status == 1)
      let meant = try await send(home, url, ["--nonce", "2"], amount: "3")
      #expect(meant.status == 0, "\(meant)")
    }
    #expect(await received(chain) == 6 * Self.ether)
  }

  /// The journal has nothing to compare the node's count with.
  ///
  /// A payment behind a false count pays later or never. A second node that agrees is enough, too.
  @Test func aFirstPaymentOfAnAccountThatWasUsedIsAskedAbout() async throws {
    let other = try await WalletFixture.home()
    let chain = DevChain()
    try await DevChainServer.serving(chain) { url in
      #expect(try await send(other, url, amount: "2").status == 0)
      let home = try await WalletFixture.home()
      let refused = try await send(home, url)
      #expect(refused.status == 1 && refused.stdout == "")
      #expect(
        refused.stderr.hasSuffix(
          "wallet: nothing was sent, and --yes does not cover this: the node counts 1 earlier"
            + " transaction of the account, which this wallet does not know (--nonce 1 if that is the"
            + " true number, or --verify-rpc-url with a second node); expected its own"
            + " confirmation\n"))
      let wrong = try await send(home, url, ["--nonce", "0"])
      #expect(wrong.status == 1)
      #expect(
        wrong.stderr.hasSuffix(
          "wallet: nothing was sent: the payment's nonce is 1; expected --nonce 0 to be the next one\n"
        ))
      #expect(try await send(home, url, ["--nonce", "1"]).status == 0)
      // From now on the journal answers.
      #expect(try await send(home, url, amount: "3").status == 0)
      let third = try await WalletFixture.home()
      try await DevChainServer.serving(chain) { second in
        let paid = try await send(third, url, ["--verify-rpc-url", second], amount: "4")
        #expect(paid.status == 0, "\(paid)")
      }
    }
    #expect(await received(chain) == 10 * Self.ether)
  }

  /// The same command said that nothing was paid after its contact had been removed.
  @Test func aPaymentOfAKnownNameIsFollowedWithoutItsContact() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain()
    let added = try await WalletProcess.run(
      ["contacts", "add", "Alice", Self.recipient.checksummed], home: home)
    try #require(added.status == 0, "\(added)")
    try await DevChainServer.serving(chain) { url in
      let arguments =
        try ["send", "--to", "Alice", "--yes", "--id", "rent", "--rpc-url", url]
        + WalletFixture.passcodeOption(home)
      let paid = try await WalletProcess.run(arguments + ["--amount", "1"], home: home)
      #expect(paid.status == 0, "\(paid)")
      let removed = try await WalletProcess.run(["contacts", "remove", "Alice"], home: home)
      #expect(removed.status == 0, "\(removed)")
      let again = try await WalletProcess.run(arguments + ["--amount", "1"], home: home)
      #expect(again.status == 0, "\(again)")
      let other = try await WalletProcess.run(arguments + ["--amount", "2"], home: home)
      #expect(other.status == 1 && other.stderr.contains("has that name"), "\(other)")
    }
    #expect(await received(chain) == Self.ether)
  }

  /// A refused `send` is no reason to hand over an earlier payment.
  @Test func aRefusedSendLeavesAnEarlierPaymentUnsent() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    try await DevChainServer.serving(chain) { url in
      await chain.inject(DevChainFault(.close, method: "eth_sendRawTransaction", count: 10_000))
      let first = try await send(home, url, ["--timeout", "1s", "--id", "rent"])
      #expect(first.status == 76)
      await chain.clearFaults()
      let refused = try await send(home, url, amount: "20000")
      #expect(refused.status == 1)
      #expect(refused.stderr.contains("expected 20000 ETH for the amount alone"))
      let hash = try Hash32(hex: String(first.stdout.prefix(66)))
      #expect(await chain.state.pool[hash] == nil)
      let status = try await WalletProcess.run(["status", "rent", "--rpc-url", url], home: home)
      #expect(status.status == 76)
      #expect(await chain.state.pool[hash] == nil)
    }
  }

  // MARK: - Two nodes

  /// 75: nothing is recorded, and the same command pays once when both nodes agree.
  @Test func twoNodesThatDisagreeRecordNothingAndTheRepeatPaysOnce() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain()
    let lying = DevChain()
    await lying.inject(DevChainFault(.addToNonce(2), count: 10_000))
    try await DevChainServer.serving(chain) { url in
      try await DevChainServer.serving(lying) { second in
        let refused = try await send(home, url, ["--verify-rpc-url", second])
        #expect(refused.status == 75 && refused.stdout == "")
        #expect(
          refused.stderr.hasSuffix(
            "wallet: nothing was sent: one node counts 0 transactions of the account, the other one 2;"
              + " expected two nodes that agree\n"))
        let listed = try await WalletProcess.run(["activity", "--rpc-url", url], home: home)
        #expect(listed.status == 0 && listed.stdout == "No payments.\n")
      }
      // The second address of an honest operator sees the same chain.
      try await DevChainServer.serving(chain) { second in
        let paid = try await send(home, url, ["--verify-rpc-url", second])
        #expect(paid.status == 0, "\(paid)")
      }
    }
    #expect(await received(chain) == Self.ether)
  }

  /// A second operator's node of another chain confirms nothing.
  ///
  /// The short form leaves it to `aSecondNodeOfAnotherChainGetsNothing`.
  @Test(.enabled(if: !Effort.isShort)) func aSecondNodeOfAnotherChainRefusesThePayment()
    async throws
  {
    let home = try await WalletFixture.home()
    let chain = DevChain()
    let foreign = DevChain(DevChainConfiguration(chainID: 31_338))
    try await DevChainServer.serving(chain) { url in
      try await DevChainServer.serving(foreign) { second in
        let refused = try await send(home, url, ["--verify-rpc-url", second])
        #expect(refused.status == 1 && refused.stdout == "")
        #expect(
          refused.stderr.hasSuffix(
            "wallet: the node follows the chain with id 31338, expected 31337\n"))
      }
    }
    #expect(await received(chain) == 0)
  }

  /// An end needs both: the second node has another chain, and does not see the payment.
  ///
  /// The short form leaves it to `StuckPaymentTests.finalityNeedsBothNodesWord`.
  @Test(.enabled(if: !Effort.isShort))
  func anEndThatTheSecondNodeDoesNotSeeIsNotOne() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain()
    try await DevChainServer.serving(chain) { url in
      try await DevChainServer.serving(DevChain()) { second in
        let sent = try await send(
          home, url, ["--verify-rpc-url", second, "--timeout", "30s", "--id", "rent"])
        #expect(sent.status == 76)
        #expect(sent.stderr.contains("(waiting until the second node agrees)"))
        #expect(
          try await WalletProcess.run(["status", "rent", "--rpc-url", url], home: home).status == 0)
      }
    }
  }

  // MARK: - Bounds before recording

  /// A node that closes every connection, is always busy, or counts the greatest nonce or a few too
  /// many.
  ///
  /// The result was over 100 s of silence, or a payment that never pays.
  @Test(
    .timeLimit(.minutes(30)),
    arguments: Effort.cases(
      [
        (DevChainFault(.close, count: 10_000), 69),
        (DevChainFault(.addToNonce(.max - 1), count: 10_000), 75),
        (DevChainFault(.addToNonce(3), count: 10_000), 1),
        (DevChainFault(.refuse(RPCError(code: -32_005, message: "busy")), count: 10_000), 75),
      ] as [(DevChainFault, Int32)]))
  func aNodeThatCanNotBeWaitedForIsNotWaitedFor(
    fault: DevChainFault, status: Int32
  ) async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain()
    await chain.inject(fault)
    try await DevChainServer.serving(chain) { url in
      let outcome = try await send(home, url, ["--timeout", "2s"])
      #expect(outcome.status == status, "\(outcome)")
      #expect(outcome.stdout.isEmpty)
    }
    #expect(await received(chain) == 0)
  }

  // MARK: - Documents

  /// The table on the wallet's page is the same as the program's.
  @Test func theWalletsPageHasTheExitCodes() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Documentation/wallet.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    let rows = lines.drop { $0 != "| code | meaning | a careful script |" }.dropFirst(2)
      .prefix { $0.hasPrefix("|") }.map { row in
        row.split(separator: "|").prefix(2).map { $0.trimmingCharacters(in: .whitespaces) }
      }
    let expected = ExitStatus.allCases.map { status in
      ["\(status.rawValue)", status.meaning.split(separator: ":").first.map(String.init) ?? ""]
    }
    #expect(rows.first?.first == "0")
    #expect(Array(rows.dropFirst()) == expected)
    #expect(
      ExitStatus.table.hasPrefix("0   done: the payment is confirmed (with --no-wait,"))
  }
}
