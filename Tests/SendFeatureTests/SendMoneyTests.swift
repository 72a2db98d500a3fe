import EthereumCrypto
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceTesting
import NodeClient
import SendFeature
import Testing
import VaultClient

@Suite("SendMoney")
struct SendMoneyTests {
  private static let account = VaultAccount(
    id: AccountID(rawValue: 0), address: Address.zero, name: "Account 1",
    path: "m/44'/60'/0'/0/0")
  private static let recipient = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"

  private func state(to recipient: String = recipient, _ amount: String) -> SendMoney.State {
    var state = SendMoney.State(account: Self.account, chainID: 1)
    state.recipientText = recipient
    state.amountText = amount
    return state
  }

  @Test(arguments: [
    ("", SendMoneyFailure.recipient(.missingPrefix)),
    ("5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", .recipient(.missingPrefix)),
    ("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", .recipient(.wrongDigitCount(found: 39))),
    ("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0", .recipient(.wrongDigitCount(found: 41))),
  ])
  func aRecipientThatIsNoneIsRefusedBeforeQuoting(
    recipient: String, failure: SendMoneyFailure
  ) async {
    let store = TestStore(initialState: state(to: recipient, "1")) { SendMoney() }
    await store.send(.view(.reviewButtonTapped)) { $0.phase = .failed(failure) }
    await store.finish()
  }

  @Test func aWrongChecksumIsRefused() async {
    let wrong = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD"
    let store = TestStore(initialState: state(to: wrong, "1")) { SendMoney() }
    await store.send(.view(.reviewButtonTapped)) {
      $0.phase = .failed(.recipient(.wrongChecksum(expected: Self.recipient)))
    }
  }

  @Test(arguments: [
    ("", SendMoneyFailure.amountMissing),
    ("0", .amountZero),
    ("0.000000000000000000", .amountZero),
    ("0.1234567890123456789", .amount(.tooManyFractionDigits(found: 19, max: 18))),
    ("1,5", .amount(.notANumber)),
    (" 1", .amount(.notANumber)),
    ("1e3", .amount(.notANumber)),
  ])
  func anAmountThatIsNoneIsRefusedBeforeQuoting(
    amount: String, failure: SendMoneyFailure
  ) async {
    let store = TestStore(initialState: state(amount)) { SendMoney() }
    await store.send(.view(.reviewButtonTapped)) { $0.phase = .failed(failure) }
  }

  @Test func aNegativeAmountIsRefused() async {
    let store = TestStore(initialState: state("-1")) { SendMoney() }
    store.exhaustivity = .off
    await store.send(.view(.reviewButtonTapped))
    #expect(store.state.phase.is(\.failed))
  }

  @Test func whatIsLeftIsQuotedAndReviewed() async throws {
    let draft = try SendDraft(
      recipientText: Self.recipient, amountText: "0.25", account: Self.account, chainID: 1,
      speed: .normal)
    let node = Self.node(balance: "1")
    let quote = try await SendQuote(asking: node, for: draft)
    let store = TestStore(initialState: state("0.25")) {
      SendMoney()
    } withDependencies: {
      $0.node = node
    }
    await store.send(.view(.reviewButtonTapped)) { $0.phase = .quoting(draft) }
    await store.receive(\.inner.quoted) { $0.phase = .reviewing(draft, quote) }
    await store.send(.view(.backButtonTapped)) { $0.phase = .editing }
    await store.finish()
  }

  @Test func theFeeIsTwiceTheBaseFeeAndTheTipOfTheSpeed() async throws {
    let draft = try SendDraft(
      recipientText: Self.recipient, amountText: "0.25", account: Self.account, chainID: 1,
      speed: .fast)
    let quote = try await SendQuote(asking: Self.node(balance: "1"), for: draft)
    #expect(quote.maxPriorityFeePerGas == 3)
    #expect(quote.maxFeePerGas == Wei(UInt64(2 * 100 + 3)))
    #expect(quote.gasLimit == 21_000)
    #expect(quote.maxFee == Wei(UInt64(203 * 21_000)))
  }

  @Test func moreThanTheBalanceIsRefusedWithBothAmounts() async throws {
    let store = TestStore(initialState: state("1")) {
      SendMoney()
    } withDependencies: {
      $0.node = Self.node(balance: "1")
    }
    let draft = try SendDraft(
      recipientText: Self.recipient, amountText: "1", account: Self.account, chainID: 1,
      speed: .normal)
    let needed = try Wei(ether: "1").adding(Wei(UInt64(202 * 21_000)))
    let failure = SendMoneyFailure.notEnough(balance: try Wei(ether: "1"), needed: needed)
    await store.send(.view(.reviewButtonTapped)) { $0.phase = .quoting(draft) }
    await store.receive(\.inner.quoteFailed) { $0.phase = .failed(failure) }
  }

  @Test func aNodeOnAnotherChainIsRefused() async throws {
    let store = TestStore(initialState: state("1")) {
      SendMoney()
    } withDependencies: {
      $0.node = Self.node(balance: "1", chainID: 5)
    }
    store.exhaustivity = .off
    await store.send(.view(.reviewButtonTapped))
    await store.receive(\.inner.quoteFailed)
    #expect(store.state.phase == .failed(.node(.wrongChain(expected: 1, actual: 5))))
  }

  /// A node with a base fee of 100 wei and tips of 1, 2 and 3.
  private static func node(balance: String, chainID: ChainID = 1) -> NodeClient {
    var node = NodeClient.testValue
    node.chainID = { chainID }
    node.balance = { _, _ in try Wei(ether: balance) }
    node.feeHistory = { _ in
      FeeHistory(
        oldestBlock: 1, baseFeesPerGas: [90, 100], gasUsedRatios: [0.5], rewards: [[1, 2, 3]])
    }
    node.estimateGas = { _ in 21_000 }
    return node
  }
}
