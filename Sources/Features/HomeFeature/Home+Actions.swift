import ActivityClient
import ContactsClient
import EthereumPrimitives
import Foundation
import Headrace
import NodeClient
import VaultClient

// MARK: - Handling What the User Did

extension Home {
  func handleViewAction(state: inout State, action: View) -> Effect<Action> {
    switch action {
    case .appeared:
      return .merge(.send(.delegate(.appeared)), readSaved(state), refresh(&state))
    case .refreshed:
      return refresh(&state)
    case .moreLinesRequested:
      guard state.hasMoreLines else { return .none }
      state.hasMoreLines = false
      state.lineCountMax += Self.pageSize
      return readLines(state)
    case .searchChanged(let text):
      guard text != state.searchText else { return .none }
      state.searchText = text
      state.lineCountMax = Self.pageSize
      return readLines(state)
    case .accountSelected(let id):
      guard let account = state.accounts.first(where: { $0.id == id }),
        account != state.account
      else { return .none }
      state.show(account)
      return .merge(readSaved(state), refresh(&state))
    case .sendButtonTapped:
      return .send(.delegate(.sendRequested(state.account)))
    case .replaceButtonTapped(let id, let role):
      return replace(id, role, in: state)
    case .profileButtonTapped:
      return .send(.delegate(.profileRequested))
    case .lockButtonTapped:
      return .send(.delegate(.lockRequested))
    case .focusEnded:
      state.focus = nil
      return .none
    }
  }

  /// Asks the parent to replace an unfinished payment that one of the accounts pays.
  private func replace(
    _ id: PaymentID, _ role: PaymentTransaction.Role, in state: State
  ) -> Effect<Action> {
    guard role != .original, let payment = state.replaceablePayment(id),
      let account = state.accounts.first(where: { $0.address == payment.intent.from })
    else { return .none }
    return .send(.delegate(.replacementRequested(payment, account, role)))
  }

  // MARK: - Asking

  /// Reads the account's saved balances, and the contacts.
  private func readSaved(_ state: State) -> Effect<Action> {
    let (address, chainID) = (state.account.address, state.chainID)
    return .run { [history, contacts] send in
      let samples = try await history.balances(address, chainID)
      let saved = Saved(samples: samples, contacts: try await contacts.all())
      await send(.inner(.savedResponse(saved)))
    } catch: { error, send in
      await send(.inner(.failed(HomeFailure(error))))
    }
    .cancellable(id: CancelID.saved, cancelInFlight: true)
  }

  /// Asks the node and the journal; answers to earlier requests are dropped.
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
      balance.cancellable(id: CancelID.balance, cancelInFlight: true), readLines(state),
      lookAtJournal(state))
  }

  /// Asks the vault whether it knows the payments: they may have been replaced by an old copy, or
  /// the owner restored or accepted them.
  private func lookAtJournal(_ state: State) -> Effect<Action> {
    let known = state.journalStanding
    return .run { [vault] send in
      let standing = await vault.journalStanding()
      guard standing != known else { return }
      await send(.inner(.journalStandingChanged(standing)))
    }
    .cancellable(id: CancelID.journal, cancelInFlight: true)
  }

  /// Requests one line more than is shown, to find out whether there are more.
  ///
  /// Reads all shown lines again: lines that were added or that ended since would shift a single
  /// page.
  private func readLines(_ state: State) -> Effect<Action> {
    let query = HistoryQuery(
      account: state.account.address, chainID: state.chainID,
      search: ActivitySearch(state.searchText, names: state.names), limit: state.lineCountMax + 1)
    return .run { [history] send in
      await send(.inner(.activityResponse(try await history.page(query))))
    } catch: { error, send in
      await send(.inner(.failed(HomeFailure(error))))
    }
    .cancellable(id: CancelID.lines, cancelInFlight: true)
  }

  /// Asks the node whether its chain has the blocks of the final ends, from the newest on.
  ///
  /// A block stands for all before it, unless a later end was recorded after a reorganisation;
  /// `wallet repair` reads all. Ends that are not final are read again by the feature that follows
  /// payments.
  private func checkEnds(_ state: State) -> Effect<Action> {
    let ends = state.lines.compactMap(\.payment).filter(\.isFinal)
      .compactMap { payment in payment.state.endBlock.map { (id: payment.id, block: $0) } }
      .sorted { $0.block.number > $1.block.number }
    guard !ends.isEmpty else { return .cancel(id: CancelID.ends) }
    let (chainID, known) = (state.chainID, state.endsInDoubt)
    return .run { [node] send in
      var inDoubt: Set<PaymentID> = []
      for (id, block) in ends {
        if try await node.block(at: .number(block.number))?.hash == block.hash { break }
        // Another chain has other blocks, and the balance reports it.
        if inDoubt.isEmpty { try await node.requireChain(chainID) }
        inDoubt.insert(id)
      }
      if inDoubt != known { await send(.inner(.endsResponse(inDoubt))) }
    } catch: { _, _ in
      // The balance reports that a node fails.
    }
    .cancellable(id: CancelID.ends, cancelInFlight: true)
  }
}

// MARK: - Handling What Came Back

extension Home {
  func handleInnerAction(state: inout State, action: Inner) -> Effect<Action> {
    switch action {
    case .savedResponse(let saved):
      return take(saved, in: &state)
    case .balanceResponse(let snapshot):
      state.balanceFailure = nil
      state.isRefreshing = false
      return take(snapshot, in: &state)
    case .activityResponse(let lines):
      state.lines = Array(lines.prefix(state.lineCountMax))
      state.hasMoreLines = lines.count > state.lineCountMax
      state.activityFailure = nil
      // A repair opens payments again.
      state.endsInDoubt.subtract(state.lines.compactMap(\.payment).filter { !$0.isFinal }.map(\.id))
      // A search shows some of the account's lines, which were checked without it.
      return state.searchText.isEmpty ? checkEnds(state) : .none
    case .endsResponse(let payments):
      state.endsInDoubt = payments
    case .scanResponse(let report):
      state.scannedBlocks = report.blocks
      return report.hasChanged ? readLines(state) : .none
    case .journalStandingChanged(let standing):
      state.journalStanding = standing
    case .failed(.node(let error)):
      state.balanceFailure = error
      state.isRefreshing = false
    case .failed(.journal(let failure)):
      state.activityFailure = failure
    }
    return .none
  }

  private func take(_ saved: Saved, in state: inout State) -> Effect<Action> {
    // The node may have answered before the disk, or the disk may be full.
    let others = state.samples.filter { sample in !saved.samples.contains(sample) }
    state.samples = (saved.samples + others).sorted { $0.date < $1.date }
      .suffix(BalanceSample.countMax)
    if state.balance == nil, let last = saved.samples.last {
      state.balance = Snapshot(
        balance: last.balance, blockNumber: last.blockNumber, takenAt: last.date)
    }
    let hasNames = state.contacts != saved.contacts && !state.searchText.isEmpty
    state.contacts = saved.contacts
    return hasNames ? readLines(state) : .none
  }

  /// Saves the node's answer, and scans the blocks that were added since.
  private func take(_ snapshot: Snapshot, in state: inout State) -> Effect<Action> {
    let isNews =
      state.samples.last.map {
        $0.balance != snapshot.balance || $0.blockNumber != snapshot.blockNumber
      } ?? true
    state.balance = snapshot
    let sample = BalanceSample(
      balance: snapshot.balance, blockNumber: snapshot.blockNumber, date: snapshot.takenAt)
    if isNews { state.samples = (state.samples + [sample]).suffix(BalanceSample.countMax) }
    let (address, chainID) = (state.account.address, state.chainID)
    let question = ScanQuestion(
      chainID: chainID, accounts: state.accounts.map(\.address), newest: snapshot.blockNumber)
    return .run { [history] send in
      if isNews { try await history.noteBalance(address, chainID, sample) }
      await send(.inner(.scanResponse(try await history.scan(question))))
    } catch: { error, send in
      // The scanned range is shown, so it needs no report; the balance shows that a node fails.
      guard let failure = error as? JournalFailure else { return }
      await send(.inner(.failed(.journal(failure))))
    }
    .cancellable(id: CancelID.scan, cancelInFlight: true)
  }
}
