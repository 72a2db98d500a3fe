import ActivityClient
import DevChain
import EthereumCrypto
import EthereumPrimitives
import NodeClient
import NodeClientLive
import SendFeature
import Synchronization
import Testing
import VaultClientLive

@testable import WalletCLI

/// Waiting is limited and announced, also with a node that reads questions and answers none.
@Suite struct SilentNodeTests {
  private static let recipient = DevChainAccounts.addresses[1].checksummed

  /// A node that stops answering on request, until the client closes the connection.
  private final class Node: Sendable {
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    private let silent = Mutex(false)

    func fallSilent() { silent.withLock { $0 = true } }

    var client: NodeClient {
      let live = NodeClient.jsonRPC(over: chain.transport)
      var node = live
      node.chainID = {
        if self.silent.withLock({ $0 }) {
          for await _ in AsyncStream<Void>.makeStream().stream {}
          throw NodeError.cancelled
        }
        return try await live.chainID()
      }
      return node
    }
  }

  private func session(
    _ home: TemporaryHome, _ node: Node, _ terminal: FakeTerminal, seconds: Int = 3
  ) -> WalletSession {
    WalletSession(
      home: home.path + "/.headrace", deviceKeyPath: nil, chainID: 31_337, node: node.client,
      nodeName: "the node n", scrypt: .testing, terminal: terminal.terminal,
      askingSeconds: seconds)
  }

  private static func passcode() -> SecretBytes {
    SecretBytes(Array(WalletFixture.passcode.utf8))
  }

  private func pay(
    _ session: WalletSession, _ amount: String = "0.5"
  ) async throws(CommandFailure) -> Payment {
    var request = PaymentRequest(
      recipientText: Self.recipient, amountText: amount, speed: .normal)
    request.patience = PaymentPatience(waitsForEnd: false)
    return try await session.pay(request) { _, _ in true }
  }

  @Test func nothingIsSentWhereTheNodeAnswersNoQuestion() async throws {
    let home = try await WalletFixture.home()
    let node = Node()
    let terminal = FakeTerminal { _, _ in nil }
    node.fallSilent()
    await #expect(
      throws: CommandFailure(
        said: "the node n did not answer all questions within 3 s; nothing was sent",
        .nodeUnavailable)
    ) { try await pay(session(home, node, terminal)) }
    // On a slow machine opening the wallet is reported, too.
    #expect(terminal.notes.filter { $0 != "Opening the wallet" } == ["asking the node n"])
  }

  /// Half a minute of silence, after the passcode that signs.
  @Test(arguments: [PaymentTransaction.Role.cancel, .speedUp])
  func aReplacementIsNotWaitedForInSilence(role: PaymentTransaction.Role) async throws {
    let home = try await WalletFixture.home()
    let node = Node()
    let terminal = FakeTerminal { _, _ in nil }
    let payment = try await pay(session(home, node, terminal, seconds: 60))
    let session = session(home, node, terminal, seconds: 30)
    let failure = await #expect(throws: CommandFailure.self) {
      try await session.replace(
        ReplacementRequest(
          reference: .id(payment.id), role: role, speed: .normal, policy: .standard,
          patience: PaymentPatience(seconds: 1), json: false),
        opening: { Self.passcode() }, isAgreed: { _ in true }, isMeant: { _ in false },
        signing: { () throws(CommandFailure) in
          node.fallSilent()
          return Self.passcode()
        })
    }
    #expect(
      failure
        == CommandFailure(
          said:
            "the payment \(payment.hash.hex) is recorded and may still pay; its outcome is not"
            + " known: the node n did not answer all questions within 30 s; what was recorded so"
            + " far is kept. Check with 'wallet wait"
            + " \(payment.hash.hex)', and don't send it again", .unknownEnd,
          payment: payment.hash))
    #expect(terminal.notes.last == "asking the node n")
  }

  /// 'status' asked a second node that does not answer three times, for ten seconds each.
  @Test func aSecondNodeThatDoesNotAnswerIsAskedOnce() async throws {
    let home = try await WalletFixture.home()
    let server = try GarbageServer(.cutOff)
    try await DevChainServer.serving(DevChain()) { url in
      let sent = try await WalletProcess.run(
        [
          "send", "--to", Self.recipient, "--amount", "0.5", "--id", "rent", "--yes", "--rpc-url",
          url,
        ] + WalletFixture.passcodeOption(home), home: home)
      #expect(sent.status == 0)
      let asked = try await WalletProcess.run(
        ["status", "rent", "--rpc-url", url, "--verify-rpc-url", server.url], home: home)
      #expect(asked.status == 69, "\(asked)")
      #expect(asked.stderr.contains("the second node"), "\(asked)")
      #expect(server.questions.count.withLock { $0 } == 1)
    }
  }

  /// Each payment had its own limit and its own silence: a list of twenty at a slow node took over
  /// half a minute without a message.
  @Test func aListIsNotWaitedForInSilenceHoweverManyPaymentsItHas() async throws {
    let home = try await WalletFixture.home()
    let node = Node()
    let terminal = FakeTerminal { _, _ in nil }
    for amount in ["0.1", "0.2", "0.3", "0.4"] {
      _ = try await pay(session(home, node, terminal, seconds: 60), amount)
    }
    await node.chain.inject(
      DevChainFault(.delay(.milliseconds(900)), method: "eth_chainId", count: 1_000))
    let list = try await session(home, node, terminal).listPayments()
    #expect(list.payments.count == 4)
    #expect(
      list.failure
        == CommandFailure(
          said: "the node n did not answer all questions within 3 s; nothing was sent",
          .nodeUnavailable))
    let line = try #require(terminal.notes.last)
    #expect(line.wholeMatch(of: /asking the node n(?: about payment [1-4] of 4)?/) != nil)
  }

  /// Another process that writes, and a key that takes long to derive.
  @Test func aBusyJournalIsNotWaitedForInSilence() async throws {
    let home = try await WalletFixture.home()
    let (told, bell) = AsyncStream<Void>.makeStream()
    let notes = Mutex<[String]>([])
    let terminal = Terminal(
      writeLine: { _ in },
      writeError: { line in
        notes.withLock { $0.append(line) }
        bell.finish()
      })
    let session = WalletSession(
      home: home.path + "/.headrace", deviceKeyPath: nil, chainID: 31_337, node: Node().client,
      scrypt: .testing, terminal: terminal
    ) { journal in
      var activity = journal
      activity.payments = { query throws(JournalFailure) in
        for await _ in told {}
        return try await journal.payments(query)
      }
      return activity
    }
    #expect(try await session.listPayments().payments == [])
    // On a slow machine it also waits for the node's answer.
    let said = notes.withLock { $0 }
    #expect(said.first == "waiting for another wallet, which is writing")
    #expect(said.dropFirst().allSatisfy { $0 == "asking the node" })
  }

  @Test(arguments: [
    (false, "Opening the wallet"), (true, #"{"event":"waiting","for":"Opening the wallet"}"#),
  ])
  func longWaitsAreReportedOnce(isReadByProgram: Bool, line: String) async {
    let (told, bell) = AsyncStream<String>.makeStream()
    var terminal = Terminal(writeLine: { _ in }, writeError: { bell.yield($0) })
    terminal.isReadByProgram = isReadByProgram
    let watch = ProgressNotice("Opening the wallet", on: terminal)
    var lines = told.makeAsyncIterator()
    #expect(await lines.next() == line)
    watch.end()
  }
}
