import ActivityClient
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceTesting
import HomeFeature
import JSONRPC
import NodeClient
import Testing
import VaultClient

@Suite("Overview")
struct OverviewTests {
  private static let first = VaultAccount(
    id: AccountID(rawValue: 0), address: Address(1, 1, 1), name: "Account 1",
    path: "m/44'/60'/0'/0/0")
  private static let second = VaultAccount(
    id: AccountID(rawValue: 1), address: Address(2, 2, 2), name: "Account 2",
    path: "m/44'/60'/0'/0/1")
  private static let now = Date(timeIntervalSince1970: 1_000_000)
  private static let unreachable = NodeError.unreachable(
    endpoint: "http://127.0.0.1:8545", reason: "connection refused")

  private static var state: Overview.State {
    Overview.State(account: first, accounts: [first, second], chainID: 1)
  }

  /// A screen that knows something from an hour before.
  private static var knowing: Overview.State {
    var state = state
    state.balance = snapshot(7, takenAt: now.addingTimeInterval(-3_600))
    state.payments = [payment(1)]
    return state
  }

  private static func snapshot(_ wei: UInt64, takenAt: Date = now) -> Overview.Snapshot {
    Overview.Snapshot(balance: Wei(wei), blockNumber: 99, takenAt: takenAt)
  }

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

  /// A node and a journal on which the first account owns 10 wei, and the second 20.
  private static func answer(_ values: inout DependencyValues) {
    values.date = .constant(now)
    values.node.chainID = { 1 }
    values.node.blockNumber = { 99 }
    values.node.balance = { address, tag in
      #expect(tag == .number(99), "block and balance belong together")
      return address == first.address ? 10 : 20
    }
    values.activity.payments = { query throws(JournalFailure) in
      query.from == first.address ? [payment(2), payment(1)] : []
    }
  }

  private func makeStore(
    _ state: Overview.State = Self.state,
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<Overview> {
    TestStore(initialState: state) {
      Overview()
    } withDependencies: {
      Self.answer(&$0)
      prepare(&$0)
    }
  }

  // MARK: - Refreshing

  @Test func appearingAsksTheNodeAndTheJournal() async {
    let store = makeStore()
    await store.send(.view(.appeared)) { $0.isRefreshing = true }
    await store.receive(\.delegate.appeared)
    await store.receive(\.inner.balanceResponse, Self.snapshot(10)) {
      $0.balance = Self.snapshot(10)
      $0.isRefreshing = false
    }
    await store.receive(\.inner.paymentsResponse) {
      $0.payments = [Self.payment(2), Self.payment(1)]
    }
    await store.finish()
  }

  @Test func aRefreshWhileOneRunsShowsTheNewerAnswerAlone() async {
    let clock = TestClock()
    let store = makeStore {
      $0.continuousClock = clock
      // A cancelled sleep ends at once, so the older answer comes, too late.
      $0.node.blockNumber = {
        try? await clock.sleep(for: .seconds(5))
        return 99
      }
    }
    await store.send(.view(.appeared)) { $0.isRefreshing = true }
    await store.receive(\.delegate.appeared)
    await store.receive(\.inner.paymentsResponse) {
      $0.payments = [Self.payment(2), Self.payment(1)]
    }
    store.dependencies.node.balance = { _, _ in 11 }
    await clock.advance(by: .seconds(3))
    await store.send(.view(.refreshed))
    await store.receive(\.inner.paymentsResponse)
    await clock.advance(by: .seconds(4))
    #expect(store.state.isRefreshing, "the older answer would have come after five seconds")
    await clock.advance(by: .seconds(1))
    await store.receive(\.inner.balanceResponse) {
      $0.balance = Self.snapshot(11)
      $0.isRefreshing = false
    }
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
      $0.activity.payments = { query throws(JournalFailure) in
        guard query.from == Self.first.address else { return [] }
        try? await clock.sleep(for: .seconds(5))
        return [Self.payment(1)]
      }
    }
    await store.send(.view(.appeared)) { $0.isRefreshing = true }
    await store.receive(\.delegate.appeared)
    await store.send(.view(.accountSelected(Self.second.id))) { $0.account = Self.second }
    await store.receive(\.inner.balanceResponse, Self.snapshot(20)) {
      $0.balance = Self.snapshot(20)
      $0.isRefreshing = false
    }
    await store.receive(\.inner.paymentsResponse, [])
    await clock.advance(by: .seconds(10))
    await store.finish()
  }

  @Test func switchingForgetsWhatWasKnownOfTheAccountBefore() async {
    var state = Self.knowing
    state.balanceFailure = Self.unreachable
    state.paymentsFailure = .busy
    state.focus = .receiving
    let store = makeStore(state)
    await store.send(.view(.accountSelected(Self.second.id))) {
      $0.account = Self.second
      $0.focus = nil
      $0.balance = nil
      $0.payments = []
      $0.balanceFailure = nil
      $0.paymentsFailure = nil
      $0.isRefreshing = true
    }
    await store.receive(\.inner.balanceResponse, Self.snapshot(20)) {
      $0.balance = Self.snapshot(20)
      $0.isRefreshing = false
    }
    await store.receive(\.inner.paymentsResponse, [])
    await store.finish()
  }

  @Test func whatALinkNamesStandsOutUntilTheOwnerEndsIt() async {
    var state = Self.knowing
    #expect(state.focusedPayment == nil)
    let payment = Self.payment(1)
    state.payments = [Self.payment(2), payment]
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
  func withoutAnAnswerTheLastBalanceStaysAndTheReasonIsSaid(error: NodeError) async {
    let store = makeStore(Self.knowing) {
      $0.node.chainID = { throw error }
    }
    await store.send(.view(.refreshed)) { $0.isRefreshing = true }
    await store.receive(\.inner.failed, .node(error)) {
      $0.balanceFailure = error
      $0.isRefreshing = false
    }
    await store.receive(\.inner.paymentsResponse) {
      $0.payments = [Self.payment(2), Self.payment(1)]
    }
    #expect(store.state.balance?.balance == 7)
    #expect(store.state.balance?.age(at: Self.now) == .seconds(3_600))
    await store.finish()
  }

  @Test func theNextAnswerTakesTheFailureAway() async {
    var state = Self.knowing
    state.balanceFailure = Self.unreachable
    state.paymentsFailure = .busy
    let store = makeStore(state)
    await store.send(.view(.refreshed)) { $0.isRefreshing = true }
    await store.receive(\.inner.balanceResponse) {
      $0.balance = Self.snapshot(10)
      $0.balanceFailure = nil
      $0.isRefreshing = false
    }
    await store.receive(\.inner.paymentsResponse) {
      $0.payments = [Self.payment(2), Self.payment(1)]
      $0.paymentsFailure = nil
    }
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
    await store.receive(\.inner.paymentsResponse) {
      $0.payments = [Self.payment(2), Self.payment(1)]
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
    await store.receive(\.inner.paymentsResponse) {
      $0.payments = [Self.payment(2), Self.payment(1)]
    }
    await store.finish()
  }

  /// One field once held both failures. The node mostly answers last, and its good news wiped out
  /// that the journal was damaged: the list of payments was old, and nobody said so.
  @Test func theNodesAnswerDoesNotHideThatTheJournalIsDamaged() async {
    let clock = TestClock()
    let damage = JournalFailure.damaged(path: "/wallet/activity/payments.jsonl", line: 3)
    let store = makeStore(Self.knowing) {
      $0.continuousClock = clock
      $0.node.blockNumber = {
        try await clock.sleep(for: .seconds(1))
        return 99
      }
      $0.activity.payments = { _ throws(JournalFailure) in throw damage }
    }
    await store.send(.view(.refreshed)) { $0.isRefreshing = true }
    await store.receive(\.inner.failed, .journal(damage)) { $0.paymentsFailure = damage }
    #expect(store.state.isRefreshing, "the node is still being asked")
    await clock.advance(by: .seconds(1))
    await store.receive(\.inner.balanceResponse) {
      $0.balance = Self.snapshot(10)
      $0.isRefreshing = false
    }
    #expect(store.state.payments == Self.knowing.payments, "what was known stays")
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
