import ActivityClient
import ContactsClient
import EthereumPrimitives
import Headrace
import HeadraceTesting
import HomeFeature
import NodeClient
import Synchronization
import Testing
import VaultClient

/// Home reports that nothing will be signed before a payment is filled in.
@Suite("Home: the journal and the vault")
struct HomeJournalTests {
  private static let accounts = (0...1).map { number in
    VaultAccount(
      id: AccountID(rawValue: number), address: Address(UInt64(number) + 1, 1, 1),
      name: "Account \(number + 1)", path: "m/44'/60'/0'/0/\(number)")
  }

  private static var state: Home.State {
    Home.State(account: accounts[0], accounts: accounts, chainID: 1)
  }

  /// Returns a store of Home with a journal that changes; its node is down.
  private func makeStore(
    _ standing: @escaping @Sendable () -> JournalStatus
  ) -> TestStoreOf<Home> {
    TestStore(initialState: Self.state) {
      Home()
    } withDependencies: {
      $0.vault.journalStanding = { standing() }
      $0.node.chainID = { throw NodeError.cancelled }
      $0.history.balances = { _, _ throws(JournalFailure) in [] }
      $0.history.page = { _ throws(JournalFailure) in [] }
      $0.contacts.all = { () throws(JournalFailure) in [] }
    }
  }

  nonisolated(nonsending)
    private func receiveHome(_ store: TestStoreOf<Home>) async
  {
    await store.receive(\.inner.failed) {
      $0.balanceFailure = .cancelled
      $0.isRefreshing = false
    }
    await store.receive(\.inner.activityResponse)
  }

  @Test func anOlderJournalIsReportedAsSoonAsHomeAppears() async {
    let store = makeStore { .older }
    await store.send(.view(.appeared)) { $0.isRefreshing = true }
    await store.receive(\.delegate.appeared)
    await store.receive(\.inner.savedResponse)
    await receiveHome(store)
    await store.receive(\.inner.journalStandingChanged, .older) { $0.journalStanding = .older }
    await store.finish()
  }

  /// The owner restores the right file, or accepts the present one, in another window.
  @Test func resolvedJournalWarningsAreNotShownAgain() async {
    let standing = Mutex(JournalStatus.older)
    let store = makeStore { standing.withLock { $0 } }
    for next in [JournalStatus.older, .asKnown] {
      standing.withLock { $0 = next }
      await store.send(.view(.refreshed)) { $0.isRefreshing = true }
      await store.receive(\.inner.failed) {
        $0.balanceFailure = .cancelled
        $0.isRefreshing = false
      }
      await store.receive(\.inner.activityResponse)
      await store.receive(\.inner.journalStandingChanged, next) { $0.journalStanding = next }
    }
    await store.finish()
  }

  /// A correct journal sends nothing, and an unchanged one doesn't either.
  @Test func unchangedEntriesAreNotSentAgain() async {
    let store = makeStore { .older }
    store.exhaustivity = .off
    await store.send(.view(.refreshed))
    await store.receive(\.inner.journalStandingChanged, .older)
    store.exhaustivity = .on
    await store.send(.view(.refreshed)) { $0.isRefreshing = true }
    await receiveHome(store)
    await store.finish()
  }

  @Test func anotherAccountOfTheWalletIsWarnedToo() async {
    let store = makeStore { .older }
    store.exhaustivity = .off
    await store.send(.view(.refreshed))
    await store.receive(\.inner.journalStandingChanged, .older)
    await store.send(.view(.accountSelected(Self.accounts[1].id)))
    #expect(store.state.journalStanding == .older)
    #expect(store.state.account == Self.accounts[1])
    await store.finish()
  }
}
