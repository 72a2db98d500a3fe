package import ActivityClient
package import EthereumPrimitives
package import Foundation
package import Headrace
import NodeClient

/// Continues unfinished payments, of a wallet that was killed or of a screen that was closed before
/// a block had the payment, and reads ends that are not final again.
///
/// It has no screen. A parent keeps its state beside the route stack, sends `.view(.started)` when
/// the wallet opens and whenever a screen that pays is closed, and handles the delegate's actions.
/// Starting again is harmless: payments that are already followed are not started twice. The task
/// of `.started` ends when every payment has ended, which may take long: don't wait for it.
///
/// It sends the journal's bytes again, only to a node of that chain. An old payment that no node
/// ever accepted waits for its owner's decision; so does an older one that every node has lost,
/// unless the owner has just made a payment that comes after it. It signs nothing, needs no
/// passcode, and works while the wallet is locked.
@Reducer
package struct ResumePayments {
  /// The payments that are in flight.
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    /// The chain whose payments are continued, for all accounts.
    package let chainID: ChainID
    /// The payments that are followed, oldest first.
    package var payments: [Payment] = []
    /// The event that each of them waits for, if it is known.
    package var progress: [PaymentID: PaymentProgress] = [:]
    /// The old payments that no node ever accepted, which wait for a decision, oldest first.
    package var stale: [Payment] = []
    /// The payments that another feature follows, such as the screen that made them.
    package var excluded: Set<PaymentID> = []
    /// The state of reading the journal.
    package var phase = Phase.idle

    /// Creates a state that follows no payment.
    package init(chainID: ChainID) {
      self.chainID = chainID
    }
  }

  /// The phases of reading the journal.
  @CasePathable
  package enum Phase: Codable, Equatable, Sendable {
    /// The journal is not being read.
    case idle
    /// The journal is being read.
    case loading
    /// The journal's payments could not be continued; starting again may help.
    case failed(SendMoneyFailure)
  }

  /// The feature's actions.
  package enum Action: Codable, Sendable {
    case view(View)
    case inner(Inner)
    case delegate(Delegate)
  }

  /// Actions of the feature's owner.
  @CasePathable
  package enum View: Codable, Equatable, Sendable {
    case started
    case resendButtonTapped(PaymentID)
    case abandonButtonTapped(PaymentID)
  }

  /// Results of effects.
  @CasePathable
  package enum Inner: Codable, Equatable, Sendable {
    case loaded(Findings)
    case handedOver(Payment)
    case changed(PaymentNews)
    case settled(Payment)
    case stopped(PaymentID, SendMoneyFailure)
    case reviewed(Payment)
    case abandoned(Payment)
    case cancellationNeeded(Payment)
    case failed(SendMoneyFailure)
  }

  /// Actions that the parent handles.
  @CasePathable
  package enum Delegate: Codable, Equatable, Sendable {
    /// These payments are being continued, oldest first; never empty.
    case resumed([Payment])
    /// These old payments wait for a decision, because no node ever accepted them, or every node
    /// lost them; never empty.
    case stale([OldPayment])
    /// A payment has reached its end, in its `state`.
    case settled(Payment)
    /// The former end of a payment is no longer in the chain, so it is followed again; sent
    /// whenever the payment is taken up, until it has another end.
    case reopened(Payment)
    /// The owner ended a payment that the network may have seen, or that others wait for; this
    /// needs a transaction, which has to be signed.
    case cancellationRequired(Payment)
    /// A payment is no longer followed for now; the journal still has it, and starting again
    /// continues it.
    case stopped(Payment, SendMoneyFailure)
    /// The journal could not be read.
    case failed(SendMoneyFailure)
  }

  /// The journal's content, as read when the feature starts.
  package struct Findings: Codable, Equatable, Sendable {
    /// Payments without an end, oldest first.
    package var open: [Payment]
    /// Payments whose end is not final, oldest first.
    package var reviewable: [Payment]
    /// Payments without an end that once had one; their owner may not know, because the process
    /// that noticed may have been killed.
    package var reopened: Set<PaymentID>
    /// The time of reading.
    package var date: Date

    /// Describes a journal's content.
    package init(
      open: [Payment], reviewable: [Payment], reopened: Set<PaymentID> = [], date: Date
    ) {
      self.open = open
      self.reviewable = reviewable
      self.reopened = reopened
      self.date = date
    }
  }

  enum CancelID: Hashable { case load, follow(PaymentID) }

  /// The age from which a payment that no node accepted waits for a decision.
  package static let staleAge = Duration.seconds(600)

  /// The age from which an accepted payment that every node has lost waits for a decision.
  ///
  /// A payment can wait a long time for its block, and nodes are restarted.
  package static let oldAge = Duration.seconds(3_600)

  @Dependency(\.node) var node
  @Dependency(\.verifier) var verifier
  @Dependency(\.activity) var activity
  @Dependency(\.continuousClock) var clock
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

  private func delivery(_ chainID: ChainID) -> PaymentDelivery {
    PaymentDelivery(
      node: node, verifier: verifier, activity: activity, clock: clock,
      policy: .standard(for: chainID))
  }
}

// MARK: - Handling Actions

extension ResumePayments {
  private func handleViewAction(state: inout State, action: View) -> Effect<Action> {
    switch action {
    case .started:
      state.phase = .loading
      return load(state.chainID)
    case .resendButtonTapped(let id):
      if let payment = state.forgotten(id) {
        state.progress[id] = nil
        return .merge(.send(.delegate(.resumed([payment]))), follow(payment))
      }
      guard let index = state.stale.firstIndex(where: { $0.id == id }) else { return .none }
      let payment = state.stale.remove(at: index)
      state.payments.append(payment)
      return .merge(
        .send(.delegate(.resumed([payment]))), handOver([payment], on: state.chainID))
    case .abandonButtonTapped(let id):
      let waiting = state.stale.first { $0.id == id } ?? state.forgotten(id)
      guard let payment = waiting else { return .none }
      guard payment.state == .signed, !payment.mayBeKnown else {
        return .send(.delegate(.cancellationRequired(payment)))
      }
      return abandon(payment)
    }
  }

  private func handleInnerAction(state: inout State, action: Inner) -> Effect<Action> {
    switch action {
    case .loaded(let findings):
      return takeUp(&state, findings)
    case .handedOver(let payment):
      update(&state, payment)
      return follow(payment)
    case .changed(let news):
      update(&state, news.payment)
      let before = state.progress.updateValue(news.progress, forKey: news.payment.id)
      guard news.progress == .forgotten, before != .forgotten else { return .none }
      return .send(.delegate(.stale([OldPayment(payment: news.payment, at: date.now)])))
    case .settled(let payment):
      remove(&state, payment.id)
      return .send(.delegate(.settled(payment)))
    case .stopped(let id, let failure):
      guard let payment = state.payments.first(where: { $0.id == id }) else { return .none }
      remove(&state, id)
      return .send(.delegate(.stopped(payment, failure)))
    case .reviewed(let payment):
      guard !state.payments.contains(where: { $0.id == payment.id }) else { return .none }
      state.payments.append(payment)
      return .merge(.send(.delegate(.reopened(payment))), follow(payment))
    case .abandoned(let payment):
      state.stale.removeAll { $0.id == payment.id }
      return .send(.delegate(.settled(payment)))
    case .cancellationNeeded(let payment):
      return .send(.delegate(.cancellationRequired(payment)))
    case .failed(let failure):
      state.phase = .failed(failure)
      return .send(.delegate(.failed(failure)))
    }
  }

  private func takeUp(_ state: inout State, _ findings: Findings) -> Effect<Action> {
    state.phase = .idle
    let followed = Set(state.payments.map(\.id)).union(state.excluded)
    // A payment is needed if the owner has just made one that comes after it.
    let justMade = findings.open.filter { state.excluded.contains($0.id) }
    func isNeeded(_ payment: Payment) -> Bool { justMade.contains { $0.isAfter(payment) } }
    // The payments to send, those only to look at, and those that wait for a decision.
    var (new, held, stale): ([Payment], [Payment], [OldPayment]) = ([], [], [])
    for payment in findings.open where !followed.contains(payment.id) {
      let old = OldPayment(payment: payment, at: findings.date)
      if old.isStale {
        stale.append(old)
      } else if old.isOld, !isNeeded(payment) {
        held.append(payment)
      } else {
        new.append(payment)
      }
    }
    let needed = state.payments.filter { state.forgotten($0.id) != nil && isNeeded($0) }
    for payment in needed { state.progress[payment.id] = nil }
    state.stale = stale.map(\.payment)
    state.payments += held + new
    var effects: [Effect<Action>] = (held + new + state.stale)
      .filter { findings.reopened.contains($0.id) }.map { .send(.delegate(.reopened($0))) }
    if !(needed + new).isEmpty { effects.append(.send(.delegate(.resumed(needed + new)))) }
    if !stale.isEmpty { effects.append(.send(.delegate(.stale(stale)))) }
    if !new.isEmpty { effects.append(handOver(new, on: state.chainID)) }
    effects += needed.map { follow($0) } + held.map { follow($0, sends: false) }
    if !findings.reviewable.isEmpty {
      effects.append(review(findings.reviewable, on: state.chainID))
    }
    return .merge(effects)
  }

  private func update(_ state: inout State, _ payment: Payment) {
    guard let index = state.payments.firstIndex(where: { $0.id == payment.id }) else { return }
    state.payments[index] = payment
  }

  private func remove(_ state: inout State, _ id: PaymentID) {
    state.payments.removeAll { $0.id == id }
    state.progress[id] = nil
  }
}

// MARK: - Asking

extension ResumePayments {
  /// Reads the journal; the last start wins, because only it sees everything recorded before it.
  private func load(_ chainID: ChainID) -> Effect<Action> {
    .run { [activity, date] send in
      let open = try await activity.unresolved().filter { $0.intent.chainID == chainID }
      let reviewable = try await activity.reviewable(chainID)
      var findings = Findings(open: open, reviewable: reviewable, date: date.now)
      for payment in open {
        do throws(JournalFailure) {
          let history = try await activity.history(payment.id)
          if history.lostItsEnd { findings.reopened.insert(payment.id) }
        } catch {
          // Payments continue even if the history can't be read.
          guard error != .busy else { throw error }
        }
      }
      await send(.inner(.loaded(findings)))
    } catch: { error, send in
      await send(.inner(.failed(SendMoneyFailure(error))))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  /// Sends payments one after another: a later nonce before an earlier one would leave a gap.
  private func handOver(_ payments: [Payment], on chainID: ChainID) -> Effect<Action> {
    .run { [delivery = delivery(chainID)] send in
      for payment in payments {
        do {
          await send(.inner(.handedOver(try await delivery.handOver(payment))))
        } catch {
          await send(.inner(.stopped(payment.id, SendMoneyFailure(error))))
        }
      }
    }
  }

  /// Follows a payment to its end; an old one may only be looked at.
  private func follow(_ payment: Payment, sends: Bool = true) -> Effect<Action> {
    .run { [delivery = delivery(payment.intent.chainID)] send in
      let end = try await delivery.deliver(payment, sends: sends) {
        await send(.inner(.changed($0)))
      }
      await send(.inner(.settled(end.payment)))
    } catch: { error, send in
      await send(.inner(.stopped(payment.id, SendMoneyFailure(error))))
    }
    .cancellable(id: CancelID.follow(payment.id), cancelInFlight: true)
  }

  /// Looks once at each end that is not final, without waiting for a failing node: the ends are
  /// read again the next time.
  private func review(_ payments: [Payment], on chainID: ChainID) -> Effect<Action> {
    .run { [delivery = delivery(chainID)] send in
      for payment in payments {
        let (judgement, found) = try await delivery.review(payment, resends: true)
        if case .gone = judgement { await send(.inner(.reviewed(found))) }
        if case .unknown(.nodeFailing) = judgement { return }
      }
    } catch: { error, send in
      await send(.inner(.failed(SendMoneyFailure(error))))
    }
  }

  /// Ends a payment of which no part was sent; otherwise the journal refuses.
  private func abandon(_ payment: Payment) -> Effect<Action> {
    .run { [activity] send in
      await send(.inner(.abandoned(try await activity.update(payment.id, .abandoned))))
    } catch: { error, send in
      guard case UpdateRefusal.impossible = error else {
        return await send(.inner(.failed(SendMoneyFailure(error))))
      }
      await send(.inner(.cancellationNeeded(payment)))
    }
  }
}

extension ResumePayments.State {
  /// Returns true if an old payment waits for its owner to send it again or end it.
  package func waitsForDecision(_ id: PaymentID) -> Bool {
    stale.contains { $0.id == id } || forgotten(id) != nil
  }

  /// Returns the payment with this id if it is an old one that every node has lost.
  fileprivate func forgotten(_ id: PaymentID) -> Payment? {
    progress[id] == .forgotten ? payments.first { $0.id == id } : nil
  }
}

extension Payment {
  /// Returns true if the account's other payment must be in a block first.
  fileprivate func isAfter(_ other: Payment) -> Bool {
    intent.from == other.intent.from && nonce > other.nonce
  }
}
