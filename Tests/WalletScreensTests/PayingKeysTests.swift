import ActivityClient
import ContactsClient
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceFlow
import HeadraceTerminal
import HeadraceTerminalTesting
import HeadraceTesting
import HomeFeature
import NodeClient
import SendFeature
import Testing
import VaultClient
import WalletApp

@testable import WalletCLI

/// The effects of keys on the fee of a payment, and on a waiting payment.
@Suite struct PayingKeysTests {
  private static func press(_ names: String..., to store: TestStoreOf<TerminalWallet>) async throws
  {
    for name in names {
      await store.send(.view(.keyPressed(try #require(Key(name)))))
      await store.skipReceivedActions(strict: false)
    }
  }

  private static func form() -> TestStoreOf<TerminalWallet> {
    let state = HomeSample.place(
      HomeSample.home,
      [.send(SendMoney.State(account: HomeSample.account, chainID: 1))])
    let store = TestStoreOf<TerminalWallet>(initialState: state) {
      TerminalWallet()
    } withDependencies: {
      $0.node.feeHistory = { _ in
        FeeHistory(
          oldestBlock: 1, baseFeesPerGas: [875_000_000, 875_000_000], gasUsedRatios: [0.5],
          rewards: [[1_000_000_000, 1_000_000_000, 1_000_000_000]])
      }
    }
    store.exhaustivity = .off
    return store
  }

  @Test func theOwnersFeeIsBesideTheSpeeds() async throws {
    let store = Self.form()
    try await Self.press("tab", "tab", "right", "right", to: store)
    #expect(store.state.top?.send?.speed == .fast)
    #expect(store.state.top?.send?.ownFee == OwnFeeText(maxFeePerGas: "2.75", tip: "1"))
    #expect(store.state.form.maxFeePerGas.text == "2.75", "what gas costs now is proposed")
    try await Self.press("tab", "backspace", "backspace", "backspace", "backspace", to: store)
    #expect(store.state.form.focus == .maxFeePerGas)
    try await Self.press("0", ".", "5", to: store)
    #expect(
      store.state.top?.send?.ownFeeRefusal
        == .tipAboveMaxFee(tip: 1_000_000_000, maxFeePerGas: 500_000_000))
    try await Self.press("tab", "backspace", "0", to: store)
    #expect(
      store.state.top?.send?.ownFeeRefusal
        == .belowBaseFee(maxFeePerGas: 500_000_000, baseFee: 875_000_000))
    // A speed is chosen again: its fields disappear, and the focus with them.
    try await Self.press("up", "up", "left", to: store)
    #expect(store.state.top?.send?.ownFee == nil)
    #expect(store.state.top?.send?.speed == .fast)
    #expect(store.state.form.focus == .speed)
    try await Self.press("tab", to: store)
    #expect(store.state.form.focus == .recipient)
    await store.finish()
  }

  static let refusals: [(OwnFeeRefusal, String, String)] = [
    (
      .maxFeePerGas(.notANumber), "Enter the fee in gwei, for example 1.5.",
      "수수료는 1.5 같은 gwei 단위의 숫자여야 합니다."
    ),
    (
      .tip(.overflow), "Enter the tip in gwei, for example 1.5.",
      "팁은 1.5 같은 gwei 단위의 숫자여야 합니다."
    ),
    (
      .tipAboveMaxFee(tip: 2_000_000_000, maxFeePerGas: 1_000_000_000),
      "The tip is part of the fee: at most 1 gwei.",
      "팁은 수수료에 포함되므로 1 gwei를 넘을 수 없습니다."
    ),
    (
      .belowBaseFee(maxFeePerGas: 1, baseFee: 1_500_000_000),
      "No block accepts this fee now; enter at least 1.5 gwei.",
      "지금은 이 수수료를 받는 블록이 없습니다. 1.5 gwei 이상이어야 합니다."
    ),
    (
      .ceiling(.feeTooHigh(fee: 60_000_000_000_000_000, ceiling: 50_000_000_000_000_000)),
      "The fee may come to 0.06 ETH; the wallet pays at most 0.05 ETH.",
      "수수료가 0.06 ETH까지 나올 수 있습니다. 이 지갑의 한도는 0.05 ETH입니다."
    ),
    (
      .ceiling(.tipTooHigh(tip: 4_000_000_000, ceiling: 3_000_000_000)),
      "At this base fee the wallet pays a tip of at most 3 gwei.",
      "지금 기본 수수료에서 이 지갑이 내는 팁의 한도는 3 gwei입니다."
    ),
    (
      .ceiling(.notANumber), "The fee is too large to be an amount of ether.",
      "수수료가 너무 커서 이더 금액이 될 수 없습니다."
    ),
  ]

  @Test(arguments: refusals)
  func everyRefusalIsASentence(refusal: OwnFeeRefusal, english: String, korean: String) {
    #expect(OwnFeeRefusalText.text(of: refusal, Texts(.english)) == english)
    #expect(OwnFeeRefusalText.text(of: refusal, Texts(.korean)) == korean)
    #expect(FailureText.failure(.ownFee(refusal)).message == english)
  }

  // MARK: - A Payment That Waits

  /// Returns Home with the sheet of its first line: a waiting payment.
  private static func line(_ line: ActivityLine) -> TestStoreOf<TerminalWallet> {
    var state = HomeSample.place()
    state.sheet = .line(line.id)
    let store = TestStoreOf<TerminalWallet>(initialState: state) {
      TerminalWallet()
    } withDependencies: {
      $0.answerHome()
      $0.activity.payment = { _ throws(JournalFailure) in nil }
      $0.contacts.all = { () throws(JournalFailure) in HomeSample.contacts }
    }
    store.exhaustivity = .off
    return store
  }

  @Test func aPaymentThatWaitsIsSpedUpFromItsLine() async throws {
    let store = Self.line(HomeSample.lines[0])
    try await Self.press("f", to: store)
    #expect(store.state.sheet == nil)
    #expect(store.state.top?.replace?.role == .speedUp)
    #expect(store.state.top?.replace?.phase == .failed(.notReplaced(.unknownPayment)))
    try await Self.press("esc", to: store)
    #expect(store.state.top?.is(\.home) == true)
    await store.skipInFlightEffects(strict: false)
  }

  @Test func aPaymentThatIsFollowedIsNotSentAgain() async throws {
    let store = Self.line(HomeSample.lines[0])
    try await Self.press("s", to: store)
    #expect(store.state.sheet == .line(HomeSample.lines[0].id))
    await store.finish()
  }

  @Test func cancellingIsAskedFirst() async throws {
    let store = Self.line(HomeSample.lines[0])
    try await Self.press("x", to: store)
    #expect(store.state.alert != nil)
    #expect(store.state.top?.is(\.home) == true)
    try await Self.press("enter", to: store)
    #expect(store.state.alert == nil, "the button that keeps it is chosen first")
    #expect(store.state.top?.is(\.home) == true)
    try await Self.press("enter", "x", "left", "enter", to: store)
    #expect(store.state.top?.replace?.role == .cancel)
    await store.skipInFlightEffects(strict: false)
  }

  /// It could be ended, but not sent again unchanged.
  @Test(arguments: [false, true])
  func aPaymentThatWaitsForADecisionIsSentAgainFromItsLine(isForgotten: Bool) async throws {
    let line = HomeSample.lines[0]
    let payment = try #require(line.payment)
    var place = Self.line(line).state
    var resuming = ResumePayments.State(chainID: payment.intent.chainID)
    if isForgotten {
      resuming.payments = [payment]
      resuming.progress = [payment.id: .forgotten]
    } else {
      resuming.stale = [payment]
    }
    place.wallet?.resuming = resuming
    let store = TestStoreOf<TerminalWallet>(initialState: place) {
      TerminalWallet()
    } withDependencies: {
      $0.node.chainID = { throw NodeError.cancelled }
      $0.continuousClock = TestClock()
    }
    let size = Size(columns: 80, rows: 24)
    #expect(TerminalWalletApp.app(SecretEntry()).grid(place, size).text.contains("Send again"))
    await store.send(.view(.keyPressed(try #require(Key("s"))))) { $0.sheet = nil }
    await store.receive(\.wallet.resuming.view.resendButtonTapped, payment.id) {
      $0.wallet?.resuming?.stale = []
      $0.wallet?.resuming?.payments = [payment]
      $0.wallet?.resuming?.progress = [:]
    }
    await store.receive(\.wallet.resuming.delegate.resumed, [payment])
    await store.skipReceivedActions(strict: false)
    await store.skipInFlightEffects(strict: false)
  }

  @Test func settledPaymentsOfferNoSuchKeys() async throws {
    for line in HomeSample.lines.dropFirst() {
      let store = Self.line(line)
      try await Self.press("s", "f", "x", to: store)
      #expect(store.state.alert == nil)
      #expect(store.state.sheet == .line(line.id))
      await store.finish()
    }
  }
}
