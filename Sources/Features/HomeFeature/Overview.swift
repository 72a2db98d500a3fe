package import ActivityClient
package import EthereumPrimitives
package import Foundation
package import Headrace
package import NodeClient
package import VaultClient

/// Shows an account: what it owns, what it paid last, and where it receives.
@Reducer
package struct Overview {
  /// The account and what is known of it.
  @ObservableState
  package struct State: Equatable, Sendable {
    /// The accounts of the vault.
    package var accounts: [VaultAccount]
    /// Which of them is shown.
    package var account: VaultAccount
    /// The chain that the node is to follow.
    package let chainID: ChainID
    /// What the account owned when the node last said so.
    package var balance: Snapshot?
    /// The last payments: those whose end is not known, newest first, then the others.
    package var payments: [Payment] = []
    /// How many payments are shown at most; it grows by a page at a time.
    package var paymentCountMax = Overview.pageSize
    /// Whether the journal has payments that are not shown.
    package var hasMorePayments = false
    /// Why the node did not tell the balance when it was last asked; the snapshot stays.
    package var balanceFailure: NodeError?
    /// Why the journal did not tell the payments when it was last asked; those known stay.
    package var paymentsFailure: JournalFailure?
    /// Whether the node is being asked.
    package var isRefreshing = false
    /// What a link asks to be shown of the account; nil where nothing stands out.
    package var focus: Focus?

    /// Creates the screen of an account, with nothing known.
    package init(account: VaultAccount, accounts: [VaultAccount], chainID: ChainID) {
      self.account = account
      self.accounts = accounts
      self.chainID = chainID
    }

    /// The account's address with its checksum, to receive at.
    package var receiveAddress: String { ReceiveDisplay(account.address, chainID: chainID).address }

    /// The payment that a link names, where it is among those shown.
    package var focusedPayment: Payment? {
      guard case .payment(let hash)? = focus else { return nil }
      return payments.first { $0.transactions.contains { $0.hash == hash } }
    }

    /// Takes over what the vault says of its accounts, the one shown among them.
    package mutating func update(accounts: [VaultAccount]) {
      self.accounts = accounts
      if let account = accounts.first(where: { $0.id == account.id }) { self.account = account }
    }
  }

  /// What of an account stands out.
  package enum Focus: Equatable, Sendable {
    /// The address to be paid at.
    case receiving
    /// The payment that one of its transactions names, whether the journal has it or not.
    case payment(Hash32)
  }

  /// A balance and when it was known.
  package struct Snapshot: Equatable, Sendable {
    /// What the account owned.
    package let balance: Wei
    /// The block after which it did.
    package let blockNumber: UInt64
    /// When the node said so.
    package let takenAt: Date

    /// Creates a snapshot.
    package init(balance: Wei, blockNumber: UInt64, takenAt: Date) {
      self.balance = balance
      self.blockNumber = blockNumber
      self.takenAt = takenAt
    }

    /// How old the balance is; zero where the machine's clock was set back since.
    package func age(at date: Date) -> Duration {
      .seconds(max(0, date.timeIntervalSince(takenAt)))
    }
  }

  /// What can happen.
  package enum Action: Sendable {
    case view(View)
    case inner(Inner)
    case delegate(Delegate)
  }

  /// What the user did.
  @CasePathable
  package enum View: Equatable, Sendable {
    case appeared
    case refreshed
    case morePaymentsRequested
    case accountSelected(AccountID)
    case sendButtonTapped
    case profileButtonTapped
    case lockButtonTapped
    case focusEnded
  }

  /// What came back.
  @CasePathable
  package enum Inner: Equatable, Sendable {
    case balanceResponse(Snapshot)
    case paymentsResponse([Payment])
    case failed(OverviewFailure)
  }

  /// What the parent is told.
  @CasePathable
  package enum Delegate: Equatable, Sendable {
    case appeared
    case sendRequested(VaultAccount)
    case profileRequested
    case lockRequested
  }

  enum CancelID { case balance, payments }

  /// How many payments are shown at first, and how many more whenever more are asked for.
  package static let pageSize = 20

  @Dependency(\.node) var node
  @Dependency(\.activity) var activity
  @Dependency(\.date) var date

  /// Creates the feature.
  package init() {}

  /// Routes what happened to its handler.
  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(let action): handleViewAction(state: &state, action: action)
      case .inner(let action): handleInnerAction(state: &state, action: action)
      case .delegate: .none
      }
    }
  }
}

// MARK: - Handling Actions

extension Overview {
  private func handleViewAction(state: inout State, action: View) -> Effect<Action> {
    switch action {
    case .appeared:
      return .merge(.send(.delegate(.appeared)), refresh(&state))
    case .refreshed:
      return refresh(&state)
    case .morePaymentsRequested:
      guard state.hasMorePayments else { return .none }
      state.hasMorePayments = false
      state.paymentCountMax += Self.pageSize
      return readPayments(state)
    case .accountSelected(let id):
      guard let account = state.accounts.first(where: { $0.id == id }),
        account != state.account
      else { return .none }
      state.account = account
      state.balance = nil
      state.payments = []
      state.paymentCountMax = Self.pageSize
      state.hasMorePayments = false
      state.balanceFailure = nil
      state.paymentsFailure = nil
      state.focus = nil
      return refresh(&state)
    case .sendButtonTapped:
      return .send(.delegate(.sendRequested(state.account)))
    case .profileButtonTapped:
      return .send(.delegate(.profileRequested))
    case .lockButtonTapped:
      return .send(.delegate(.lockRequested))
    case .focusEnded:
      state.focus = nil
      return .none
    }
  }

  private func handleInnerAction(state: inout State, action: Inner) -> Effect<Action> {
    switch action {
    case .balanceResponse(let snapshot):
      state.balance = snapshot
      state.balanceFailure = nil
      state.isRefreshing = false
    case .paymentsResponse(let payments):
      state.payments = Array(payments.prefix(state.paymentCountMax))
      state.hasMorePayments = payments.count > state.paymentCountMax
      state.paymentsFailure = nil
    case .failed(.node(let error)):
      state.balanceFailure = error
      state.isRefreshing = false
    case .failed(.journal(let failure)):
      state.paymentsFailure = failure
    }
    return .none
  }

  /// Asks the node and the journal; answers to an earlier question are no longer waited for.
  private func refresh(_ state: inout State) -> Effect<Action> {
    state.isRefreshing = true
    let (address, chainID) = (state.account.address, state.chainID)
    let balance = Effect<Action>.run { [node, date] send in
      try await node.requireChain(chainID)
      let number = try await node.blockNumber()
      let balance = try await node.balance(of: address, at: .number(number))
      await send(
        .inner(
          .balanceResponse(
            Snapshot(balance: balance, blockNumber: number, takenAt: date.now))))
    } catch: { error, send in
      await send(.inner(.failed(.node(NodeError.from(error)))))
    }
    return .merge(
      balance.cancellable(id: CancelID.balance, cancelInFlight: true), readPayments(state))
  }

  /// Asks the journal for one payment more than is shown, to know whether there are more.
  ///
  /// All that is shown is read anew: payments that came or ended since would move a page alone.
  private func readPayments(_ state: State) -> Effect<Action> {
    let query = ActivityQuery(
      from: state.account.address, chainID: state.chainID, limit: state.paymentCountMax + 1)
    return .run { [activity] send in
      await send(.inner(.paymentsResponse(try await activity.payments(query))))
    } catch: { error, send in
      await send(.inner(.failed(OverviewFailure(error))))
    }
    .cancellable(id: CancelID.payments, cancelInFlight: true)
  }
}
