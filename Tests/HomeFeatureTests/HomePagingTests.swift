import ActivityClient
import ContactsClient
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceTesting
import HomeFeature
import NodeClient
import Synchronization
import Testing
import VaultClient

/// The payments on the Home screen, and the way to load the others.
@Suite("Home: paging")
struct HomePagingTests {
  private static let accounts = [UInt32(0), 1].map { index in
    VaultAccount(
      id: AccountID(rawValue: index), address: Address(1, 1, index), name: "Account \(index)",
      path: "m/44'/60'/0'/0/\(index)")
  }

  private static func payments(_ nonces: Range<UInt64>) -> [ActivityLine] {
    nonces.reversed().map { nonce in
      .payment(
        Payment(
          intent: PaymentIntent(
            chainID: 1, from: accounts[0].address, to: accounts[1].address, value: 5),
          transactions: [
            PaymentTransaction(
              nonce: nonce, gasLimit: 21_000, maxFeePerGas: 2, maxPriorityFeePerGas: 1,
              hash: Hash32(0, 0, 0, nonce), rawTransaction: [])
          ],
          recordedAt: Date(timeIntervalSince1970: 0)))
    }
  }

  /// A journal to which payments can be added.
  private final class Journal: Sendable {
    let payments: Mutex<[ActivityLine]>

    init(_ payments: [ActivityLine]) {
      self.payments = Mutex(payments)
    }

    func answer(_ query: HistoryQuery) -> [ActivityLine] {
      #expect(query.chainID == 1)
      #expect(query.offset == 0)
      guard query.account == accounts[0].address else { return [] }
      return payments.withLock { Array($0.prefix(query.limit)) }
    }
  }

  private func makeStore(
    _ journal: Journal, reading: @escaping @Sendable () async -> Void = {}
  ) -> TestStoreOf<Home> {
    TestStore(
      initialState: Home.State(
        account: Self.accounts[0], accounts: Self.accounts, chainID: 1)
    ) {
      Home()
    } withDependencies: {
      $0.node.chainID = { throw NodeError.cancelled }
      $0.history.balances = { _, _ throws(JournalFailure) in [] }
      $0.contacts.all = { () throws(JournalFailure) in [] }
      $0.vault.journalStanding = { .asKnown }
      $0.history.page = { query throws(JournalFailure) in
        await reading()
        return journal.answer(query)
      }
    }
  }

  nonisolated(nonsending)
    private func refresh(
      _ store: TestStoreOf<Home>, _ update: ((inout Home.State) -> Void)? = nil
    ) async
  {
    await store.send(.view(.refreshed)) { $0.isRefreshing = true }
    await store.receive(\.inner.failed) {
      $0.balanceFailure = .cancelled
      $0.isRefreshing = false
    }
    await store.receive(\.inner.activityResponse, assert: update)
  }

  @Test func anEmptyJournalHasNoMore() async {
    let store = makeStore(Journal([]))
    await refresh(store)
    await store.send(.view(.moreLinesRequested))
    await store.finish()
  }

  @Test(arguments: [UInt64(1), 19, 20])
  func aPageThatIsNotExceededIsAll(count: UInt64) async {
    let store = makeStore(Journal(Self.payments(0..<count)))
    await refresh(store) { $0.lines = Self.payments(0..<count) }
    await store.send(.view(.moreLinesRequested))
    await store.finish()
  }

  @Test func thePaymentBehindThePageIsShownWhenMoreAreAskedFor() async {
    let store = makeStore(Journal(Self.payments(0..<41)))
    await refresh(store) {
      $0.lines = Self.payments(21..<41)
      $0.hasMoreLines = true
    }
    await store.send(.view(.moreLinesRequested)) {
      $0.hasMoreLines = false
      $0.lineCountMax = 40
    }
    await store.receive(\.inner.activityResponse) {
      $0.lines = Self.payments(1..<41)
      $0.hasMoreLines = true
    }
    await store.send(.view(.moreLinesRequested)) {
      $0.hasMoreLines = false
      $0.lineCountMax = 60
    }
    await store.receive(\.inner.activityResponse) { $0.lines = Self.payments(0..<41) }
    await store.finish()
  }

  @Test func aSecondTapBeforeTheAnswerAsksForNothingMore() async {
    let clock = TestClock()
    let store = makeStore(Journal(Self.payments(0..<41))) {
      try? await clock.sleep(for: .seconds(1))
    }
    await store.send(.view(.refreshed)) { $0.isRefreshing = true }
    await store.receive(\.inner.failed) {
      $0.balanceFailure = .cancelled
      $0.isRefreshing = false
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.inner.activityResponse) {
      $0.lines = Self.payments(21..<41)
      $0.hasMoreLines = true
    }
    await store.send(.view(.moreLinesRequested)) {
      $0.hasMoreLines = false
      $0.lineCountMax = 40
    }
    await store.send(.view(.moreLinesRequested))
    await clock.advance(by: .seconds(1))
    await store.receive(\.inner.activityResponse) {
      $0.lines = Self.payments(1..<41)
      $0.hasMoreLines = true
    }
    await store.finish()
  }

  /// A page requested alone would begin with a payment that is already shown.
  @Test func aPaymentThatCameInTheMeantimeMovesNone() async {
    let journal = Journal(Self.payments(0..<30))
    let store = makeStore(journal)
    await refresh(store) {
      $0.lines = Self.payments(10..<30)
      $0.hasMoreLines = true
    }
    journal.payments.withLock { $0 = Self.payments(0..<31) }
    await store.send(.view(.moreLinesRequested)) {
      $0.hasMoreLines = false
      $0.lineCountMax = 40
    }
    await store.receive(\.inner.activityResponse) { $0.lines = Self.payments(0..<31) }
    journal.payments.withLock { $0 = Self.payments(0..<32) }
    await refresh(store) {
      $0.lines = Self.payments(0..<32)
    }
    await store.finish()
  }

  @Test func anotherAccountBeginsWithOnePage() async {
    let store = makeStore(Journal(Self.payments(0..<50)))
    await refresh(store) {
      $0.lines = Self.payments(30..<50)
      $0.hasMoreLines = true
    }
    await store.send(.view(.moreLinesRequested)) {
      $0.hasMoreLines = false
      $0.lineCountMax = 40
    }
    await store.receive(\.inner.activityResponse) {
      $0.lines = Self.payments(10..<50)
      $0.hasMoreLines = true
    }
    await store.send(.view(.accountSelected(Self.accounts[1].id))) {
      $0.account = Self.accounts[1]
      $0.lines = []
      $0.lineCountMax = 20
      $0.hasMoreLines = false
      $0.balanceFailure = nil
      $0.isRefreshing = true
    }
    await store.receive(\.inner.savedResponse)
    await store.receive(\.inner.failed) {
      $0.balanceFailure = .cancelled
      $0.isRefreshing = false
    }
    await store.receive(\.inner.activityResponse, [])
    await store.finish()
  }
}
