package import ActivityClient
package import EthereumPrimitives
package import Headrace
import NodeClient

/// Takes up payments whose end is not known: those of a wallet that was killed, or of a screen that
/// was closed before the block came.
///
/// It has no screen. A parent keeps its state beside the route stack, sends `.view(.started)` when
/// the wallet opens and each time that a screen which pays is closed, and listens to the delegate.
/// Starting again is harmless: what is followed already is not begun twice. The task of `.started`
/// ends when every payment has its end, which may be long: don't wait for it.
///
/// It sends again the bytes that the journal has, to a node of that chain alone. It signs nothing,
/// needs no passcode, and works while the wallet is locked.
@Reducer
package struct ResumePayments {
  /// Which payments are on their way.
  @ObservableState
  package struct State: Equatable, Sendable {
    /// The chain whose payments are taken up, by whatever account.
    package let chainID: ChainID
    /// The payments that are followed, oldest first.
    package var payments: [Payment] = []
    /// Whether the journal is being read.
    package var phase = Phase.idle

    /// Creates a state in which nothing is followed.
    package init(chainID: ChainID) {
      self.chainID = chainID
    }
  }

  /// Whether the journal is being read.
  @CasePathable
  package enum Phase: Equatable, Sendable {
    /// Nothing is asked.
    case idle
    /// The journal is read, and the node is asked for its chain.
    case loading
    /// What is in the journal could not be taken up; starting again may help.
    case failed(SendMoneyFailure)
  }

  /// What can happen.
  package enum Action: Sendable {
    case view(View)
    case inner(Inner)
    case delegate(Delegate)
  }

  /// What the owner of the feature did.
  @CasePathable
  package enum View: Equatable, Sendable {
    case started
  }

  /// What came back.
  @CasePathable
  package enum Inner: Equatable, Sendable {
    case loaded([Payment])
    case handedOver(Payment)
    case changed(Payment)
    case settled(Payment)
    case stopped(PaymentID, SendMoneyFailure)
    case failed(SendMoneyFailure)
  }

  /// What the parent is told.
  @CasePathable
  package enum Delegate: Equatable, Sendable {
    /// These payments were taken up now, oldest first; never empty.
    case resumed([Payment])
    /// A payment has its end, in its `state`: confirmed or failed.
    case settled(Payment)
    /// A payment is not followed for now; the journal still has it, and starting again takes it up.
    case stopped(Payment, SendMoneyFailure)
    /// The journal could not be read, or the node is of another chain.
    case failed(SendMoneyFailure)
  }

  enum CancelID { case load }

  @Dependency(\.node) var node
  @Dependency(\.activity) var activity
  @Dependency(\.continuousClock) var clock

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

  private var delivery: PaymentDelivery {
    PaymentDelivery(node: node, activity: activity, clock: clock)
  }
}

// MARK: - Handling Actions

extension ResumePayments {
  private func handleViewAction(state: inout State, action: View) -> Effect<Action> {
    switch action {
    case .started:
      state.phase = .loading
      return load(state.chainID)
    }
  }

  private func handleInnerAction(state: inout State, action: Inner) -> Effect<Action> {
    switch action {
    case .loaded(let payments):
      return takeUp(&state, payments)
    case .handedOver(let payment):
      update(&state, payment)
      return follow(payment)
    case .changed(let payment):
      update(&state, payment)
      return .none
    case .settled(let payment):
      state.payments.removeAll { $0.id == payment.id }
      return .send(.delegate(.settled(payment)))
    case .stopped(let id, let failure):
      guard let index = state.payments.firstIndex(where: { $0.id == id }) else { return .none }
      let payment = state.payments.remove(at: index)
      return .send(.delegate(.stopped(payment, failure)))
    case .failed(let failure):
      state.phase = .failed(failure)
      return .send(.delegate(.failed(failure)))
    }
  }

  private func takeUp(_ state: inout State, _ payments: [Payment]) -> Effect<Action> {
    state.phase = .idle
    let followed = Set(state.payments.map(\.id))
    let new = payments.filter { !followed.contains($0.id) }
    guard !new.isEmpty else { return .none }
    state.payments += new
    return .merge(.send(.delegate(.resumed(new))), handOver(new))
  }

  private func update(_ state: inout State, _ payment: Payment) {
    guard let index = state.payments.firstIndex(where: { $0.id == payment.id }) else { return }
    state.payments[index] = payment
  }
}

// MARK: - Asking

extension ResumePayments {
  /// Reads the journal; the last start counts, since only it sees what was recorded before it.
  private func load(_ chainID: ChainID) -> Effect<Action> {
    .run { [activity, delivery] send in
      let payments = try await activity.unresolved().filter { $0.intent.chainID == chainID }
      // Another chain's node would refuse the payment for good.
      if !payments.isEmpty { try await delivery.requireChain(chainID) }
      await send(.inner(.loaded(payments)))
    } catch: { error, send in
      await send(.inner(.failed(SendMoneyFailure(error))))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  /// Hands payments over one after the other: a later nonce before an earlier one leaves a gap.
  private func handOver(_ payments: [Payment]) -> Effect<Action> {
    .run { [delivery] send in
      for payment in payments {
        do {
          await send(.inner(.handedOver(try await delivery.handOver(payment))))
        } catch {
          await send(.inner(.stopped(payment.id, SendMoneyFailure(error))))
        }
      }
    }
  }

  private func follow(_ payment: Payment) -> Effect<Action> {
    .run { [delivery] send in
      let settled = try await delivery.deliver(payment) { await send(.inner(.changed($0))) }
      await send(.inner(.settled(settled)))
    } catch: { error, send in
      await send(.inner(.stopped(payment.id, SendMoneyFailure(error))))
    }
  }
}
