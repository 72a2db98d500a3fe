import ActivityClient
import DevChain
import EthereumCrypto
import EthereumPrimitives
import Foundation
import NodeClient
import SendFeature
import Testing

@testable import WalletCLI

/// Money, invariant 7: the signed payment was shown, word for word, as a person reads it.
@Suite struct ReviewTextTests {
  private static let payer = DevChainAccounts.addresses[0].checksummed
  private static let recipient = DevChainAccounts.addresses[1].checksummed

  /// There is no person to ask here, so the command ends after the review.
  private func review(_ command: [String], _ home: TemporaryHome, _ url: String) async throws
    -> WalletProcess.Outcome
  {
    try await WalletProcess.run(
      command + ["--rpc-url", url] + WalletFixture.passcodeOption(home), home: home)
  }

  /// Returns the lines for people, without those that only a slow machine writes.
  private func lines(_ outcome: WalletProcess.Outcome) -> [String] {
    outcome.stderr.split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("asking the node at ") }
  }

  @Test func aPaymentIsShownWhole() async throws {
    let home = try await WalletFixture.home()
    try await DevChainServer.serving(DevChain()) { url in
      let outcome = try await review(
        ["send", "--to", Self.recipient, "--amount", "0.5", "--id", "rent"], home, url)
      #expect(outcome.status == 1)
      #expect(outcome.stdout == "")
      #expect(
        lines(outcome) == [
          "Send 0.5 ETH",
          "  id        rent",
          "  on        a development chain, chain id 31337",
          "  from      \(Self.payer) (Account 1)",
          "  to        \(Self.recipient)",
          "            never paid before; has sent nothing yet; no code",
          "  nonce     0",
          "  fee       at most 0.00005775 ETH: 21000 gas at up to 2.75 gwei (base fee 0.875, tip 1)",
          "  total     at most 0.50005775 ETH, which leaves 9999.49994225 ETH",
          "  limit     0.05 ETH of fees (--max-fee)",
          "  final     after 1 block, as reported by one node (see --verify-rpc-url)",
          "Note: this wallet has never paid this recipient before.",
          "wallet: nothing was sent: expected a yes, or --yes",
        ])
    }
  }

  @Test func aPaymentIsShownWholeInKorean() async throws {
    let home = try await WalletFixture.home()
    try await DevChainServer.serving(DevChain()) { url in
      let set = try await WalletProcess.run(["settings", "set", "language", "ko"], home: home)
      #expect(set.status == 0)
      let outcome = try await review(
        ["send", "--to", Self.recipient, "--amount", "0.5", "--id", "rent"], home, url)
      #expect(outcome.status == 1)
      #expect(
        outcome.stderr.split(separator: "\n").filter { !$0.hasSuffix("에 묻는 중") } == [
          "0.5 ETH 보내기",
          "  이름      rent",
          "  체인      개발용 체인, 체인 번호 31337",
          "  보내는 곳 \(Self.payer) (계정 1)",
          "  받는 곳   \(Self.recipient)",
          "            처음 보냄; 보낸 거래 없음; 코드 없음",
          "  논스      0",
          "  수수료    최대 0.00005775 ETH: 21000 gas, 가스당 최대 2.75 gwei (기본 수수료 0.875, 팁 1)",
          "  합계      최대 0.50005775 ETH, 남는 금액 9999.49994225 ETH",
          "  한도      수수료 0.05 ETH (--max-fee)",
          "  확정      블록 1개 뒤, 노드 한 곳의 말 (--verify-rpc-url 참고)",
          "알림: 이 지갑이 처음으로 보내는 상대입니다.",
          "wallet: 아무것도 보내지 않았습니다. yes라는 답이나 --yes가 필요합니다",
        ])
    }
  }

  @Test func aReplacementIsShownWhole() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    try await DevChainServer.serving(chain) { url in
      let sent = try await review(
        [
          "send", "--to", Self.recipient, "--amount", "0.5", "--id", "rent", "--yes", "--no-wait",
        ], home, url)
      #expect(sent.status == 0)
      let rows = [
        "  on        a development chain, chain id 31337",
        "  from      \(Self.payer)",
        "  nonce     0",
        "  fee       at most 0.000063525 ETH: 21000 gas at up to 3.025 gwei (base fee 0.875, tip 1.1)",
      ]
      let limit = "  limit     0.05 ETH of fees (--max-fee)"
      let finality = "  final     after 1 block, as reported by one node (see --verify-rpc-url)"
      let end = "wallet: nothing was signed: expected a yes, or --yes"
      let faster = try await review(["speed-up", "rent"], home, url)
      #expect(faster.status == 1)
      #expect(
        lines(faster) == ["Speed up the payment of 0.5 ETH", "  to        \(Self.recipient)"]
          + rows + [
            "  total     at most 0.500063525 ETH, which leaves 9999.499936475 ETH", limit, finality,
            end,
          ])
      let cancelled = try await review(["cancel", "rent"], home, url)
      #expect(cancelled.status == 1)
      #expect(
        lines(cancelled) == [
          "Cancel the payment of 0.5 ETH", "  to        \(Self.payer), the payer: 0 ETH",
          "  instead   of 0.5 ETH to \(Self.recipient)",
        ] + rows + [
          "  total     at most 0.000063525 ETH, which leaves 9999.999936475 ETH", limit, finality,
          end,
        ])
    }
  }

  @Test(
    arguments: [
      (1, false, "after 12 blocks, as reported by one node (see --verify-rpc-url)"),
      (1, true, "after 12 blocks, as reported by two nodes"),
      (31_337, true, "after 1 block, as reported by two nodes"),
    ] as [(ChainID, Bool, String)])
  func theDepthIsReported(chainID: ChainID, hasSecondNode: Bool, text: String) {
    #expect(ReviewText.believedText(chainID, hasSecondNode: hasSecondNode) == text)
  }

  @Test(
    arguments: [
      (1, "Ethereum, chain id 1"), (17_000, "Holesky, chain id 17000"),
      (560_048, "Hoodi, chain id 560048"), (11_155_111, "Sepolia, chain id 11155111"),
      (31_337, "a development chain, chain id 31337"),
      (2, "a chain without a name here, chain id 2"),
    ] as [(ChainID, String)])
  func chainsAreNamed(chainID: ChainID, text: String) {
    #expect(ReviewText.chainText(chainID) == text)
  }

  // MARK: - Counts

  @Test func aCountThatTheWalletCanNotCompareHasItsRemedy() {
    #expect(
      WarningText.remedy(.unknownEarlier(count: 7))
        == "--nonce 7 if that is the true number, or --verify-rpc-url with a second node")
  }

  // MARK: - Repairing

  @Test func aRepairIsReportedInFull() throws {
    var report = RepairReport()
    #expect(report.text(node: "the node") == "0 payments unchanged, 0 pending again, 0 not read")
    #expect(report.json == #"{"standing":0,"reopened":[],"unknown":[],"left":0}"#)
    let payment = try PaymentTextsTests.payment()
    report.standing = [payment]
    report.reopened = [payment]
    report.unknown = [
      PaymentNews(payment: payment, progress: .nodeBehind(head: 3, needed: 7))
    ]
    let zero = payment.hash.hex
    #expect(
      report.text(node: "the node") == """
        1 payment unchanged, 1 pending again, 1 not read
        \(zero)  0.5 ETH to 0x0000000000000000000000000000000000000000  waiting for a block
        \(zero)  not read: waiting for the node, which is at block 3 and must come to 7 (or see 'wallet repair')
        """)
    let rest =
      " not read again; expected a node that has the whole chain: try again, or with another one"
      + " (see --rpc-url)"
    #expect(
      FailureText.notRead(1) == CommandFailure(said: "1 payment was" + rest, .nodeUnavailable))
    #expect(
      FailureText.notRead(2) == CommandFailure(said: "2 payments were" + rest, .nodeUnavailable))
    #expect(
      report.json == """
        {"standing":1,"reopened":["\(zero)"],"unknown":["\(zero)"],"left":0}
        """)
    report.leftCount = 3
    #expect(
      report.failure
        == CommandFailure(
          said: "interrupted: 3 payments were not checked; what was read so far is kept",
          .tryAgain))
    report.leftCount = 0
    #expect(report.failure == FailureText.notRead(1))
    report.unknown = []
    #expect(report.failure == nil)
  }
}
