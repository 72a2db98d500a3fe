import ActivityClient
import AuthFeature
import EthereumPrimitives
import Foundation
import HeadraceFlow
import HomeFeature
import ProfileFeature
import SendFeature
import VaultClient
import WalletApp

/// A wallet of two accounts on chain 1, at several points of its flow.
enum WalletSample {
  typealias Stack = [Route<WalletScreen.State>]

  static let first = VaultAccount(
    id: AccountID(rawValue: 0), address: Address(1, 1, 1), name: "Account 1",
    path: "m/44'/60'/0'/0/0")
  static let second = VaultAccount(
    id: AccountID(rawValue: 1), address: Address(2, 2, 2), name: "Account 2",
    path: "m/44'/60'/0'/0/1")
  static let accounts = [first, second]
  static let now = Date(timeIntervalSince1970: 1_000_000)
  static let passcode = SecretHandle(id: 1)

  static let home: Stack = [
    .root(
      .home(Home.State(account: first, accounts: accounts, chainID: 1)),
      embedInNavigationView: true)
  ]

  /// Home, and a half-filled form.
  static let send = home + [.push(.send(halfFilled))]

  static let profile =
    home + [
      .push(.profile(Profile.State(accounts: accounts, chainID: 1)))
    ]

  static let unlock: Stack = [.root(.unlock(UnlockWallet.State()), embedInNavigationView: true)]

  /// The screen that is presented over others when they are locked.
  static let cover = cover(.request)

  /// Returns the screen that is presented over others when they are locked for a reason.
  static func cover(_ reason: UnlockWallet.LockReason) -> Route<WalletScreen.State> {
    .cover(.unlock(UnlockWallet.State(reason: reason)))
  }

  static func create(wordCount: Int = 12) -> Stack {
    [.root(.create(CreateWallet.State(wordCount: wordCount)), embedInNavigationView: true)]
  }

  /// An empty form, as Home opens it.
  static let form = SendMoney.State(
    account: first, chainID: 1, ownAddresses: accounts.map(\.address))

  static var halfFilled: SendMoney.State {
    var state = form
    state.recipientText = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
    state.amountText = "0.2"
    return state
  }

  static func app(_ routes: Stack) -> WalletApp.State {
    WalletApp.State(routes: routes, chainID: 1)
  }

  static func payment(_ nonce: UInt64 = 0, _ state: PaymentState = .signed) -> Payment {
    Payment(
      intent: PaymentIntent(chainID: 1, from: first.address, to: second.address, value: 5),
      transactions: [
        PaymentTransaction(
          nonce: nonce, gasLimit: 21_000, maxFeePerGas: 2, maxPriorityFeePerGas: 1,
          hash: Hash32(0, 0, 0, nonce + 1), rawTransaction: [UInt8(nonce)],
          mayBeKnown: state != .signed, wasTaken: state != .signed)
      ],
      recordedAt: now, state: state)
  }

  /// Returns a journal's contents when it is read.
  static func findings(_ open: [Payment] = []) -> ResumePayments.Findings {
    ResumePayments.Findings(open: open, reviewable: [], date: now)
  }

  static let sample = BalanceSample(balance: 10, blockNumber: 99, date: now)

  static func snapshot(_ wei: UInt64 = 10) -> Home.Snapshot {
    Home.Snapshot(balance: Wei(wei), blockNumber: 99, takenAt: now)
  }
}
