import ActivityClient
import AuthFeature
import ContactsClient
import ContactsFeature
import DevChain
import EthereumCrypto
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceFlow
import HeadraceTerminal
import HeadraceTesting
import HomeFeature
import NodeClient
import NodeClientLive
import PasscodeFeature
import SendFeature
import Synchronization
import Testing
import VaultClient
import VaultClientLive
import WalletApp

@testable import WalletCLI

/// Defects that a second walk through the app found.
@Suite struct WalkedTwiceTests {
  private static func shown(_ state: TerminalWallet.State, columns: Int = 80) -> String {
    TerminalWalletApp.app(SecretEntry())
      .grid(state, Size(columns: columns, rows: columns == 80 ? 24 : 12)).text
  }

  private static func store(_ state: TerminalWallet.State) -> TestStoreOf<TerminalWallet> {
    let store = TestStoreOf<TerminalWallet>(initialState: state) {
      TerminalWallet()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    store.exhaustivity = .off
    return store
  }

  // MARK: - Locks and Passcodes

  /// Whatever locked the wallet, a payment was said to have done it.
  @Test(arguments: [
    (UnlockWallet.LockReason.idleness, "No key was pressed", "한동안 입력이 없어"),
    (.request, "You locked the wallet", "지갑을 잠갔습니다"),
    (.wrongPasscodes, "Wrong passcodes locked", "틀린 암호가"),
    (.signature, "a payment is to be signed", "결제에 서명할 수 없습니다"),
  ])
  func eachLockHasItsReason(reason: UnlockWallet.LockReason, english: String, korean: String) {
    for (language, words) in [(Language.english, english), (.korean, korean)] {
      var state = ScreenSample.place(language, .unlock(.init(reason: reason)))
      state.wallet?.isVaultLocked = true
      #expect(Self.shown(state).contains(words))
      #expect(!Self.shown(state).contains(Texts(language)[.unlockAfterPayment]))
    }
  }

  /// Two payments in a row asked for three passcodes.
  @Test func theSecondPaymentAsksForOnePasscode() async throws {
    let person = try await PasscodePerson.atHome()
    let chain = DevChain(DevChainConfiguration(chainID: 1_337))
    person.store.dependencies.node = NodeClient.jsonRPC(over: chain.transport)
    for amount in ["0.1", "0.2"] {
      await person.press("s")
      await person.type(ScreenSample.recipient)
      #expect(person.store.state.top?.is(\.send) == true, "no passcode before the form")
      await person.press("enter")
      await person.type(amount)
      await person.press("enter")
      await person.receive { if case .send(.inner(.quoted)) = $0 { true } else { false } }
      if person.store.state.top?.send?.openQuestions.isEmpty == false { await person.press("y") }
      await person.enter(PasscodePerson.passcode)
      await person.receive { if case .send(.delegate(.recorded)) = $0 { true } else { false } }
      guard case .locked = try await VaultClient.live(person.vault).status() else {
        Issue.record("The vault is open while the payment is followed.")
        return
      }
      await person.press("esc")
      await person.receive { if case .send(.delegate(.closed)) = $0 { true } else { false } }
      #expect(person.store.state.wallet?.isVaultLocked == true)
      #expect(person.store.state.top?.is(\.home) == true)
    }
    await person.store.skipInFlightEffects(strict: false)
  }

  /// Return on an empty entry got no message, and must not cost a try.
  @Test func anEmptyPasscodeIsAnswered() async throws {
    let disk = PasscodePerson(hasWallet: false)
    await disk.press("down", "enter", "enter")
    #expect(disk.rows.contains { $0.contains("Type the phrase or the key, then Return.") })
    await disk.type("a")
    #expect(!disk.rows.contains { $0.contains("Nothing was typed") })
    let person = try await PasscodePerson.atHome()
    await person.openChange()
    await person.press("enter")
    #expect(person.rows.contains("Nothing was typed. Type the passcode, then Return."))
    #expect(person.store.state.passcode?.wrongCount == 0)
    await person.store.skipInFlightEffects(strict: false)
  }

  // MARK: - Words

  /// Amounts of failures had no separators, unlike all others.
  @Test(arguments: [(Language.english, "has 10,000 ETH"), (.korean, "10,000 ETH")])
  func amountsOfFailuresAreGroupedInTheApp(language: Language, words: String) throws {
    var form = ScreenSample.form
    let balance = try Wei(ether: "10000")
    form.phase = .failed(.notEnoughForAmount(balance: balance, amount: try Wei(ether: "10001")))
    let text = Self.shown(ScreenSample.place(language, .send(form)))
    #expect(text.contains(words) && text.contains("10,001"), "\(text)")
    let failure = FailureText.failure(
      SendMoneyFailure.notEnoughForAmount(balance: balance, amount: balance))
    #expect(failure.message.contains("10000 ETH"), "commands write what can be typed")
  }

  /// An option of commands was named instead of the person's setting.
  @Test(arguments: [
    (Language.english, "Settings › Networks"), (.korean, "설정 › 네트워크"),
  ])
  func theAppNamesItsSettings(language: Language, words: String) {
    var form = ScreenSample.form
    form.phase = .failed(.node(.unreachable(endpoint: "http://h:1", reason: "r")))
    let text = Self.shown(ScreenSample.place(language, .send(form)))
    let flat = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(flat.contains(words) && !flat.contains("--rpc-url"), "\(flat)")
    #expect(
      FailureText.failure(.unreachable(endpoint: "http://h:1", reason: "r") as NodeError)
        .message.contains("--rpc-url"))
  }

  @Test(arguments: [(Language.english, "just now"), (.korean, "방금")])
  func ageOfZeroSecondsReadsNow(language: Language, words: String) {
    var home = ScreenSample.home(payments: [ScreenSample.payment(0)])
    home.balance = Home.Snapshot(balance: 1, blockNumber: 7, takenAt: ScreenSample.now)
    let text = Self.shown(ScreenSample.place(language, .home(home)))
    #expect(text.ranges(of: words).count == 2, "\(text)")
    #expect(!text.contains("0 seconds") && !text.contains("0초"))
  }

  // MARK: - Home and Payments

  /// The line had no values.
  @Test func theChartHasItsHighestAndLowestValue() {
    var home = ScreenSample.home()
    home.samples = [1, 4, 2].enumerated().map { place, ether in
      BalanceSample(
        balance: Wei(UInt64(ether) * 1_000_000_000_000_000_000), blockNumber: UInt64(place),
        date: ScreenSample.now)
    }
    let rows = Self.shown(ScreenSample.place(.english, .home(home))).split(separator: "\n")
    #expect(rows.contains { $0.hasSuffix("4 ETH") })
    #expect(rows.contains { $0.hasSuffix(" 1 ETH") })
  }

  @Test func aPaymentHasItsFeeItsNonceAndAHashToCopy() async {
    let home = ScreenSample.home(payments: ScreenSample.payments)
    let open = ScreenSample.place(.english, .home(home)) {
      $0.sheet = .line(.payment(ScreenSample.payments[0].id))
    }
    #expect(Self.shown(open).contains("Fee (at most)"))
    let confirmed = ScreenSample.payments[2]
    let state = ScreenSample.place(.english, .home(home)) {
      $0.sheet = .line(.payment(confirmed.id))
    }
    let text = Self.shown(state)
    #expect(text.contains("Fee          0.000042 ETH"), "\(text)")
    #expect(text.contains("Nonce        3"), "\(text)")
    let copied = Mutex<[String]>([])
    let store = Self.store(state)
    store.dependencies.clipboard = ClipboardClient { text in copied.withLock { $0.append(text) } }
    await store.send(.view(.keyPressed(Key(.character("c")))))
    await store.receive(\.toasts)
    await store.skipInFlightEffects(strict: false)
    #expect(copied.withLock { $0 } == [confirmed.hash.hex])
    #expect(Self.shown(store.state).contains("The transaction's hash is copied"))
  }

  /// If a terminal has no clipboard, the key is not offered.
  @Test func aTerminalWithoutAClipboardOffersNoCopy() {
    let home = ScreenSample.home(payments: ScreenSample.payments)
    let state = ScreenSample.place(.english, .home(home)) {
      $0.sheet = .line(.payment(ScreenSample.payments[2].id))
      $0.canCopy = false
    }
    #expect(!Self.shown(state).contains("c Copy"))
  }

  /// In a small window nothing said that a review continues below.
  @Test func aReviewWithMoreLinesSaysSo() async throws {
    var send = ScreenSample.form
    send.phase = .reviewing(try ScreenSample.draft(), try await ScreenSample.quote())
    send.agreedWarnings = Set(send.openQuestions)
    var state = ScreenSample.place(.english, .send(send))
    #expect(Self.shown(state, columns: 40).contains("↓"))
    state.chosen = 100
    let end = Self.shown(state, columns: 40)
    #expect(end.contains("↑") && !end.contains("↓"))
    #expect(!Self.shown(state).contains("↑"), "all of it is seen")
  }

  // MARK: - Forms

  /// Return on an empty form reported the error, and left the focus elsewhere.
  @Test func missingFieldGetsTheFocus() async {
    var form = ScreenSample.form
    form.recipientText = ""
    var state = ScreenSample.place(.english, .send(form))
    state.form.amount.replace(by: "0.5")
    state.form.focus = .amount
    let store = Self.store(state)
    await store.send(.view(.keyPressed(Key(.enter))))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.form.focus == .recipient)
    #expect(store.state.top?.send?.failure == .recipient(.missingPrefix))
    await store.finish()
  }

  /// Pasted text was cut after 40 characters without a message.
  @Test func aLongNameIsRefusedAndNotCut() async {
    var state = ScreenSample.place(.english, SettingsSample.profile())
    state.askName()
    let store = Self.store(state)
    await store.send(.view(.pasted(String(repeating: "n", count: 41))))
    await store.send(.view(.keyPressed(Key(.enter))))
    #expect(store.state.name.text.count == 41 && store.state.walletName == nil)
    #expect(Self.shown(store.state).contains("A name has at most 40 characters."))
    await store.finish()
  }

  @Test(arguments: [(Language.english, "Contact saved"), (.korean, "연락처를 저장했습니다")])
  func aContactThatIsSavedIsReported(language: Language, words: String) async throws {
    let store = Self.store(ScreenSample.place(language, .contacts(.init(ownAddresses: []))))
    let id = try #require(store.state.wallet?.routes.last?.id)
    await store.send(
      .wallet(.router(.routeAction(id: id, action: .contacts(.delegate(.saved))))))
    await store.receive(\.toasts)
    #expect(Self.shown(store.state).contains(words))
    await store.send(
      .wallet(.router(.routeAction(id: id, action: .contacts(.delegate(.removed))))))
    await store.receive(\.toasts)
    #expect(Self.shown(store.state).contains(Texts(language)[.toastContactRemoved]))
    await store.skipInFlightEffects(strict: false)
  }

  /// A name ended with a comma at the end of a line.
  @Test func aNameAndItsAddressAreWrittenInOneWay() {
    let screens = WalletScreens(
      ScreenSample.place(.english, .home(ScreenSample.home())), SecretEntry())
    let address = ScreenSample.first.address
    #expect(screens.named(address) == "Account 1 \(address.checksummed)")
  }
}
