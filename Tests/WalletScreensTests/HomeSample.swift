import ActivityClient
import ContactsClient
import ContactsFeature
import EthereumCrypto
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceFlow
import HeadraceTerminal
import HeadraceTerminalTesting
import HeadraceTesting
import HomeFeature
import NodeClient
import ProfileFeature
import SendFeature
import VaultClient
import WalletApp

@testable import WalletCLI

/// A wallet with a history, as its screens show it.
enum HomeSample {
  static let now = Date(timeIntervalSince1970: 1_800_000_000)
  static let own = address("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")
  static let bob = address("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")
  static let stranger = address("0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC")
  static let account = VaultAccount(
    id: AccountID(rawValue: 0), address: own, name: "Savings", path: "m/44'/60'/0'/0/0")
  static let contacts = [
    contact("Bob", bob), contact("민수", address("0x90F79bf6EB2c4f870365E785982E1f101E93b906")),
  ]

  static func address(_ text: String) -> Address {
    do { return try Address(checksummed: text) } catch { preconditionFailure("\(error)") }
  }

  static func contact(_ name: String, _ address: Address) -> Contact {
    do {
      return Contact(name: try ContactName(name), address: address)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  static func ether(_ text: String) -> Wei {
    do { return try Wei(ether: text) } catch { preconditionFailure("\(error)") }
  }

  private static func payment(
    _ number: UInt64, _ amount: String, to recipient: Address, ago seconds: Double,
    _ state: PaymentState
  ) -> ActivityLine {
    .payment(
      Payment(
        intent: PaymentIntent(chainID: 1, from: own, to: recipient, value: ether(amount)),
        transactions: [
          PaymentTransaction(
            nonce: number, gasLimit: 21_000, maxFeePerGas: 2, maxPriorityFeePerGas: 1,
            hash: Hash32(0xA, 0, 0, number), rawTransaction: [])
        ],
        recordedAt: now.addingTimeInterval(-seconds), state: state))
  }

  static func received(
    _ number: UInt64, _ amount: String, ago seconds: Double
  ) -> ReceivedPayment {
    ReceivedPayment(
      chainID: 1, from: stranger, to: own, value: ether(amount),
      transactionHash: Hash32(0xB, 0, 0, number), blockNumber: number,
      blockHash: Hash32(0xC, 0, 0, number), date: now.addingTimeInterval(-seconds))
  }

  static let lines: [ActivityLine] = [
    payment(2, "1.5", to: bob, ago: 40, .broadcast),
    .received(received(98, "2", ago: 150)),
    payment(
      1, "0.25", to: stranger, ago: 3 * 86_400,
      .confirmed(
        PaymentInclusion(
          transactionHash: Hash32(0xA, 0, 0, 1), blockNumber: 40, blockHash: .zero,
          gasUsed: 21_000, effectiveGasPrice: 1))),
    .received(received(7, "10000", ago: 40 * 86_400)),
  ]

  /// Home of an account with a history.
  static var home: Home.State {
    var home = Home.State(account: account, accounts: [account], chainID: 1)
    home.balance = Home.Snapshot(
      balance: ether("10001.25"), blockNumber: 100, takenAt: now.addingTimeInterval(-4))
    home.samples = [0, 2, 1, 4, 6, 5, 9, 12].enumerated().map { index, value in
      BalanceSample(
        balance: ether("\(value)"), blockNumber: UInt64(index),
        date: now.addingTimeInterval(Double(index) - 100))
    }
    home.lines = lines
    home.scannedBlocks = 1...100
    home.contacts = contacts
    return home
  }

  static func place(
    _ home: Home.State = home, _ above: [WalletScreen.State] = [],
    _ language: Language = .english
  ) -> TerminalWallet.State {
    var state = TerminalWallet.State(hasWallet: true, chainID: 1, language: language, now: now)
    state.wallet = WalletApp.State(
      routes: [.root(.home(home), embedInNavigationView: true)] + above.map { .push($0) },
      chainID: 1)
    state.askPasscode()
    return state
  }

  static func contactsScreen(
    _ phase: Contacts.Phase = .listing, _ failure: ContactsFailure? = nil
  ) -> WalletScreen.State {
    var state = Contacts.State(contacts: contacts, ownAddresses: [own])
    state.phase = phase
    state.failure = failure
    return .contacts(state)
  }

  static func terminal(
    _ columns: Int, _ rows: Int
  ) -> TestTerminal<TerminalWallet.State, TerminalWallet.Action> {
    TestTerminal(TerminalWalletApp.app(SecretEntry()), columns: columns, rows: rows)
  }
}

extension DependencyValues {
  /// Answers the requests of Home and its surroundings, at ``HomeSample/now``. No node answers.
  mutating func answerHome(_ clock: TestClock<Duration> = TestClock()) {
    continuousClock = clock
    date = .constant(HomeSample.now)
    node.chainID = { throw NodeError.cancelled }
    history.page = { _ throws(JournalFailure) in HomeSample.lines }
    history.balances = { _, _ throws(JournalFailure) in [] }
    activity.unresolved = { () throws(JournalFailure) in [] }
    activity.reviewable = { _ throws(JournalFailure) in [] }
    contacts.all = { () throws(JournalFailure) in [] }
    vault.journalStanding = { .asKnown }
    secrets.clear = {}
  }
}
