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
      values.activity.history = { _ throws(JournalFailure) in [] }
      values.activity.payment = { _ throws(JournalFailure) in self.contents.withLock { $0 } }
      values.activity.update = { _, event throws(UpdateRefusal) in
        self.contents.withLock { payment in
          switch event {
          case .handedOver:
            payment.state = .broadcast
            payment.transactions[0].mayBeKnown = true
          case .taken: payment.transactions[0].wasTaken = true
          case .included(let inclusion): payment.state = .included(inclusion)
          case .settled(let inclusion, _): payment.state = .confirmed(inclusion)
          case .refused, .replaced, .reorganised, .abandoned: break
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
        transactionHash: signed.hash, blockNumber: 100, blockHash: Hash32(7, 7, 7, 7),
        gasUsed: 21_000, effectiveGasPrice: 2)))

  private static let receipt = TransactionReceipt(
    transactionHash: signed.hash, transactionIndex: 0, blockHash: Hash32(7, 7, 7, 7),
    blockNumber: 100, from: signed.intent.from, to: signed.intent.to, gasUsed: 21_000,
    effectiveGasPrice: 2, outcome: .succeeded)

  private static func hash(of number: UInt64) -> Hash32 {
    number == 100 ? Hash32(7, 7, 7, 7) : Hash32(0, 0, 0, number)
  }

  /// Returns a block that has the payment, or one below or above it.
  private static func block(_ number: UInt64) -> NodeBlock {
    NodeBlock(
      number: number, hash: hash(of: number), parentHash: hash(of: number - 1),
      timestampSeconds: 0, baseFeePerGas: 1, gasLimit: 30_000_000, gasUsed: 21_000,
      feeRecipient: .zero, transactionHashes: number == 100 ? [signed.hash] : [])
  }

  /// Returns a wallet with an earlier payment, whose node has eleven blocks above it after three
  /// seconds.
  private func makeStore(
    _ clock: TestClock<Duration>, _ routes: WalletSample.Stack = WalletSample.home
  ) -> TestStoreOf<WalletApp> {
    let isMined: @Sendable () -> Bool = { clock.now >= .init(offset: .seconds(3)) }
    return TestStoreOf<WalletApp>(routes) {
      $0.continuousClock = clock
      $0.vault.lock = {}
      $0.node.sendRawTransaction = { raw in
        #expect(raw == Self.signed.current.rawTransaction, "the same bytes, and no others")
        return Self.signed.hash
      }
      $0.node.block = { tag in
        switch tag {
        case .latest: Self.block(isMined() ? 111 : 99)
        case .number(let number): Self.block(number)
        case .earliest, .safe, .finalized, .pending: nil
        }
      }
      $0.node.nonce = { _, _ in isMined() ? 1 : 0 }
      $0.node.transaction = { hash in
        NodeTransaction(
          hash: hash, type: 2, from: Self.signed.intent.from, to: Self.signed.intent.to, nonce: 0,
          value: 5, gasLimit: 21_000, maxFeePerGas: 2, maxPriorityFeePerGas: 1, data: [],
          place: isMined()
            ? .inBlock(number: 100, hash: Hash32(7, 7, 7, 7), index: 0) : .waiting)
      }
      $0.node.receipt = { _ in isMined() ? Self.receipt : nil }
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
    await store.receive(screen: \.home.inner.savedResponse)
    await store.receiveHome()
    await store.receive(\.resuming.inner.loaded, WalletSample.findings([Self.signed])) {
      $0.resuming?.phase = .idle
      $0.resuming?.payments = [Self.signed]
    }
    await store.receive(\.resuming.delegate.resumed, [Self.signed])
    await store.receive(screen: \.home.inner.scanResponse)
    await store.receive(\.resuming.inner.handedOver, Self.broadcast) {
      $0.resuming?.payments = [Self.broadcast]
    }
    await store.receive(
      \.resuming.inner.changed,
      PaymentNews(payment: Self.broadcast, progress: .waitingForBlock)
    ) {
      $0.resuming?.progress = [Self.broadcast.id: .waitingForBlock]
    }
  }

  /// The block arrives, and Home is asked to look again.
  private func settle(_ store: TestStoreOf<WalletApp>) async {
    await store.receive(\.resuming.inner.settled, Self.confirmed) {
      $0.resuming?.payments = []
      $0.resuming?.progress = [:]
    }
    await store.receive(\.resuming.delegate.settled, Self.confirmed)
    await store.receive(screen: \.home.view.refreshed) { $0.home { $0.isRefreshing = true } }
    await store.receive(screen: \.home.inner.balanceResponse) {
      $0.home { $0.isRefreshing = false }
    }
    await store.receive(screen: \.home.inner.activityResponse)
    await store.receive(screen: \.home.inner.scanResponse)
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
    await store.receive(screen: \.home.inner.savedResponse)
    await store.receive(screen: \.home.inner.balanceResponse) {
      $0.home { $0.isRefreshing = false }
    }
    await store.receive(screen: \.home.inner.activityResponse)
    await store.receive(\.resuming.inner.loaded, WalletSample.findings([Self.broadcast])) {
      $0.resuming?.phase = .idle
    }
    await store.receive(screen: \.home.inner.scanResponse)
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
    await store.receive(screen: \.home.inner.savedResponse)
    await store.receive(screen: \.home.inner.balanceResponse) {
      $0.home { $0.isRefreshing = false }
    }
    await store.receive(screen: \.home.inner.activityResponse)
    await store.receive(\.resuming.inner.loaded, WalletSample.findings()) {
      $0.resuming?.phase = .idle
    }
    await store.receive(screen: \.home.inner.scanResponse)
    await store.finish()
  }

  @Test func aNodeOnAnotherChainIsHandedNothing() async {
    let store = makeStore(TestClock())
    store.dependencies.node.chainID = { 5 }
    store.dependencies.node.sendRawTransaction = { _ in
      Issue.record("a node on another chain was handed a payment")
      return Self.signed.hash
    }
    let wrong = NodeError.wrongChain(expected: 1, actual: 5)
    await store.send(.home(.view(.appeared))) { $0.home { $0.isRefreshing = true } }
    await store.receive(screen: \.home.delegate.appeared) {
      $0.resuming = ResumePayments.State(chainID: 1)
    }
    await store.receive(\.resuming.view.started) { $0.resuming?.phase = .loading }
    await store.receive(screen: \.home.inner.savedResponse)
    await store.receive(screen: \.home.inner.failed) { state in
      state.home {
        $0.balanceFailure = wrong
        $0.isRefreshing = false
      }
    }
    await store.receive(screen: \.home.inner.activityResponse)
    await store.receive(
      \.resuming.inner.loaded, WalletSample.findings([Self.signed])
    ) {
      $0.resuming?.phase = .idle
      $0.resuming?.payments = [Self.signed]
    }
    await store.receive(\.resuming.delegate.resumed, [Self.signed])
    await store.receive(\.resuming.inner.handedOver, Self.signed)
    await store.receive(
      \.resuming.inner.changed,
      PaymentNews(payment: Self.signed, progress: .nodeFailing(wrong))
    ) {
      $0.resuming?.progress = [Self.signed.id: .nodeFailing(wrong)]
    }
    await store.skipInFlightEffects()
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
