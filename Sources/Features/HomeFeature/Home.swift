package import ActivityClient
package import ContactsClient
package import EthereumPrimitives
package import Foundation
package import Headrace
package import NodeClient
package import VaultClient

/// Shows an account: its balance, its latest payments, and its address for receiving.
@Reducer
package struct Home {
  /// The account and what is known about it.
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    /// The accounts of the vault.
    package var accounts: [VaultAccount]
    /// The account that is shown.
    package var account: VaultAccount
    /// The accounts that are left out of lists.
    package var hiddenAccounts: Set<Address>
    /// The chain that the node must follow.
    package let chainID: ChainID
    /// The balance that the node reported last.
    package var balance: Snapshot?
    /// Earlier balances, oldest first, for a chart; at most `BalanceSample.countMax`.
    package var samples: [BalanceSample] = []
    /// The latest lines: unfinished payments, newest first, then all others.
    package var lines: [ActivityLine] = []
    /// The maximum number of lines shown; it grows by a page at a time.
    package var lineCountMax = Home.pageSize
    /// The shown payments whose final end was in a block that the node's chain lacks.
    package var endsInDoubt: Set<PaymentID> = []
    /// True if the account has lines that are not shown.
    package var hasMoreLines = false
    /// The text searched for in the activity, as it is typed; empty to show everything.
    package var searchText = ""
    /// The blocks that were scanned for incoming payments; nil if none were.
    package var scannedBlocks: ClosedRange<UInt64>?
    /// The contacts, used for their names.
    package var contacts: [Contact] = []
    /// The error of the last balance request, if it failed; the snapshot is kept.
    package var balanceFailure: NodeError?
    /// The error of the last read of the journal, if it failed; the known lines are kept.
    package var activityFailure: JournalFailure?
    /// The vault's verdict on the payments; if they are an old copy, nothing is signed.
    package var journalStanding = JournalStatus.asKnown
    /// True while the node is being asked.
    package var isRefreshing = false
    /// The part of the account that a link highlights; nil for none.
    package var focus: Focus?

    /// Creates the screen of an account about which nothing is known yet.
    package init(
      account: VaultAccount, accounts: [VaultAccount], chainID: ChainID,
      hiddenAccounts: Set<Address> = []
    ) {
      self.account = account
      self.accounts = accounts
      self.chainID = chainID
      self.hiddenAccounts = hiddenAccounts
    }

    /// The accounts to choose from: those that are not hidden, or all if every one is hidden.
    package var shownAccounts: [VaultAccount] {
      let shown = accounts.filter { !hiddenAccounts.contains($0.address) }
      return shown.isEmpty ? accounts : shown
    }

    /// The account's address for receiving; nil if its private key is public.
    package var receiving: ReceiveDisplay? { ReceiveDisplay(account, chainID: chainID) }

    /// The payment that a link names, if it is among those shown.
    package var focusedPayment: Payment? {
      guard case .payment(let hash)? = focus else { return nil }
      return lines.lazy.compactMap(\.payment).first { payment in
        payment.transactions.contains { $0.hash == hash }
      }
    }

    /// Returns a shown payment that can still be sped up or cancelled; nil if it can't.
    package func replaceablePayment(_ id: PaymentID) -> Payment? {
      let payment = lines.lazy.compactMap(\.payment).first { $0.id == id }
      return payment.flatMap { [.signed, .broadcast].contains($0.state) ? $0 : nil }
    }

    /// Returns the name of an address, from the contacts or the wallet's own accounts.
    package func name(of address: Address) -> String? {
      contacts.first { $0.address == address }?.name.text
        ?? accounts.first { $0.address == address }?.name
    }

    /// The known names, with their addresses.
    var names: [(name: String, address: Address)] {
      contacts.map { ($0.name.text, $0.address) } + accounts.map { ($0.name, $0.address) }
    }

    /// Replaces the accounts, including the one shown, with the vault's current ones.
    package mutating func update(accounts: [VaultAccount]) {
      self.accounts = accounts
      if let account = accounts.first(where: { $0.id == account.id }) { self.account = account }
    }

    /// Shows another account, about which nothing is known yet.
    mutating func show(_ account: VaultAccount) {
      var other = Self(
        account: account, accounts: accounts, chainID: chainID, hiddenAccounts: hiddenAccounts)
      other.contacts = contacts
      other.journalStanding = journalStanding
      self = other
    }
  }

  /// The part of an account that is highlighted.
  package enum Focus: Codable, Equatable, Sendable {
    /// The address for receiving.
    case receiving
    /// The payment that contains this transaction, whether the journal has it or not.
    case payment(Hash32)
  }

  /// A balance and the time at which it was known.
  package struct Snapshot: Codable, Equatable, Sendable {
    /// The balance of the account.
    package let balance: Wei
    /// The number of the block after which the account had this balance.
    package let blockNumber: UInt64
    /// The time of the node's answer.
    package let takenAt: Date

    /// Creates a snapshot.
    package init(balance: Wei, blockNumber: UInt64, takenAt: Date) {
      self.balance = balance
      self.blockNumber = blockNumber
      self.takenAt = takenAt
    }

    /// Returns the age of the balance; zero if the machine's clock was set back since.
    package func age(at date: Date) -> Duration {
      .seconds(max(0, date.timeIntervalSince(takenAt)))
    }
  }

  /// The feature's actions.
  package enum Action: Codable, Sendable {
    case view(View)
    case inner(Inner)
    case delegate(Delegate)
  }

  /// Actions of the user.
  @CasePathable
  package enum View: Codable, Equatable, Sendable {
    case appeared
    case refreshed
    case moreLinesRequested
    case searchChanged(String)
    case accountSelected(AccountID)
    case sendButtonTapped
    case replaceButtonTapped(PaymentID, PaymentTransaction.Role)
    case profileButtonTapped
    case lockButtonTapped
    case focusEnded
  }

  /// Results of effects.
  @CasePathable
  package enum Inner: Codable, Equatable, Sendable {
    case savedResponse(Saved)
    case balanceResponse(Snapshot)
    case activityResponse([ActivityLine])
    case endsResponse(Set<PaymentID>)
    case scanResponse(ScanReport)
    case journalStandingChanged(JournalStatus)
    case failed(HomeFailure)
  }

  /// The saved data of an account, without its activity.
  package struct Saved: Codable, Equatable, Sendable {
    /// Its earlier balances.
    package var samples: [BalanceSample]
    /// The owner's contacts.
    package var contacts: [Contact]

    /// Describes saved data.
    package init(samples: [BalanceSample], contacts: [Contact]) {
      self.samples = samples
      self.contacts = contacts
    }
  }

  /// Actions that the parent handles.
  @CasePathable
  package enum Delegate: Codable, Equatable, Sendable {
    case appeared
    case sendRequested(VaultAccount)
    /// The owner wants to speed up or cancel an unfinished payment.
    case replacementRequested(Payment, VaultAccount, PaymentTransaction.Role)
    case profileRequested
    case lockRequested
  }

  enum CancelID { case saved, balance, lines, ends, scan, journal }

  /// The number of lines shown at first, and added whenever more are requested.
  package static let pageSize = 20

  @Dependency(\.vault) var vault
  @Dependency(\.node) var node
  @Dependency(\.history) var history
  @Dependency(\.contacts) var contacts
  @Dependency(\.date) var date

  /// Creates the feature.
  package init() {}

  /// Routes each action to its handler.
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
