import ActivityClient
import ArgumentParser
import DevChain
import EthereumCrypto
import EthereumPrimitives
import Foundation
import NodeClient
import NodeClientLive
import SendFeature
import Synchronization
import Testing
import VaultClientLive

@testable import WalletCLI

/// Lines about recorded payments, word for word.
@Suite struct PaymentLinesTests {
  private static let zero = Hash32.zero.hex
  private static let nobody = "0x0000000000000000000000000000000000000000"
  private static let date = Date(timeIntervalSince1970: 7_300)

  private static func inclusion(
    _ outcome: PaymentInclusion.Outcome = .succeeded
  ) -> PaymentInclusion {
    PaymentInclusion(
      transactionHash: .zero, outcome: outcome, blockNumber: 7, blockHash: .zero,
      gasUsed: 21_000, effectiveGasPrice: 2)
  }

  // MARK: - States

  static let states: [(PaymentState, name: String, text: String)] = [
    (.signed, "signed", "signed, not known to a node yet"),
    (.broadcast, "broadcast", "waiting for a block"),
    (.included(inclusion()), "included", "in block 7, not confirmed yet"),
    (.included(inclusion(.undone)), "included", "failed in block 7, as reported by one node"),
    (.confirmed(inclusion()), "confirmed", "confirmed in block 7"),
    (.reverted(inclusion(.undone)), "reverted", "failed in block 7"),
    (.cancelled(inclusion()), "cancelled", "cancelled in block 7"),
    (
      .replaced(NonceSpent(blockNumber: 7, blockHash: .zero)), "replaced",
      "replaced by another payment"
    ),
    (.abandoned, "abandoned", "abandoned; nothing was sent"),
  ]

  @Test func eachStateHasItsNameAndItsText() throws {
    for (state, name, text) in Self.states {
      #expect(PaymentLineText.stateName(state) == name)
      #expect(PaymentLineText.stateText(state) == text)
      var payment = try PaymentTextsTests.payment(state: state)
      payment.isFinal = !state.isUnresolved
      let line = "\(Self.zero)  0.5 ETH to \(Self.nobody)  \(text)"
      #expect(PaymentLineText.text(payment, json: false) == line)
      #expect(
        PaymentLineText.text(payment, json: false, isAsked: true, at: Self.date)
          == line + (state.isUnresolved ? " (signed 2 hours ago)" : ""))
      // A payment that the node was not asked about shows its age, unless it is final.
      #expect(
        PaymentLineText.text(payment, json: false, isAsked: false, at: Self.date)
          == line + (state == .abandoned ? "" : ", as of 2 hours ago")
          + (state.isUnresolved ? " (signed 2 hours ago)" : ""))
    }
  }

  @Test func aPaymentIsAnObjectForPrograms() throws {
    let start =
      "{\"hash\":\"\(Self.zero)\",\"to\":\"\(Self.nobody)\",\"wei\":\"500000000000000000\",\"nonce\":3,"
    let date = "\"recordedAt\":\"1970-01-01T00:00:00Z\""
    #expect(
      PaymentLineText.text(try PaymentTextsTests.payment(), json: true)
        == start + "\"state\":\"broadcast\",\(date)}")
    var ended = try PaymentTextsTests.payment("rent", state: .confirmed(Self.inclusion()))
    ended.transactions[0].role = .speedUp
    #expect(
      PaymentLineText.text(ended, json: true, isAsked: false, at: Self.date)
        == start + "\"state\":\"confirmed\",\"transaction\":\"speedUp\",\(date),\"id\":\"rent\","
        + "\"block\":7,\"feeWei\":\"42000\",\"asOfSeconds\":7300}")
  }

  /// A hash that was printed before the payment was sped up is found in the list.
  @Test func allHashesOfAPaymentAreThereForPrograms() throws {
    var payment = try PaymentTextsTests.payment()
    let first = payment.current
    payment.transactions.append(
      PaymentTransaction(
        role: .speedUp, nonce: first.nonce, gasLimit: first.gasLimit,
        maxFeePerGas: first.maxFeePerGas, maxPriorityFeePerGas: first.maxPriorityFeePerGas,
        hash: Hash32(0, 0, 0, 9), rawTransaction: [9]))
    let text = PaymentLineText.text(payment, json: true)
    #expect(text.contains("\"hash\":\"\(Hash32(0, 0, 0, 9).hex)\""))
    #expect(text.contains("\"transaction\":\"speedUp\",\"otherHashes\":[\"\(Self.zero)\"]"))
  }

  // MARK: - Ends

  @Test func aPaymentThatWasFasterThanItsCancellationIsReported() throws {
    let paid = try PaymentTextsTests.payment(state: .confirmed(Self.inclusion()))
    #expect(
      FailureText.notCancelled(paid, hasVerifier: false)
        == CommandFailure(
          said: "the payment \(Self.zero) was not cancelled: it paid", .refused, payment: .zero))
    let failed = try PaymentTextsTests.payment(state: .reverted(Self.inclusion(.undone)))
    #expect(
      FailureText.notCancelled(failed, hasVerifier: true)
        == CommandFailure(
          said:
            "the payment \(Self.zero) was not cancelled: the payment \(Self.zero) failed in its block; its"
            + " fee is spent", .refused, payment: .zero))
  }

  @Test func aPaymentThatNoNodeWasHandedIsReported() throws {
    let signed = try PaymentTextsTests.payment(state: .signed)
    #expect(
      throws: CommandFailure(
        said:
          "the payment \(Self.zero) is recorded and may still pay; its outcome is not known"
          + " yet (it was never handed to a node). Check with 'wallet wait"
          + " \(Self.zero)', and don't send it again",
        .unknownEnd, payment: .zero)
    ) {
      try FailureText.check(
        PaymentStatus(payment: signed, progress: .handingOver), node: "the node")
    }
  }

  // MARK: - Of a whole command

  private func session(
    _ home: TemporaryHome, _ chain: DevChain, _ terminal: FakeTerminal,
    journal: @Sendable (ActivityClient) -> ActivityClient = { $0 }
  ) -> WalletSession {
    WalletSession(
      home: home.path + "/.headrace", deviceKeyPath: nil, chainID: 31_337,
      node: .jsonRPC(over: chain.transport), scrypt: .testing, terminal: terminal.terminal,
      journal: journal)
  }

  @Test(arguments: [(0, 0), (20, 20), (21, 20)])
  func olderPaymentsAreNamed(count: Int, listed: Int) async throws {
    let home = try TemporaryHome()
    let terminal = FakeTerminal { _, _ in nil }
    let ended = try PaymentTextsTests.payment(state: .abandoned)
    let session = session(home, DevChain(), terminal) { live in
      var journal = live
      journal.payments = { query throws(JournalFailure) in
        Array(repeating: ended, count: min(count, query.limit))
      }
      return journal
    }
    try await session.tellPayments(at: Self.date)
    let line = "\(Self.zero)  0.5 ETH to \(Self.nobody)  abandoned; nothing was sent"
    #expect(
      terminal.results
        == [
          count == 0
            ? "No payments." : Array(repeating: line, count: listed).joined(separator: "\n")
        ])
    #expect(
      terminal.notes
        == (count > listed ? ["There are older payments; --all lists them too."] : []))
    try await session.tellPayments(all: true, at: Self.date)
    #expect(terminal.notes.count == (count > listed ? 1 : 0))
  }

  /// Another process gave the name between the first look and the review.
  @Test func aNameThatWasGivenInTheMeantimeIsNotPaidAgain() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain()
    let terminal = FakeTerminal { _, _ in nil }
    var request = PaymentRequest(
      recipientText: DevChainAccounts.addresses[1].checksummed, amountText: "1", speed: .normal)
    request.key = try PaymentKey("rent")
    let payment = try await session(home, chain, terminal).pay(request) { _, _ in true }
    let isFirst = Mutex(true)
    let late = session(home, chain, terminal) { live in
      var journal = live
      journal.payment = { reference throws(JournalFailure) in
        let hides = isFirst.withLock { first in
          defer { first = false }
          return first
        }
        return hides ? nil : try await live.payment(reference)
      }
      return journal
    }
    await #expect(
      throws: CommandFailure(
        said:
          "the payment \(payment.hash.hex) is recorded and may still pay; its outcome is not"
          + " known: it was recorded in the meantime. Check with 'wallet wait rent', and don't"
          + " send it again", .unknownEnd, payment: payment.hash)
    ) { try await late.pay(request) { _, _ in true } }
    #expect(await chain.state.ledger[DevChainAccounts.addresses[0]].nonce == 1)
  }

  // MARK: - Usage

  @Test(arguments: [
    ("", "expected a name of at least one character"),
    (
      String(repeating: "a", count: PaymentKey.characterCountMax + 1),
      "expected a name of at most \(PaymentKey.characterCountMax) characters, found"
        + " \(PaymentKey.characterCountMax + 1)"
    ),
    (
      "two words",
      "expected a name of letters, digits and signs without spaces, found another character at 4"
    ),
    (
      "0x12",
      "expected the hash of a transaction, 0x and 64 hexadecimal digits, or a payment's name"
    ),
  ])
  func anInvalidNameIsRejectedWithASentence(text: String, message: String) {
    let error = #expect(throws: (any Error).self) { try PaymentReference(typed: text) }
    #expect(error.map { "\($0)" } == message)
  }

  @Test func aNameLikeAHashIsRefusedInWords() {
    let error = #expect(throws: (any Error).self) { try PaymentReference.key(of: "0xrent") }
    #expect(
      error.map { "\($0)" } == "expected a name that does not begin with 0x, as hashes do")
  }

  @Test func anInvalidFeeIsRejectedWithASentence() {
    let error = #expect(throws: (any Error).self) {
      try WalletCommand.parseAsRoot(
        ["send", "--to", "a", "--amount", "1", "--max-fee", "lots"])
    }
    let text = error.map { WalletCommand.message(for: $0) } ?? ""
    #expect(
      text.contains(
        "expected a number of ether such as 0.05: expected digits with at most one period between"
          + " them, such as 0.25"), "\(text)")
  }
}
