package import ActivityClient
package import ContactsClient
package import EthereumPrimitives
package import Foundation
package import Headrace
package import NodeClient
package import VaultClient

/// Shows an account: what it owns, what it paid and got last, and where it receives.
@Reducer
package struct Home {
  /// The account and what is known of it.
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    /// The accounts of the vault.
    package var accounts: [VaultAccount]
    /// Which of them is shown.
    package var account: VaultAccount
    /// The accounts that are not offered to choose from.
    package var hiddenAccounts: Set<Address>
    /// The chain that the node is to follow.
    package let chainID: ChainID
    /// What the account owned when the node last said so.
    package var balance: Snapshot?
    /// What the account owned, oldest first, for a chart; at most `BalanceSample.countMax`.
    package var samples: [BalanceSample] = []
    /// The last lines: payments whose end is not known, newest first, then all others.
    package var lines: [ActivityLine] = []
    /// How many lines are shown at most; it grows by a page at a time.
    package var lineCountMax = Home.pageSize
    /// Whether the account has lines that are not shown.
    package var hasMoreLines = false
    /// What is looked for in the activity, as it is typed; empty for everything.
    package var searchText = ""
    /// The blocks that were looked through for what the account got; nil where none was.
    package var scannedBlocks: ClosedRange<UInt64>?
    /// The contacts, for their names.
    package var contacts: [Contact] = []
    /// Why the node did not tell the balance when it was last asked; the snapshot stays.
    package var balanceFailure: NodeError?
    /// Why the journal did not tell the lines when it was last asked; those known stay.
    package var activityFailure: JournalFailure?
    /// Whether the payments are those that the vault knows; of older ones nothing is signed.
    package var journalStanding = JournalStatus.asKnown
    /// Whether the node is being asked.
    package var isRefreshing = false
    /// What a link asks to be shown of the account; nil where nothing stands out.
    package var focus: Focus?

    /// Creates the screen of an account, with nothing known.
    package init(
      account: VaultAccount, accounts: [VaultAccount], chainID: ChainID,
      hiddenAccounts: Set<Address> = []
    ) {
      self.account = account
      self.accounts = accounts
      self.chainID = chainID
      self.hiddenAccounts = hiddenAccounts
    }

    /// The accounts to choose from: all that are not hidden, or all where every one is.
    package var shownAccounts: [VaultAccount] {
      let shown = accounts.filter { !hiddenAccounts.contains($0.address) }
      return shown.isEmpty ? accounts : shown
    }

    /// The account's address to receive at; nil if its private key is public.
    package var receiving: ReceiveDisplay? { ReceiveDisplay(account, chainID: chainID) }

    /// The payment that a link names, where it is among those shown.
    package var focusedPayment: Payment? {
      guard case .payment(let hash)? = focus else { return nil }
      return lines.lazy.compactMap(\.payment).first { payment in
        payment.transactions.contains { $0.hash == hash }
      }
    }

    /// A payment of the lines that can still be faster or cancelled; nil where it can't.
    package func replaceablePayment(_ id: PaymentID) -> Payment? {
      let payment = lines.lazy.compactMap(\.payment).first { $0.id == id }
      return payment.flatMap { [.signed, .broadcast].contains($0.state) ? $0 : nil }
    }

    /// The name of an address: by the contacts, or by the wallet's own accounts.
    package func name(of address: Address) -> String? {
      contacts.first { $0.address == address }?.name.text
        ?? accounts.first { $0.address == address }?.name
    }

    /// The names that are known, with their addresses.
    var names: [(name: String, address: Address)] {
      contacts.map { ($0.name.text, $0.address) } + accounts.map { ($0.name, $0.address) }
    }

    /// Takes over what the vault says of its accounts, the one shown among them.
    package mutating func update(accounts: [VaultAccount]) {
      self.accounts = accounts
      if let account = accounts.first(where: { $0.id == account.id }) { self.account = account }
    }

    /// Shows another account, of which nothing is known yet.
    mutating func show(_ account: VaultAccount) {
      var other = Self(
        account: account, accounts: accounts, chainID: chainID, hiddenAccounts: hiddenAccounts)
      other.contacts = contacts
      other.journalStanding = journalStanding
      self = other
    }
  }

  /// What of an account stands out.
  package enum Focus: Codable, Equatable, Sendable {
    /// The address to be paid at.
    case receiving
    /// The payment that one of its transactions names, whether the journal has it or not.
    case payment(Hash32)
  }

  /// A balance and when it was known.
  package struct Snapshot: Codable, Equatable, Sendable {
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
  package enum Action: Codable, Sendable {
    case view(View)
    case inner(Inner)
    case delegate(Delegate)
  }

  /// What the user did.
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

  /// What came back.
  @CasePathable
  package enum Inner: Codable, Equatable, Sendable {
    case savedResponse(Saved)
    case balanceResponse(Snapshot)
    case activityResponse([ActivityLine])
    case scanResponse(ScanReport)
    case journalStandingChanged(JournalStatus)
    case failed(HomeFailure)
  }

  /// What is kept of an account beside its activity.
  package struct Saved: Codable, Equatable, Sendable {
    /// What it owned.
    package var samples: [BalanceSample]
    /// Whom the owner knows.
    package var contacts: [Contact]

    /// Describes what is kept.
    package init(samples: [BalanceSample], contacts: [Contact]) {
      self.samples = samples
      self.contacts = contacts
    }
  }

  /// What the parent is told.
  @CasePathable
  package enum Delegate: Codable, Equatable, Sendable {
    case appeared
    case sendRequested(VaultAccount)
    /// A payment that waits is to be faster, or to end.
    case replacementRequested(Payment, VaultAccount, PaymentTransaction.Role)
    case profileRequested
    case lockRequested
  }

  enum CancelID { case saved, balance, lines, scan, journal }

  /// How many lines are shown at first, and how many more whenever more are asked for.
  package static let pageSize = 20

  @Dependency(\.vault) var vault
  @Dependency(\.node) var node
  @Dependency(\.history) var history
  @Dependency(\.contacts) var contacts
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
