import ActivityClient
import ArgumentParser
import EthereumCrypto
import EthereumPrimitives
import Foundation
import HTTPTransport
import NodeClient
import SendFeature
import Testing
import VaultClient

@testable import WalletCLI

/// The messages of commands in Korean, word for word.
@Suite struct KoreanCommandTests {
  private static func korean<Value>(_ text: () throws -> Value) rethrows -> Value {
    try Speech.$overriding.withValue(.korean, operation: text)
  }

  // MARK: - Command Lines

  @Test(
    arguments: [
      (["balance", "--from", ""], "--from에 계정이 필요한데 비어 있습니다"),
      (["balance", "--chain-id", "0"], "--chain-id는 1 이상이어야 하는데 0입니다"),
      (["accounts", "--passcode-file", ""], "--passcode-file에 경로가 필요한데 비어 있습니다"),
      (["activity", "--home", ""], "--home에 경로가 필요한데 비어 있습니다"),
      (["init", "--words", "13"], "--words는 12, 15, 18, 21, 24 중 하나여야 하는데 13입니다"),
      (["demo", "--screens", "--json"], "--screens는 다른 옵션 없이 써야 합니다. 이야기는 따로 시작한 체인에서 진행됩니다"),
      (["demo", "--pace", "101"], "--pace는 0에서 100 사이여야 하는데 101.0입니다"),
      (
        ["balance", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "--from", "1"],
        "주소와 --from 중 하나만 쓸 수 있는데 둘 다 있습니다"
      ),
      (["backup", ""], "쓸 파일이 필요한데 비어 있습니다"), (["restore", ""], "읽을 파일이 필요한데 비어 있습니다"),
      (["devchain", "--block-time", "0"], "1에서 86400 사이의 정수(초)가 필요합니다"),
      (["devchain", "--port", "70000"], "포트는 0에서 65535 사이여야 합니다"),
      (["screens", "--language", "fr"], "en 또는 ko여야 합니다"),
      (["screens", "--lock-after", "x"], "초 또는 s, m, h, d가 붙은 수가 필요합니다. 예: 90s, 10m. 최대 30d입니다"),
      (["balance", "--rpc-url", "ftp://h"], "http://호스트:포트 또는 https://호스트 형식이 필요합니다"),
      (["balance", "--rpc-url", "http://h:70000"], "포트는 1에서 65535 사이여야 합니다"),
      (
        ["status", "--rpc-url", "http://h:1", "--verify-rpc-url", "http://h:1"],
        "--verify-rpc-url은 --rpc-url과 다른 운영자의 다른 노드여야 합니다"
      ),
      (
        ["send", "--to", "0x1", "--amount", "1", "--max-fee", "x"],
        "0.05 같은 이더 금액이 필요합니다: 0.25처럼 숫자와 그 사이의 점 하나까지만 쓸 수 있습니다"
      ),
      (["send", "--to", "0x1", "--amount", "1", "--id", ""], "이름은 한 글자 이상이어야 합니다"),
      (["send", "--to", "0x1", "--amount", "1", "--id", "0x1"], "이름은 해시처럼 0x로 시작할 수 없습니다"),
      (["session", "sign-in", "--session-url", "x"], "https://호스트 또는 http://127.0.0.1:포트 여야 합니다"),
      (
        ["session", "sign-in", "--session-url", "http://example.com"],
        "다른 컴퓨터는 https://여야 합니다. 토큰을 암호화하지 않고 보낼 수 없습니다"
      ),
    ] as [([String], String)])
  func anInvalidCommandLineIsReportedInKorean(arguments: [String], text: String) throws {
    let message = Self.korean { CommandLines.refusal(arguments)?.message }
    #expect(message?.contains(text) == true, "\(message ?? "no error")")
  }

  // MARK: - While a Payment Has No End

  static let progress: [(PaymentProgress?, String)] = [
    (nil, "노드에 결제를 넘기는 중"), (.handingOver, "노드에 결제를 넘기는 중"),
    (.waitingForBlock, "결제가 블록에 담기기를 기다리는 중"),
    (
      .underpriced(baseFee: 2_000_000_000, ceiling: 1_500_000_000),
      "멈춤: 지금 가스 가격은 2 gwei인데 서명한 한도는 1.5 gwei입니다. 내려가기를 기다립니다 ('wallet speed-up' 참고)"
    ),
    (.waitingForLong(blockCount: 9), "멈춤: 블록 9개가 이 결제 없이 지나갔습니다. 계속 기다립니다 ('wallet speed-up' 참고)"),
    (
      .waitingForEarlier(accountNonce: 4),
      "논스 4부터 먼저 처리되기를 기다리는 중입니다. 이전 결제가 쓰거나 다음 결제가 쓸 논스입니다 ('wallet activity' 참고)"
    ),
    (.inBlock(number: 7, depth: 2, needed: 12), "블록 7, 확인 2/12"),
    (.nodeFailing(.cancelled), "노드 응답을 기다리는 중 (오류, 5초째)"),
    (
      .nodeFailing(.wrongChain(expected: 1, actual: 5)), "노드 응답을 기다리는 중 (체인 5에 있음, 5초째)"
    ),
    (.chainMoving, "그사이 체인의 최신 블록이 바뀌어 다시 확인하는 중"),
    (.forgotten, "이 결제를 가진 노드가 이제 없습니다. 'wallet wait'가 다시 보내고 'wallet cancel'이 끝냅니다"),
    (.journalBusy, "쓰고 있는 다른 지갑을 기다리는 중"),
    (.verifierFailing(.cancelled), "두 번째 노드를 기다리는 중 (오류, 5초째)"),
    (.verifierDisagreeing, "두 번째 노드도 같은 결과를 볼 때까지 기다리는 중"),
  ]

  @Test func waitingPaymentsAreExplainedInKorean() {
    for (progress, text) in Self.progress {
      #expect(Self.korean { ProgressText.text(progress, failing: 5) } == text)
    }
  }

  @Test func theKeyAndTheSecondsAreShownInKorean() {
    Self.korean {
      var watch = ProgressWatch(waiting: "지갑을 여는 중")
      #expect(watch.line(after: .stage(.derivingKey(fraction: 0.429))) == "키를 유도하는 중 … 42 %")
      #expect(watch.line(after: .stage(.finishing)) == "키를 유도하는 중 … 완료")
      _ = watch.line(after: .stage(.idle))
      #expect(watch.line(after: .second) == "지갑을 여는 중 … 1초")
    }
  }

  // MARK: - Payments as Lines

  @Test func paymentsAreReportedInKorean() throws {
    let words = [
      "서명됨, 아직 노드에 없음", "블록을 기다리는 중", "블록 7에 담김, 아직 확정 전", "블록 7에서 실패(노드 하나의 말)",
      "블록 7에서 확정됨", "블록 7에서 실패", "블록 7에서 취소됨", "다른 결제로 바뀜", "포기함; 보낸 것 없음",
    ]
    for ((state, name, _), text) in zip(PaymentLinesTests.states, words) {
      #expect(Self.korean { PaymentLineText.stateText(state) } == text)
      // Output for programs has no language.
      #expect(Self.korean { PaymentLineText.stateName(state) } == name)
    }
    let payment = try PaymentTextsTests.payment(state: .broadcast)
    let line = Self.korean {
      PaymentLineText.text(
        payment, json: false, isAsked: false, at: payment.updatedAt.addingTimeInterval(7_200))
    }
    #expect(line.contains("  0.5 ETH → 0x0000000000000000000000000000000000000000  블록을 기다리는 중"))
    #expect(line.hasSuffix("2시간 전 기준 (2시간 전 서명)"), "\(line)")
  }

  // MARK: - Addresses and Amounts

  /// The host's English is that of the values, and its Korean contains none of it.
  @Test func invalidValuesAreReportedInKorean() {
    let addresses: [AddressError] = [
      .missingPrefix, .wrongDigitCount(found: 3), .notADigit(position: 3),
      .noChecksum(expected: ""), .wrongChecksum(expected: ""), .mixedCase,
    ]
    for error in addresses {
      #expect(ValueText.text(error) == error.description)
      #expect(!Self.korean { ValueText.text(error) }.contains(/[a-wyz]{2}/))
    }
    let amounts: [AmountError] = [
      .notANumber, .tooManyFractionDigits(found: 19, max: 18), .overflow, .negative,
    ]
    for error in amounts {
      #expect(ValueText.text(error) == error.description)
      #expect(!Self.korean { ValueText.text(error) }.contains("expected"))
    }
    let failure = Self.korean { FailureText.failure(SendMoneyFailure.recipient(.missingPrefix)) }
    #expect(failure.message == "받는 사람이 주소가 아닙니다: 0x로 시작하는 주소가 필요합니다")
    #expect(
      Self.korean { ValueText.text(AmountError.tooManyFractionDigits(found: 19, max: 18)) }
        == "점 뒤는 18자리까지인데 19자리입니다")
  }

  // MARK: - The Next Steps

  @Test func theNextStepsOfANewHome() {
    #expect(
      NextSteps.text(home: "/h", hasWallet: false) == """
        There is no wallet in /h yet.
        Next:
          wallet demo      plays the whole story with a temporary wallet
          wallet init      makes a wallet
          wallet import    makes a wallet from your recovery phrase
          wallet --help    lists all commands
        """)
    #expect(
      Self.korean { NextSteps.text(home: "/h", hasWallet: false) } == """
        /h에는 아직 지갑이 없습니다.
        다음:
          wallet demo      버릴 지갑으로 전체 이야기를 보여 줍니다
          wallet init      지갑을 만듭니다
          wallet import    가지고 있는 복구 문구로 지갑을 만듭니다
          wallet --help    모든 명령을 보여 줍니다
        """)
  }

  @Test func theNextStepsOfAWallet() {
    #expect(
      NextSteps.text(home: "/h", hasWallet: true) == """
        The wallet is in /h.
        Next:
          wallet receive   shows the address to receive at
          wallet send      sends ether, such as --to 0x… --amount 0.25
          wallet activity  lists the last payments
          wallet --help    lists all commands
        """)
    #expect(
      Self.korean { NextSteps.text(home: "/h", hasWallet: true) } == """
        지갑은 /h에 있습니다.
        다음:
          wallet receive   받을 주소를 보여 줍니다
          wallet send      이더를 보냅니다. 예: --to 0x… --amount 0.25
          wallet activity  최근 결제를 보여 줍니다
          wallet --help    모든 명령을 보여 줍니다
        """)
  }

  // MARK: - Connections

  /// The reason was in English in the middle of a Korean sentence.
  @Test func whyNoNodeAnswersIsReportedInKorean() {
    let error = NodeError.unreachable(
      endpoint: "http://127.0.0.1:1", reason: "nothing accepts connections there")
    #expect(
      Self.korean { FailureText.failure(error).sentence }
        == "http://127.0.0.1:1에서 답하는 노드가 없습니다: 그 포트에서 연결을 받는 프로그램이 없습니다. "
        + "그곳에 이더리움 노드가 있어야 합니다 (--rpc-url).")
  }

  @Test(arguments: ConnectionTrouble.allCases)
  func everyFailureOfAConnectionIsReportedInBothLanguages(trouble: ConnectionTrouble) {
    #expect(ConnectionText.text(trouble.rawValue) == trouble.rawValue)
    let text = Self.korean { ConnectionText.text(trouble.rawValue) }
    #expect(text.contains(/\p{Hangul}/) && text != trouble.rawValue, "\(text)")
  }

  /// The reason of another client is not translated.
  @Test func anUnknownReasonIsRepeated() {
    #expect(Self.korean { ConnectionText.text("the wire is cut") } == "the wire is cut")
  }
}
