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

/// The stored data of an account: its balances, names and deposits, and the search in its history.
@Suite("Home: history")
struct HomeHistoryTests {
  private static let account = VaultAccount(
    id: AccountID(rawValue: 0), address: Address(1, 1, 1), name: "Savings",
    path: "m/44'/60'/0'/0/0")
  private static let now = Date(timeIntervalSince1970: 1_000_000)

  private static func sample(_ wei: UInt64, block: UInt64, minutes: Int = 0) -> BalanceSample {
    BalanceSample(
      balance: Wei(wei), blockNumber: block, date: now.addingTimeInterval(Double(minutes * 60)))
  }

  private static func contact(_ name: String, _ address: Address) throws -> Contact {
    Contact(name: try ContactName(name), address: address)
  }

  private static let received = ActivityLine.received(
    ReceivedPayment(
      chainID: 1, from: Address(9, 9, 9), to: account.address, value: 5,
      transactionHash: Hash32(1, 1, 1, 1), blockNumber: 90, blockHash: .zero, date: now))

  private func makeStore(
    _ change: (inout Home.State) -> Void = { _ in },
    _ prepare: (inout DependencyValues) -> Void
  ) -> TestStoreOf<Home> {
    var state = Home.State(account: Self.account, accounts: [Self.account], chainID: 1)
    change(&state)
    return TestStore(initialState: state) {
      Home()
    } withDependencies: {
      $0.date = .constant(Self.now)
      $0.node.chainID = { 1 }
      $0.node.blockNumber = { 99 }
      $0.node.balance = { _, _ in 10 }
      $0.history.page = { _ throws(JournalFailure) in [] }
      $0.history.balances = { _, _ throws(JournalFailure) in [] }
      $0.history.noteBalance = { _, _, _ throws(JournalFailure) in }
      $0.history.scan = { _ in ScanReport() }
      $0.vault.journalStanding = { .asKnown }
      $0.contacts.all = { () throws(JournalFailure) in [] }
      prepare(&$0)
    }
  }

  // MARK: - Balances

  /// A wallet that is opened without a network shows its stored data, with its age.
  @Test func offlineWhatWasKeptIsShownWithItsAge() async throws {
    let kept = [Self.sample(3, block: 80, minutes: -60), Self.sample(7, block: 90, minutes: -5)]
    let bob = try Self.contact("Bob", Address(9, 9, 9))
    let store = makeStore {
      $0.node.chainID = { throw NodeError.cancelled }
      $0.history.balances = { address, chainID throws(JournalFailure) in
        #expect(address == Self.account.address)
        #expect(chainID == 1)
        return kept
      }
      $0.contacts.all = { () throws(JournalFailure) in [bob] }
    }
    await store.send(.view(.appeared)) { $0.isRefreshing = true }
    await store.receive(\.delegate.appeared)
    await store.receive(\.inner.savedResponse) {
      $0.samples = kept
      $0.balance = Home.Snapshot(balance: 7, blockNumber: 90, takenAt: kept[1].date)
      $0.contacts = [bob]
    }
    await store.receive(\.inner.failed) {
      $0.balanceFailure = .cancelled
      $0.isRefreshing = false
    }
    await store.receive(\.inner.activityResponse)
    #expect(store.state.balance?.age(at: Self.now) == .seconds(300))
    #expect(store.state.name(of: Address(9, 9, 9)) == "Bob")
    #expect(store.state.name(of: Self.account.address) == "Savings")
    #expect(store.state.name(of: .zero) == nil)
    await store.finish()
  }

  /// The samples of an account are those of different blocks.
  @Test(arguments: [(99, 10, false), (99, 11, true), (98, 10, true)])
  func aBalanceIsKeptOnceForABlock(block: UInt64, wei: UInt64, isNews: Bool) async {
    let before = Self.sample(wei, block: block, minutes: -1)
    let noted = Mutex<[BalanceSample]>([])
    let store = makeStore {
      $0.samples = [before]
    } _: {
      $0.history.noteBalance = { _, _, sample throws(JournalFailure) in
        noted.withLock { $0.append(sample) }
      }
    }
    await store.send(.view(.refreshed)) { $0.isRefreshing = true }
    await store.receive(\.inner.balanceResponse) {
      $0.balance = Home.Snapshot(balance: 10, blockNumber: 99, takenAt: Self.now)
      $0.isRefreshing = false
      if isNews { $0.samples = [before, Self.sample(10, block: 99)] }
    }
    await store.receive(\.inner.activityResponse)
    await store.receive(\.inner.scanResponse)
    #expect(noted.withLock { $0 } == (isNews ? [Self.sample(10, block: 99)] : []))
    await store.finish()
  }

  /// The disk stores milliseconds, and clocks are finer.
  ///
  /// Whenever Home appeared again, everything stored in the meantime was in the chart twice.
  @Test func aSampleThatComesBackFromTheDiskIsTheSame() async {
    let kept = Mutex<[BalanceSample]>([])
    let store = makeStore { _ in
    } _: {
      $0.date = .constant(Date(timeIntervalSince1970: 1_000_000.123_456))
      $0.history.noteBalance = { _, _, sample throws(JournalFailure) in
        let milliseconds = Int64((sample.date.timeIntervalSince1970 * 1_000).rounded())
        let read = BalanceSample(
          balance: sample.balance, blockNumber: sample.blockNumber,
          date: Date(timeIntervalSince1970: Double(milliseconds) / 1_000))
        kept.withLock { $0.append(read) }
      }
      $0.history.balances = { _, _ throws(JournalFailure) in kept.withLock { $0 } }
    }
    store.exhaustivity = .off
    for _ in 0..<2 {
      await store.send(.view(.appeared))
      await store.receive(\.inner.scanResponse)
    }
    #expect(kept.withLock { $0.count } == 1)
    #expect(store.state.samples == kept.withLock { $0 })
    await store.finish()
  }

  @Test func noMoreSamplesThanAreKeptAreInMemory() async {
    let many = (0..<BalanceSample.countMax).map { Self.sample(UInt64($0), block: UInt64($0)) }
    let store = makeStore({ $0.samples = many }) { $0.node.blockNumber = { 1_000 } }
    store.exhaustivity = .off
    await store.send(.view(.refreshed))
    await store.receive(\.inner.balanceResponse)
    #expect(store.state.samples.count == BalanceSample.countMax)
    #expect(store.state.samples.first == many[1])
    #expect(store.state.samples.last?.blockNumber == 1_000)
    await store.skipReceivedActions(strict: false)
    await store.finish()
  }

  // MARK: - Incoming Payments

  @Test func receivedPaymentsAreShownWhenTheyAreFound() async {
    let isFound = Mutex(false)
    let store = makeStore {
      $0.history.scan = { question in
        #expect(
          question == ScanQuestion(chainID: 1, accounts: [Self.account.address], newest: 99))
        isFound.withLock { $0 = true }
        return ScanReport(blocks: 50...99, hasChanged: true)
      }
      $0.history.page = { _ throws(JournalFailure) in
        isFound.withLock { $0 } ? [Self.received] : []
      }
    }
    await store.send(.view(.refreshed)) { $0.isRefreshing = true }
    await store.receive(\.inner.balanceResponse) {
      $0.balance = Home.Snapshot(balance: 10, blockNumber: 99, takenAt: Self.now)
      $0.samples = [Self.sample(10, block: 99)]
      $0.isRefreshing = false
    }
    await store.receive(\.inner.activityResponse)
    await store.receive(\.inner.scanResponse) { $0.scannedBlocks = 50...99 }
    await store.receive(\.inner.activityResponse) { $0.lines = [Self.received] }
    await store.finish()
  }

  /// The balance is shown, even if blocks can't be read.
  @Test func aNodeWithoutBlocksDoesNotFailTheBalance() async {
    let store = makeStore {
      $0.scannedBlocks = 1...5
    } _: {
      $0.history.scan = { _ in throw NodeError.cancelled }
    }
    await store.send(.view(.refreshed)) { $0.isRefreshing = true }
    await store.receive(\.inner.balanceResponse) {
      $0.balance = Home.Snapshot(balance: 10, blockNumber: 99, takenAt: Self.now)
      $0.samples = [Self.sample(10, block: 99)]
      $0.isRefreshing = false
    }
    await store.receive(\.inner.activityResponse)
    #expect(store.state.scannedBlocks == 1...5)
    await store.finish()
  }

  @Test func aFullDiskUnderTheScanIsReported() async {
    let store = makeStore {
      $0.history.noteBalance = { _, _, _ throws(JournalFailure) in throw .diskFull(path: "/w") }
    }
    await store.send(.view(.refreshed)) { $0.isRefreshing = true }
    await store.receive(\.inner.balanceResponse) {
      $0.balance = Home.Snapshot(balance: 10, blockNumber: 99, takenAt: Self.now)
      $0.samples = [Self.sample(10, block: 99)]
      $0.isRefreshing = false
    }
    await store.receive(\.inner.activityResponse)
    await store.receive(\.inner.failed) { $0.activityFailure = .diskFull(path: "/w") }
    await store.finish()
  }

  // MARK: - Searching

  @Test func aSearchAsksForThoseWhoseNamesFit() async throws {
    let bob = try Self.contact("Bob", Address(9, 9, 9))
    let queries = Mutex<[HistoryQuery]>([])
    let store = makeStore {
      $0.contacts = [bob]
      $0.lineCountMax = 60
    } _: {
      $0.history.page = { query throws(JournalFailure) in
        queries.withLock { $0.append(query) }
        return query.search == nil ? [] : [Self.received]
      }
    }
    await store.send(.view(.searchChanged("bo"))) {
      $0.searchText = "bo"
      $0.lineCountMax = 20
    }
    await store.receive(\.inner.activityResponse) { $0.lines = [Self.received] }
    await store.send(.view(.searchChanged("bo")))
    await store.send(.view(.searchChanged("sav"))) { $0.searchText = "sav" }
    await store.receive(\.inner.activityResponse)
    await store.send(.view(.searchChanged(""))) { $0.searchText = "" }
    await store.receive(\.inner.activityResponse) { $0.lines = [] }
    let found = queries.withLock { $0 }
    #expect(
      found.map(\.search?.addresses) == [[bob.address], [Self.account.address], nil],
      "own accounts have names, too")
    #expect(found.allSatisfy { $0.limit == 21 && $0.account == Self.account.address })
    await store.finish()
  }

  @Test func onlyTheAnswerToTheLastSearchIsShown() async {
    let clock = TestClock()
    let store = makeStore { _ in
    } _: {
      $0.history.page = { query throws(JournalFailure) in
        guard query.search?.digits == "abc" else { return [] }
        try? await clock.sleep(for: .seconds(1))
        return [Self.received]
      }
    }
    await store.send(.view(.searchChanged("abc"))) { $0.searchText = "abc" }
    await store.send(.view(.searchChanged("abcd"))) { $0.searchText = "abcd" }
    await store.receive(\.inner.activityResponse, [])
    await clock.advance(by: .seconds(2))
    await store.finish()
  }

  @Test func aNameThatIsKnownLaterIsFound() async throws {
    let bob = try Self.contact("Bob", Address(9, 9, 9))
    let store = makeStore {
      $0.searchText = "bob"
    } _: {
      $0.node.chainID = { throw NodeError.cancelled }
      $0.contacts.all = { () throws(JournalFailure) in [bob] }
      $0.history.page = { query throws(JournalFailure) in
        query.search?.addresses == [bob.address] ? [Self.received] : []
      }
    }
    store.exhaustivity = .off
    await store.send(.view(.appeared))
    await store.receive(\.inner.savedResponse)
    await store.skipInFlightEffects(strict: false)
    await store.skipReceivedActions(strict: false)
    #expect(store.state.contacts == [bob])
  }
}
