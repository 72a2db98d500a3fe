import ActivityClient
import EthereumPrimitives
import Headrace
import HeadraceFlow
import HeadraceTesting
import HomeFeature
import SendFeature
import Testing
import VaultClient

@testable import WalletApp

/// Speeding a payment up and cancelling it, from Home and back.
@Suite("WalletApp: replacing")
struct WalletReplaceTests {
  private static func home(_ payment: Payment) -> WalletSample.Stack {
    var home = WalletSample.home
    home[0].screen.modify(\.home) { $0.lines = [.payment(payment)] }
    return home
  }

  @Test(arguments: [PaymentTransaction.Role.speedUp, .cancel])
  func aPaymentThatWaitsIsReplacedOnAScreenOfItsOwn(role: PaymentTransaction.Role) async {
    let payment = WalletSample.payment(0, .broadcast)
    let store = TestStoreOf<WalletApp>(Self.home(payment))
    await store.send(.home(.view(.replaceButtonTapped(payment.id, role))))
    await store.receive(screen: \.home.delegate.replacementRequested) {
      $0.routes.append(
        .push(
          .replace(
            ReplacePayment.State(account: WalletSample.first, payment: payment, role: role))))
    }
    await store.finish()
  }

  @Test func settledPaymentsAndThoseOfOtherWalletsAreNotReplaced() async {
    let waiting = WalletSample.payment(0, .broadcast)
    let ended = WalletSample.payment(0, .abandoned)
    let intent = PaymentIntent(
      chainID: 1, from: Address(9, 9, 9), to: WalletSample.first.address, value: 5)
    let other = Payment(
      intent: intent, transactions: waiting.transactions, recordedAt: WalletSample.now,
      state: .broadcast)
    for (payment, role) in [
      (ended, PaymentTransaction.Role.cancel), (other, .cancel), (waiting, .original),
    ] {
      let store = TestStoreOf<WalletApp>(Self.home(payment))
      await store.send(.home(.view(.replaceButtonTapped(payment.id, role))))
      await store.finish()
    }
  }

  private static func replacing(_ payment: Payment) -> WalletSample.Stack {
    home(payment) + [
      .push(
        .replace(
          ReplacePayment.State(account: WalletSample.first, payment: payment, role: .speedUp)))
    ]
  }

  /// The vault has locked itself after it signed; the payment is followed beside the screens.
  @Test func recordedPaymentsLeadBackToHome() async {
    let payment = WalletSample.payment(0, .broadcast)
    let store = TestStoreOf<WalletApp>(Self.replacing(payment))
    store.exhaustivity = .off
    await store.send(.replace(.inner(.recorded(payment))))
    await store.receive(screen: \.replace.delegate.recorded)
    await store.skipReceivedActions(strict: false)
    await store.finish()
    #expect(store.state.routes.count == 1)
    #expect(store.state.isVaultLocked)
    #expect(store.state.resuming?.excluded == [], "it is not followed elsewhere")
  }

  @Test func paymentsEndedBeforeTheyWereSentLeadBackToHome() async {
    let payment = WalletSample.payment(0, .signed)
    let store = TestStoreOf<WalletApp>(Self.replacing(payment))
    await store.send(.replace(.inner(.abandoned(payment)))) {
      $0.routes[1].screen.modify(\.replace) { $0.phase = .abandoned(payment) }
    }
    await store.receive(screen: \.replace.delegate.abandoned) { $0.routes.removeLast() }
    store.exhaustivity = .off
    await store.skipReceivedActions(strict: false)
    await store.finish()
    #expect(!store.state.isVaultLocked, "nothing was signed")
  }

  /// The passcode was asked twice: before the replacement was shown, and to sign it.
  @Test func aVaultThatAPaymentLockedIsOpenedByThePasscodeThatSigns() async {
    let payment = WalletSample.payment(0, .broadcast)
    let store = TestStoreOf<WalletApp>(
      initialState: {
        var app = WalletSample.app(Self.home(payment))
        app.isVaultLocked = true
        return app
      }()
    ) { WalletApp() }
    await store.send(.home(.view(.replaceButtonTapped(payment.id, .cancel))))
    await store.receive(screen: \.home.delegate.replacementRequested) {
      $0.routes.append(
        .push(
          .replace(
            ReplacePayment.State(account: WalletSample.first, payment: payment, role: .cancel))))
    }
    await store.finish()
  }
}
