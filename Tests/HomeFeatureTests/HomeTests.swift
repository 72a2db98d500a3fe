import ActivityClient
import ContactsClient
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceTesting
import HomeFeature
import JSONRPC
import NodeClient
import Testing
import VaultClient

@Suite("Home")
struct HomeTests {
  private static let first = VaultAccount(
    id: AccountID(rawValue: 0), address: Address(1, 1, 1), name: "Account 1",
    path: "m/44'/60'/0'/0/0")
  private static let second = VaultAccount(
    id: AccountID(rawValue: 1), address: Address(2, 2, 2), name: "Account 2",
    path: "m/44'/60'/0'/0/1")
  private static let now = Date(timeIntervalSince1970: 1_000_000)
  private static let unreachable = NodeError.unreachable(
    endpoint: "http://127.0.0.1:8545", reason: "connection refused")

  private static var state: Home.State {
    Home.State(account: first, accounts: [first, second], chainID: 1)
  }

  /// A screen with data from an hour before.
  private static var knowing: Home.State {
    var state = state
    state.balance = snapshot(7, takenAt: now.addingTimeInterval(-3_600))
    state.lines = [line(1)]
    return state
  }

  private static func snapshot(_ wei: UInt64, takenAt: Date = now) -> Home.Snapshot {
    Home.Snapshot(balance: Wei(wei), blockNumber: 99, takenAt: takenAt)
  }

  private static let scanned = ScanReport(blocks: 1...99)

  private static func sample(_ wei: UInt64) -> BalanceSample {
    BalanceSample(balance: Wei(wei), blockNumber: 99, date: now)
  }

  private static func line(_ nonce: UInt64) -> ActivityLine { .payment(payment(nonce)) }

  private static func payment(_ nonce: UInt64) -> Payment {
    Payment(
      intent: PaymentIntent(chainID: 1, from: first.address, to: second.address, value: 5),
      transactions: [
        PaymentTransaction(
          nonce: nonce, gasLimit: 21_000, maxFeePerGas: 2, maxPriorityFeePerGas: 1,
          hash: Hash32(0, 0, 0, nonce), rawTransaction: [])
      ],
      recordedAt: now)
  }

  /// Makes a node and a journal on which the first account has 10 wei, and the second 20.
  private static func answer(_ values: inout DependencyValues) {
    values.date = .constant(now)
    values.node.chainID = { 1 }
    values.node.blockNumber = { 99 }
    values.node.balance = { address, tag in
      #expect(tag == .number(99), "block and balance belong together")
      return address == first.address ? 10 : 20
    }
    values.history.page = { query throws(JournalFailure) in
      query.account == first.address ? [line(2), line(1)] : []
    }
    values.history.balances = { _, _ throws(JournalFailure) in [] }
    values.history.noteBalance = { account, chainID, sample throws(JournalFailure) in
      #expect(chainID == 1)
      #expect(account == first.address ? sample.balance < 20 : sample.balance == 20)
    }
    values.history.scan = { question in
      #expect(
        question
          == ScanQuestion(
            chainID: 1, accounts: [first.address, second.address], newest: 99))
      return scanned
    }
    values.contacts.all = { () throws(JournalFailure) in [] }
    values.vault.journalStanding = { .asKnown }
  }

  private func makeStore(
    _ state: Home.State = Self.state,
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<Home> {
    TestStore(initialState: state) {
      Home()
    } withDependencies: {
      Self.answer(&$0)
      prepare(&$0)
    }
  }

  /// Asserts that blocks were searched.
  nonisolated(nonsending)
    private func receiveScan(_ store: TestStoreOf<Home>) async
  {
    await store.receive(\.inner.scanResponse, Self.scanned) { $0.scannedBlocks = 1...99 }
  }

  // MARK: - Refreshing

  @Test func appearingAsksTheNodeAndTheJournal() async {
    let store = makeStore()
    await store.send(.view(.appeared)) { $0.isRefreshing = true }
    await store.receive(\.delegate.appeared)
    await store.receive(\.inner.savedResponse)
    await store.receive(\.inner.balanceResponse, Self.snapshot(10)) {
      $0.balance = Self.snapshot(10)
      $0.samples = [Self.sample(10)]
      $0.isRefreshing = false
    }
    await store.receive(\.inner.activityResponse) {
      $0.lines = [Self.line(2), Self.line(1)]
    }
    await receiveScan(store)
    await store.finish()
  }

  @Test func aRefreshWhileOneRunsShowsTheNewerAnswerAlone() async {
    let clock = TestClock()
    let store = makeStore {
      $0.continuousClock = clock
      // A cancelled sleep ends immediately, so the older answer arrives, too late.
      $0.node.blockNumber = {
        try? await clock.sleep(for: .seconds(5))
        return 99
      }
    }
    await store.send(.view(.appeared)) { $0.isRefreshing = true }
    await store.receive(\.delegate.appeared)
    await store.receive(\.inner.savedResponse)
    await store.receive(\.inner.activityResponse) {
      $0.lines = [Self.line(2), Self.line(1)]
    }
    store.dependencies.node.balance = { _, _ in 11 }
    await clock.advance(by: .seconds(3))
    await store.send(.view(.refreshed))
    await store.receive(\.inner.activityResponse)
    await clock.advance(by: .seconds(4))
    #expect(store.state.isRefreshing, "the older answer would have come after five seconds")
    await clock.advance(by: .seconds(1))
    await store.receive(\.inner.balanceResponse) {
      $0.balance = Self.snapshot(11)
      $0.samples = [Self.sample(11)]
      $0.isRefreshing = false
    }
    await receiveScan(store)
    await store.finish()
  }

  // MARK: - Switching Accounts

  @Test func aLateAnswerForTheAccountBeforeIsNotShown() async {
    let clock = TestClock()
    let store = makeStore {
      $0.continuousClock = clock
      $0.node.balance = { address, _ in
        guard address == Self.first.address else { return 20 }
        try? await clock.sleep(for: .seconds(5))
        return 10
      }
      $0.history.page = { query throws(JournalFailure) in
        guard query.account == Self.first.address else { return [] }
        try? await clock.sleep(for: .seconds(5))
        return [Self.line(1)]
      }
    }
    await store.send(.view(.appeared)) { $0.isRefreshing = true }
    await store.receive(\.delegate.appeared)
    await store.receive(\.inner.savedResponse)
    await store.send(.view(.accountSelected(Self.second.id))) { $0.account = Self.second }
    await store.receive(\.inner.savedResponse)
    await store.receive(\.inner.balanceResponse, Self.snapshot(20)) {
      $0.balance = Self.snapshot(20)
      $0.samples = [Self.sample(20)]
      $0.isRefreshing = false
    }
    await store.receive(\.inner.activityResponse, [])
    await clock.advance(by: .seconds(10))
    await receiveScan(store)
    await store.finish()
  }

  @Test func switchingForgetsWhatWasKnownOfTheAccountBefore() async {
    var state = Self.knowing
    state.balanceFailure = Self.unreachable
    state.activityFailure = .busy
    state.focus = .receiving
    let store = makeStore(state)
    await store.send(.view(.accountSelected(Self.second.id))) {
      $0.account = Self.second
      $0.focus = nil
      $0.balance = nil
      $0.lines = []
      $0.balanceFailure = nil
      $0.activityFailure = nil
      $0.isRefreshing = true
    }
    await store.receive(\.inner.savedResponse)
    await store.receive(\.inner.balanceResponse, Self.snapshot(20)) {
      $0.balance = Self.snapshot(20)
      $0.samples = [Self.sample(20)]
      $0.isRefreshing = false
    }
    await store.receive(\.inner.activityResponse, [])
    await receiveScan(store)
    await store.finish()
  }

  @Test func linkedPaymentIsHighlightedUntilTheOwnerDismissesIt() async {
    var state = Self.knowing
    #expect(state.focusedPayment == nil)
    let payment = Self.payment(1)
    state.lines = [Self.line(2), .payment(payment)]
    state.focus = .payment(payment.hash)
    #expect(state.focusedPayment == payment)
    let store = makeStore(state)
    await store.send(.view(.focusEnded)) { $0.focus = nil }
    #expect(store.state.focusedPayment == nil)
    await store.finish()
  }

  @Test(arguments: [first.id, AccountID(rawValue: 2)])
  func selectingTheAccountShownOrNoneChangesNothing(id: AccountID) async {
    let store = makeStore(Self.knowing)
    await store.send(.view(.accountSelected(id)))
    await store.finish()
  }

  @Test func theAccountShownTakesItsNewName() {
    var state = Self.knowing
    var renamed = Self.first
    renamed.name = "Savings"
    state.update(accounts: [renamed, Self.second])
    #expect(state.account == renamed)
    #expect(state.accounts == [renamed, Self.second])
    #expect(state.balance == Self.knowing.balance)
    state.update(accounts: [Self.second])
    #expect(state.account == renamed, "the screen of an account stays the screen of that account")
  }

  // MARK: - Failing

  @Test(arguments: [
    unreachable,
    .timedOut(method: "eth_chainId", after: .seconds(10)),
    .httpStatus(503, retryAfter: .seconds(2)),
    .malformedAnswer(
      method: "eth_chainId",
      MalformedAnswer(path: "", expected: "JSON", actual: "<html>502 Bad Gateway</html>")),
    .malformedAnswer(
      method: "eth_chainId",
      MalformedAnswer(path: "result", expected: "a quantity", actual: "0x01")),
    .refused(method: "eth_chainId", RPCError(code: -32_005, message: "limit exceeded")),
  ])
  func withoutAnAnswerTheLastBalanceStaysWithTheReason(error: NodeError) async {
    let store = makeStore(Self.knowing) {
      $0.node.chainID = { throw error }
    }
    await store.send(.view(.refreshed)) { $0.isRefreshing = true }
    await store.receive(\.inner.failed, .node(error)) {
      $0.balanceFailure = error
      $0.isRefreshing = false
    }
    await store.receive(\.inner.activityResponse) {
      $0.lines = [Self.line(2), Self.line(1)]
    }
    #expect(store.state.balance?.balance == 7)
    #expect(store.state.balance?.age(at: Self.now) == .seconds(3_600))
    await store.finish()
  }

  @Test func theNextAnswerTakesTheFailureAway() async {
    var state = Self.knowing
    state.balanceFailure = Self.unreachable
    state.activityFailure = .busy
    let store = makeStore(state)
    await store.send(.view(.refreshed)) { $0.isRefreshing = true }
    await store.receive(\.inner.balanceResponse) {
      $0.balance = Self.snapshot(10)
      $0.samples = [Self.sample(10)]
      $0.balanceFailure = nil
      $0.isRefreshing = false
    }
    await store.receive(\.inner.activityResponse) {
      $0.lines = [Self.line(2), Self.line(1)]
      $0.activityFailure = nil
    }
    await receiveScan(store)
    await store.finish()
  }

  @Test func aNodeOnAnotherChainIsNotAskedForTheBalance() async {
    let store = makeStore(Self.knowing) {
      $0.node.chainID = { 5 }
      $0.node.blockNumber = {
        Issue.record("a node on another chain was asked for its block")
        return 0
      }
    }
    await store.send(.view(.refreshed)) { $0.isRefreshing = true }
    await store.receive(\.inner.failed, .node(.wrongChain(expected: 1, actual: 5))) {
      $0.balanceFailure = .wrongChain(expected: 1, actual: 5)
      $0.isRefreshing = false
    }
    await store.receive(\.inner.activityResponse) {
      $0.lines = [Self.line(2), Self.line(1)]
    }
    await store.finish()
  }

  @Test func aNodeThatFailsInTheMiddleTellsNoBalance() async {
    let store = makeStore {
      $0.node.balance = { _, _ in throw Self.unreachable }
    }
    await store.send(.view(.refreshed)) { $0.isRefreshing = true }
    await store.receive(\.inner.failed, .node(Self.unreachable)) {
      $0.balanceFailure = Self.unreachable
      $0.isRefreshing = false
    }
    await store.receive(\.inner.activityResponse) {
      $0.lines = [Self.line(2), Self.line(1)]
    }
    await store.finish()
  }

  /// One field once contained both failures.
  ///
  /// The node mostly answers last, and its success erased the failure that reports the damaged
  /// journal. So the list of payments was outdated, without a message.
  @Test func theNodesAnswerDoesNotHideThatTheJournalIsDamaged() async {
    let clock = TestClock()
    let damage = JournalFailure.damaged(path: "/wallet/activity/payments.jsonl", line: 3)
    let store = makeStore(Self.knowing) {
      $0.continuousClock = clock
      $0.node.blockNumber = {
        try await clock.sleep(for: .seconds(1))
        return 99
      }
      $0.history.page = { _ throws(JournalFailure) in throw damage }
    }
    await store.send(.view(.refreshed)) { $0.isRefreshing = true }
    await store.receive(\.inner.failed, .journal(damage)) { $0.activityFailure = damage }
    #expect(store.state.isRefreshing, "the node is still being asked")
    await clock.advance(by: .seconds(1))
    await store.receive(\.inner.balanceResponse) {
      $0.balance = Self.snapshot(10)
      $0.samples = [Self.sample(10)]
      $0.isRefreshing = false
    }
    #expect(store.state.lines == Self.knowing.lines, "what was known stays")
    await receiveScan(store)
    await store.finish()
  }

  // MARK: - Ageing

  @Test(arguments: [(-1, 0), (0, 0), (1, 1), (86_400, 86_400)])
  func aBalanceGetsOlderAndNeverYounger(secondsLater: Int, age: Int) {
    let now = Self.now.addingTimeInterval(TimeInterval(secondsLater))
    #expect(Self.snapshot(1).age(at: now) == .seconds(age))
  }

  // MARK: - Telling the Parent

  @Test func theButtonsTellTheParent() async {
    let store = makeStore(Self.knowing)
    await store.send(.view(.sendButtonTapped))
    await store.receive(\.delegate.sendRequested, Self.first)
    await store.send(.view(.profileButtonTapped))
    await store.receive(\.delegate.profileRequested)
    await store.send(.view(.lockButtonTapped))
    await store.receive(\.delegate.lockRequested)
    await store.finish()
  }
}
