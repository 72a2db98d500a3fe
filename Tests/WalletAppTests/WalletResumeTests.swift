import ActivityClient
import AuthFeature
import EthereumPrimitives
import Headrace
import HeadraceFlow
import HeadraceTesting
import HomeFeature
import NodeClient
import SendFeature
import Synchronization
import Testing
import VaultClient
import WalletApp

@Suite("Taking up open payments")
struct WalletResumeTests {
  /// A journal of one payment.
  private final class Journal: Sendable {
    private let contents: Mutex<Payment>

    init(_ payment: Payment) { contents = Mutex(payment) }

    func prepare(_ values: inout DependencyValues) {
      values.activity.unresolved = { () throws(JournalFailure) in
        self.contents.withLock { $0.state.isUnresolved ? [$0] : [] }
      }
      values.activity.update = { _, event throws(UpdateRefusal) in
        self.contents.withLock { payment in
          switch event {
          case .broadcast, .reorganised: payment.state = .broadcast
          case .confirmed(let inclusion): payment.state = .confirmed(inclusion)
          case .failed(let failure): payment.state = .failed(failure)
          }
          return payment
        }
      }
    }
  }

  private static let signed = WalletSample.payment()
  private static let broadcast = WalletSample.payment(0, .broadcast)
  private static let confirmed = WalletSample.payment(
    0,
    .confirmed(
      PaymentInclusion(
        blockNumber: 100, blockHash: Hash32(7, 7, 7, 7), gasUsed: 21_000, effectiveGasPrice: 2)))

  private static let receipt = TransactionReceipt(
    transactionHash: signed.intent.hash, transactionIndex: 0, blockHash: Hash32(7, 7, 7, 7),
    blockNumber: 100, from: signed.intent.from, to: signed.intent.to, gasUsed: 21_000,
    effectiveGasPrice: 2, outcome: .succeeded)

  /// A wallet with a payment of before, whose node has a block with it after three seconds.
  private func makeStore(
    _ clock: TestClock<Duration>, _ routes: WalletSample.Stack = WalletSample.home
  ) -> TestStoreOf<WalletApp> {
    TestStoreOf<WalletApp>(routes) {
      $0.continuousClock = clock
      $0.vault.lock = {}
      $0.node.sendRawTransaction = { raw in
        #expect(raw == Self.signed.intent.rawTransaction, "the same bytes, and no others")
        return Self.signed.intent.hash
      }
      $0.node.transaction = { _ in
        try await clock.sleep(for: .seconds(3))
        return nil
      }
      $0.node.receipt = { _ in
        clock.now >= .init(offset: .seconds(3)) ? Self.receipt : nil
      }
      Journal(Self.signed).prepare(&$0)
    }
  }

  /// Home appears for the first time, and the payment is handed over.
  private func appear(_ store: TestStoreOf<WalletApp>) async {
    await store.send(.home(.view(.appeared))) { $0.home { $0.isRefreshing = true } }
    await store.receive(screen: \.home.delegate.appeared) {
      $0.resuming = ResumePayments.State(chainID: 1)
    }
    await store.receive(\.resuming.view.started) { $0.resuming?.phase = .loading }
    await store.receiveHome()
    await store.receive(\.resuming.inner.loaded, [Self.signed]) {
      $0.resuming?.phase = .idle
      $0.resuming?.payments = [Self.signed]
    }
    await store.receive(\.resuming.delegate.resumed, [Self.signed])
    await store.receive(\.resuming.inner.handedOver, Self.broadcast) {
      $0.resuming?.payments = [Self.broadcast]
    }
  }

  /// The block comes, and Home is asked to look again.
  private func settle(_ store: TestStoreOf<WalletApp>) async {
    await store.receive(\.resuming.inner.settled, Self.confirmed) { $0.resuming?.payments = [] }
    await store.receive(\.resuming.delegate.settled, Self.confirmed)
    await store.receive(screen: \.home.view.refreshed) { $0.home { $0.isRefreshing = true } }
    await store.receive(screen: \.home.inner.balanceResponse) {
      $0.home { $0.isRefreshing = false }
    }
    await store.receive(screen: \.home.inner.paymentsResponse)
  }

  @Test func aPaymentOfBeforeIsHandedOverAndHomeLooksAgainWhenABlockHasIt() async {
    let clock = TestClock()
    let store = makeStore(clock)
    await appear(store)
    await clock.advance(by: .seconds(4))
    await settle(store)
    await store.finish()
  }

  @Test func aLockDoesNotEndIt() async {
    let clock = TestClock()
    let store = makeStore(clock)
    await appear(store)
    await store.send(.view(.lockRequested))
    await store.receive(\.inner.locked) { $0.routes.append(WalletSample.cover) }
    await clock.advance(by: .seconds(4))
    await settle(store)
    await store.finish()
    #expect(store.state.routes.last == WalletSample.cover)
  }

  @Test func anotherAppearanceBeginsNothingTwice() async {
    let clock = TestClock()
    let store = makeStore(clock)
    await appear(store)
    await store.send(.home(.view(.appeared))) { $0.home { $0.isRefreshing = true } }
    await store.receive(screen: \.home.delegate.appeared)
    await store.receive(\.resuming.view.started) { $0.resuming?.phase = .loading }
    await store.receive(screen: \.home.inner.balanceResponse) {
      $0.home { $0.isRefreshing = false }
    }
    await store.receive(screen: \.home.inner.paymentsResponse)
    await store.receive(\.resuming.inner.loaded, [Self.broadcast]) { $0.resuming?.phase = .idle }
    await clock.advance(by: .seconds(4))
    await settle(store)
    await store.finish()
  }

  @Test func aPaymentThatHasItsEndIsNotTakenUpAgain() async {
    let clock = TestClock()
    let store = makeStore(clock)
    await appear(store)
    await clock.advance(by: .seconds(4))
    await settle(store)
    await store.send(.home(.view(.appeared))) { $0.home { $0.isRefreshing = true } }
    await store.receive(screen: \.home.delegate.appeared)
    await store.receive(\.resuming.view.started) { $0.resuming?.phase = .loading }
    await store.receive(screen: \.home.inner.balanceResponse) {
      $0.home { $0.isRefreshing = false }
    }
    await store.receive(screen: \.home.inner.paymentsResponse)
    await store.receive(\.resuming.inner.loaded, []) { $0.resuming?.phase = .idle }
    await store.finish()
  }

  @Test func aNodeOnAnotherChainIsHandedNothing() async {
    let store = makeStore(TestClock())
    store.dependencies.node.chainID = { 5 }
    store.dependencies.node.sendRawTransaction = { _ in
      Issue.record("a node on another chain was handed a payment")
      return Self.signed.intent.hash
    }
    let wrong = NodeError.wrongChain(expected: 1, actual: 5)
    await store.send(.home(.view(.appeared))) { $0.home { $0.isRefreshing = true } }
    await store.receive(screen: \.home.delegate.appeared) {
      $0.resuming = ResumePayments.State(chainID: 1)
    }
    await store.receive(\.resuming.view.started) { $0.resuming?.phase = .loading }
    await store.receive(screen: \.home.inner.failed) { state in
      state.home {
        $0.balanceFailure = wrong
        $0.isRefreshing = false
      }
    }
    await store.receive(screen: \.home.inner.paymentsResponse)
    await store.receive(\.resuming.inner.failed, .node(wrong)) {
      $0.resuming?.phase = .failed(.node(wrong))
    }
    await store.receive(\.resuming.delegate.failed, .node(wrong))
    await store.finish()
  }

  @Test func beforeHomeAppearsNothingIsTakenUp() async {
    let store = makeStore(TestClock(), WalletSample.unlock)
    store.dependencies.vault.unlock = { _ throws(UnlockRefusal) in WalletSample.accounts }
    store.dependencies.activity.unresolved = { () throws(JournalFailure) in
      Issue.record("the journal was read before Home appeared")
      return []
    }
    await store.send(.unlock(.delegate(.unlocked(WalletSample.accounts)))) {
      $0.routes = WalletSample.home
    }
    await store.finish()
  }
}
