import ActivityClient
import AuthFeature
import ContactsClient
import EthereumPrimitives
import Foundation
import HeadraceFlow
import HeadraceTerminal
import HomeFeature
import NodeClient
import PasscodeFeature
import ProfileFeature
import SendFeature
import VaultClient
import WalletApp

@testable import WalletCLI

/// A wallet of two accounts on the development chain, at every point of its screens.
enum ScreenSample {
  static let now = Date(timeIntervalSince1970: 1_800_000_000)
  static let recipient = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
  static let chainID: ChainID = 31_337

  static let first = VaultAccount(
    id: AccountID(rawValue: 0), address: address("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"),
    name: "Account 1", path: "m/44'/60'/0'/0/0")
  static let second = VaultAccount(
    id: AccountID(rawValue: 1), address: address(recipient), name: "저축", path: "m/44'/60'/0'/0/1")

  static func address(_ text: String) -> Address {
    do {
      return try Address(hex: text)
    } catch {
      preconditionFailure("no address: \(text)")
    }
  }

  static func place(
    _ language: Language, _ top: WalletScreen.State? = nil,
    _ change: (inout TerminalWallet.State) -> Void = { _ in }
  ) -> TerminalWallet.State {
    var state = TerminalWallet.State(
      hasWallet: false, chainID: chainID, language: language, now: now)
    if let top { state.wallet = WalletApp.State(routes: routes(to: top), chainID: chainID) }
    state.askPasscode()
    change(&state)
    return state
  }

  private static func routes(to top: WalletScreen.State) -> [Route<WalletScreen.State>] {
    switch top {
    case .create, .unlock, .home: [.root(top, embedInNavigationView: true)]
    case .networks, .session:
      routes(to: .profile(Profile.State(accounts: [first, second], chainID: chainID)))
        + [.push(top)]
    case .send, .replace, .profile, .contacts:
      [.root(.home(home()), embedInNavigationView: true), .push(top)]
    }
  }

  static func home(payments: [Payment] = [], balance: Wei? = 1_500_000_000_000_000_000)
    -> Home.State
  {
    var home = Home.State(account: first, accounts: [first, second], chainID: chainID)
    home.lines = payments.map { .payment($0) }
    home.balance = balance.map {
      Home.Snapshot(balance: $0, blockNumber: 1_234, takenAt: now.addingTimeInterval(-75))
    }
    return home
  }

  /// Home of a newcomer who has no node yet.
  static var homeWithoutNode: Home.State {
    var home = home(balance: nil)
    home.balanceFailure = .unreachable(endpoint: "http://127.0.0.1:8545", reason: "refused")
    return home
  }

  /// Home with payments that differ from those that the vault knows.
  private static var olderHome: Home.State {
    var home = home(payments: payments)
    home.journalStanding = .older
    return home
  }

  /// Returns a payment of the given number of tenths of an ether.
  static func payment(_ number: UInt64, _ state: PaymentState = .broadcast) -> Payment {
    Payment(
      intent: PaymentIntent(
        chainID: chainID, from: first.address, to: second.address,
        value: Wei(number * 100_000_000_000_000_000)),
      transactions: [
        PaymentTransaction(
          nonce: number, gasLimit: 21_000, maxFeePerGas: 2, maxPriorityFeePerGas: 1,
          hash: Hash32(0, 0, 0, number + 1), rawTransaction: [UInt8(truncatingIfNeeded: number)],
          mayBeKnown: true, wasTaken: true)
      ],
      recordedAt: now.addingTimeInterval(-Double(number) * 3_000), state: state)
  }

  static func inclusion(_ number: UInt64, _ blockNumber: UInt64) -> PaymentInclusion {
    PaymentInclusion(
      transactionHash: Hash32(0, 0, 0, number + 1), blockNumber: blockNumber,
      blockHash: Hash32(0, 0, 0, 9),
      gasUsed: 21_000, effectiveGasPrice: 2_000_000_000)
  }

  static let payments = [
    payment(1), payment(2, .included(inclusion(2, 1_230))),
    payment(3, .confirmed(inclusion(3, 1_200))),
    payment(4, .reverted(inclusion(4, 1_100))), payment(40, .abandoned),
  ]

  static var form: SendMoney.State {
    var state = SendMoney.State(account: first, chainID: chainID)
    state.recipientText = recipient
    state.amountText = "0.5"
    return state
  }

  static func draft(_ amount: String = "0.5") throws -> SendDraft {
    try SendDraft(
      recipientText: recipient, amountText: amount, account: first, chainID: chainID,
      speed: .normal)
  }

  /// Returns a node's quote for an account with 1.5 ether.
  static func quote(_ amount: String = "0.5") async throws -> SendQuote {
    let (node, activity) = sources()
    return try await SendQuote(
      QuoteInquiry(node: node, activity: activity, now: now), for: draft(amount))
  }

  /// Returns a node and a journal that know the account.
  private static func sources() -> (NodeClient, ActivityClient) {
    var node = NodeClient.testValue
    node.chainID = { chainID }
    node.balance = { _, _ in 1_500_000_000_000_000_000 }
    node.nonce = { _, _ in 7 }
    node.code = { _, _ in [] }
    node.block = { _ in
      NodeBlock(
        number: 1_234, hash: Hash32(0, 0, 0, 9), parentHash: Hash32(0, 0, 0, 8),
        timestampSeconds: 1_800_000_000, baseFeePerGas: 875_000_000, gasLimit: 30_000_000,
        gasUsed: 0, feeRecipient: first.address, transactionHashes: [])
    }
    node.feeHistory = { _ in
      FeeHistory(
        oldestBlock: 1_234, baseFeesPerGas: [875_000_000, 875_000_000], gasUsedRatios: [0.5],
        rewards: [[1_000_000_000, 1_000_000_000, 1_000_000_000]])
    }
    var activity = ActivityClient.testValue
    activity.payments = { _ throws(JournalFailure) in [] }
    activity.nextNonce = { _ throws(NonceRefusal) in 7 }
    return (node, activity)
  }

  /// Returns the form of a payment whose fee the owner sets.
  private static func ownFee(
    _ language: Language, maxFee: String, tip: String
  ) -> TerminalWallet.State {
    var send = form
    send.ownFee = OwnFeeText(maxFeePerGas: maxFee, tip: tip)
    send.currentFees = CurrentFees(baseFee: 875_000_000, tip: 1_000_000_000)
    return place(language, .send(send)) {
      $0.form.recipient.replace(by: recipient)
      $0.form.amount.replace(by: "0.5")
      $0.form.maxFeePerGas.replace(by: maxFee)
      $0.form.tip.replace(by: tip)
      $0.form.focus = .maxFeePerGas
    }
  }

  /// Returns a waiting payment and its replacement.
  static func replacing(
    _ role: PaymentTransaction.Role, _ change: (inout ReplacePayment.State) -> Void = { _ in }
  ) async throws -> WalletScreen.State {
    var state = ReplacePayment.State(account: first, payment: payments[0], role: role)
    var (node, activity) = sources()
    // No block contains the payment.
    node.nonce = { _, _ in 1 }
    state.phase = .reviewing(
      try await ReplacementQuote(
        asking: node, activity, toReplace: payments[0], as: role, speed: .normal,
        policy: .standard))
    change(&state)
    return .replace(state)
  }

  /// Returns every screen, by a name.
  static func screens(_ language: Language) async throws -> [(
    name: String, state: TerminalWallet.State
  )] {
    let draft = try draft()
    let quote = try await quote()
    func create(_ phase: CreateWallet.Phase) -> WalletScreen.State {
      var create = CreateWallet.State(wordCount: 12)
      create.phase = phase
      return .create(create)
    }
    let agreed = Set(quote.questions)
    func send(
      _ phase: SendMoney.Phase, _ change: (inout SendMoney.State) -> Void = { _ in }
    ) -> WalletScreen.State {
      var send = form
      send.phase = phase
      change(&send)
      return .send(send)
    }
    func profile(_ change: (inout Profile.State) -> Void) -> WalletScreen.State {
      var profile = Profile.State(accounts: [first, second], chainID: chainID)
      change(&profile)
      return .profile(profile)
    }
    var following = form
    following.phase = .following(payment(1))
    following.progress = .inBlock(number: 1_235, depth: 3, needed: 12)
    var failed = form
    failed.phase = .failed(.amountZero)
    let phrase = PhraseHandle(id: 1, wordCount: 12)
    return [
      ("welcome", place(language)),
      ("phrase", place(language, create(.showingPhrase(phrase)))),
      (
        "phrase-24",
        place(language, create(.showingPhrase(PhraseHandle(id: 2, wordCount: 24))))
      ),
      ("import", place(language, .create(.importing)) { $0.entry.count = 9 }),
      (
        "confirm",
        place(language, create(.confirming(phrase, ConfirmationChallenge(positions: [2, 5, 11])))) {
          $0.entry.count = 4
        }
      ),
      ("passcode", place(language, create(.choosingPasscode(phrase))) { $0.passcode?.count = 3 }),
      ("unlock", place(language, .unlock(UnlockWallet.State()))),
      (
        "unlock-wrong",
        place(language, .unlock(UnlockWallet.State())) {
          $0.passcode?.failure = .wrong(.tries(left: 2))
        }
      ),
      ("home-empty", place(language, .home(home(balance: nil)))),
      ("home", place(language, .home(home(payments: payments))) { $0.chosen = 2 }),
      ("home-older", place(language, .home(olderHome)) { $0.chosen = 1 }),
      ("receive", place(language, .home(home())) { $0.sheet = .receive }),
      ("accounts", place(language, .home(home())) { $0.sheet = .accounts }),
      ("keys", place(language, .home(home())) { $0.sheet = .keys }),
      (
        "payment",
        place(language, .home(home(payments: payments))) {
          $0.sheet = .line(.payment(payments[2].id))
        }
      ),
      (
        "form",
        place(language, .send(form)) {
          $0.form.recipient.replace(by: recipient)
          $0.form.amount.replace(by: "0.5")
          $0.form.focus = .amount
        }
      ),
      ("form-failed", place(language, .send(failed))),
      ("form-own", ownFee(language, maxFee: "2.75", tip: "1")),
      ("form-own-refused", ownFee(language, maxFee: "0.5", tip: "0.1")),
      (
        "payment-open",
        place(language, .home(home(payments: payments))) {
          $0.sheet = .line(.payment(payments[0].id))
        }
      ),
      (
        "payment-cancel",
        place(language, .home(home(payments: payments))) {
          _ = TerminalWallet().handleLineKey(
            state: &$0, .payment(payments[0].id), Key(.character("x")))
        }
      ),
      ("replace-faster", place(language, try await replacing(.speedUp))),
      ("replace-cancel", place(language, try await replacing(.cancel))),
      (
        "replace-failed",
        place(
          language,
          try await replacing(.speedUp) {
            $0.phase = .failed(.noFees)
          })
      ),
      ("review", place(language, send(.reviewing(draft, quote)) { $0.agreedWarnings = agreed })),
      (
        "review-pin",
        place(language, send(.reviewing(draft, quote)) { $0.agreedWarnings = agreed }) {
          $0.passcodeKind = .digits(count: 6)
          $0.entry.count = 4
        }
      ),
      ("review-question", place(language, send(.reviewing(draft, quote)))),
      ("signing", place(language, send(.submitting(draft, quote)))),
      ("following", place(language, .send(following))),
      ("paid", place(language, send(.confirmed(payment(5), inclusion(5, 1_240))))),
      (
        "settings",
        place(
          language, profile { $0.network = .init(clientVersion: "Geth/v1.15", blockNumber: 1_234) })
      ),
      ("settings-passcode", place(language, profile { $0.phase = .askingPasscode(.revealPhrase) })),
      (
        "settings-change",
        place(language, profile { _ in }) {
          $0.sheet = .passcode
          $0.askPasscode()
        }
      ),
      (
        "rename",
        place(language, profile { _ in }) {
          $0.sheet = .rename(second.id)
          $0.name.replace(by: "저축")
        }
      ),
      (
        "wallet-name",
        place(language) {
          $0.sheet = .walletName
          $0.name.replace(by: "0x1")
          $0.nameRefusal = .looksLikeAddress
        }
      ),
      (
        "home-named",
        place(language, .home(home(payments: payments))) { $0.walletName = WalletNameTests.name }
      ),
    ] + SettingsSample.screens(language) + ServiceSample.screens(language)
      + (try await MomentSample.screens(language)) + (try await RestSample.screens(language))
  }
}
