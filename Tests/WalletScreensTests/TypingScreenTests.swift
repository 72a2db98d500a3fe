import EthereumCrypto
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceTerminal
import HeadraceTerminalTesting
import HeadraceTesting
import HomeFeature
import NetworksClient
import ProfileFeature
import SendFeature
import Testing
import VaultClient
import WalletApp

@testable import WalletCLI

/// The form of a payment while it is typed, and its review.
@MainActor @Suite struct TypingScreenTests {
  nonisolated private static let troubles: [(InputError, String, String)] = [
    (
      .recipient(.missingPrefix), "This is not an address: enter 0x and 40 hexadecimal digits.",
      "주소가 아닙니다. 0x와 16진수 40자리가 필요합니다."
    ),
    (
      .recipient(.wrongChecksum(expected: "")),
      "The case of the letters does not match the digits. Copy the address as its owner shows it.",
      "글자의 대소문자가 숫자와 맞지 않습니다. 주인이 보여 준 주소를 그대로 복사해 주세요."
    ),
    (
      .recipientIsZero, "The zero address has no known key.",
      "0 주소의 키는 아무도 갖고 있지 않습니다."
    ),
    (
      .separators, "Use no commas or spaces, and a decimal point: 10000 or 0.25.",
      "쉼표나 빈칸 없이 쓰고 소수점은 점으로 쓰세요: 10000 또는 0.25"
    ),
    (
      .amount(.notANumber), "Enter an amount, for example 0.25.",
      "금액이 아닙니다. 0.25 같은 숫자를 쓰세요."
    ),
    (
      .amount(.tooManyFractionDigits(found: 19, max: 18)),
      "An amount has at most 18 decimal places.", "소수점 아래는 18자리까지 쓸 수 있습니다."
    ),
    (
      .amount(.overflow), "This is more ether than can exist.", "있을 수 있는 이더보다 큰 금액입니다."
    ),
    (
      .moreThanBalance(1_500_000_000_000_000_000), "The account has only 1.5 ETH.",
      "계정 잔액보다 많습니다: 1.5 ETH"
    ),
  ]

  @Test(arguments: troubles)
  func everyTroubleIsASentence(trouble: InputError, english: String, korean: String) {
    #expect(TypingText.text(of: trouble, Texts(.english)) == english)
    #expect(TypingText.text(of: trouble, Texts(.korean)) == korean)
  }

  private func text(_ store: TestStoreOf<TerminalWallet>) -> String {
    TerminalWalletApp.app(SecretEntry()).grid(store.state, Size(columns: 80, rows: 24)).text
  }

  /// Key by key: no error while the text may become right, a line as soon as it can't.
  @Test func theFormSpeaksWhileItIsTyped() async throws {
    let store = TestStore(
      initialState: ScreenSample.place(
        .english, .send(SendMoney.State(account: ScreenSample.first, chainID: ScreenSample.chainID))
      )
    ) {
      TerminalWallet()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    store.exhaustivity = .off
    func type(_ text: String) async {
      for character in text { await press(Key(.character(character))) }
    }
    func press(_ key: Key) async {
      await store.send(.view(.keyPressed(key)))
      await store.skipReceivedActions(strict: false)
    }
    await type("0x70997970C51812dc3A010C7d01b50e0d17dc79C")
    #expect(!text(store).contains("The case of the letters"))
    await type("9")
    #expect(text(store).contains("The case of the letters does not match"))
    await press(Key(.backspace))
    await type("8")
    #expect(!text(store).contains("The case of the letters"))
    await press(Key(.tab))
    await type("10,000")
    #expect(text(store).contains("Use no commas or spaces"))
    await press(Key(.character("u"), .control))
    #expect(!text(store).contains("Use no commas or spaces"))
    // An old balance is shown with its age, and refuses nothing.
    await type("2")
    #expect(text(store).contains("The account had 1.5 ETH 1 minute ago."))
    #expect(!text(store).contains("The account has only"))
    await press(Key(.character("u"), .control))
    await type("1.5")
    #expect(!text(store).contains("The account has only"))
    await store.skipInFlightEffects(strict: false)
  }

  /// Invariant 7: everything that is signed was shown.
  ///
  /// Chain, nonce, recipient, amount, fee rate, ceiling, rest; and the payer.
  @Test(arguments: Language.allCases)
  func theReviewShowsAllThatIsSigned(language: Language) async throws {
    let screens = try await ScreenSample.screens(language)
    var state = try #require(screens.first { $0.name == "review" }).state
    func shown() -> String {
      TerminalWalletApp.app(SecretEntry()).grid(state, Size(columns: 80, rows: 24)).text
    }
    for fact in [
      language == .english ? "a development chain, chain id 31337" : "31337",
      ScreenSample.first.address.checksummed, ScreenSample.recipient, "0.5 ETH", "21000",
      "2.75 gwei", "7", "0.00005775 ETH", "0.99994225 ETH",
      try #require(state.top?.send?.policy.feeCeiling.etherText),
    ] {
      #expect(shown().contains(fact), "\(fact) in:\n\(shown())")
    }
    state.openNetwork = TerminalWallet.OpenNetwork(
      name: ServiceSample.main.name, nodeText: "http://127.0.0.1:8545", isRemembered: true)
    #expect(shown().contains(language == .english ? "main, chain 31337" : "main, 체인 31337"))
  }

  /// Home names the network if it has a name.
  @Test func homeNamesTheNetwork() {
    var state = HomeSample.place()
    func shown() -> String {
      TerminalWalletApp.app(SecretEntry()).grid(state, Size(columns: 80, rows: 24)).text
    }
    #expect(shown().contains("Chain 1\n") || shown().contains("Chain 1 "))
    state.openNetwork = TerminalWallet.OpenNetwork(
      name: ServiceSample.main.name, nodeText: "http://127.0.0.1:8545", isRemembered: true)
    #expect(shown().contains("main, chain 1"))
  }
}
