package import ActivityClient
package import Headrace
import NodeClient

/// Looks up one payment of the journal, and reports its progress or follows it to its end.
///
/// It signs nothing, needs no passcode, and works while the wallet is locked. Looking sends
/// nothing. Following means that the owner still wants the payment: it sends the bytes in the
/// journal, however old they are. If the payment waits for earlier ones of the account, these are
/// followed too, because a reorganisation may have reverted them.
@Reducer
package struct FollowPayment {
  /// The payment, and its progress.
  @ObservableState
  package struct State: Equatable, Sendable {
    /// The reference by which the payment is looked up.
    package let reference: PaymentReference
    /// The current phase.
    package var phase = Phase.idle
    /// Earlier payments of the account that are being sent because this one waits for them, with
    /// their ages.
    package var earlier: [OldPayment] = []

    /// Creates a state without a request.
    package init(_ reference: PaymentReference) {
      self.reference = reference
    }
  }

  /// The phases of the feature; each case has only the data valid at that point.
  @CasePathable
  package enum Phase: Equatable, Sendable {
    /// No request is in flight.
    case idle
    /// The journal is being read.
    case searching
    /// The journal has no such payment: nothing was recorded.
    case unknown
    /// The node is being asked about the payment, once.
    case looking(Payment)
    /// The node has answered.
    case seen(PaymentStatus)
    /// The payment is being sent and followed; the progress is nil until it is known.
    case following(Payment, PaymentProgress?)
    /// The payment has reached its end.
    case ended(Payment)
    /// Following the payment stopped; the journal still has it.
    case stopped(Payment, SendMoneyFailure)
    /// The journal could not be read.
    case failed(SendMoneyFailure)

    /// The payment, if one was found.
    package var payment: Payment? {
      switch self {
      case .idle, .searching, .unknown, .failed: nil
      case .looking(let payment), .following(let payment, _), .ended(let payment),
        .stopped(let payment, _):
        payment
      case .seen(let status): status.payment
      }
    }

    /// True if the payment waits for earlier ones of its account.
    fileprivate var isBehindEarlier: Bool {
      if case .following(_, .waitingForEarlier?) = self { true } else { false }
    }
  }

  /// The feature's actions.
  package enum Action: Sendable {
    case view(View)
    case inner(Inner)
    case delegate(Delegate)
  }

  /// Actions of the feature's owner.
  @CasePathable
  package enum View: Equatable, Sendable {
    case looked
    case followed
  }

  /// Results of effects.
  @CasePathable
  package enum Inner: Equatable, Sendable {
    case found(Payment, Purpose)
    case notFound
    case seen(PaymentStatus)
    case changed(PaymentNews)
    case earlierFound([OldPayment])
    case earlierEnded(PaymentID)
    case ended(Payment)
    case stopped(SendMoneyFailure)
    case failed(SendMoneyFailure)
  }

  /// The purpose of looking up the payment.
  package enum Purpose: Hashable, Sendable {
    /// To report its progress.
    case look
    /// To follow it to its end.
    case follow
  }

  /// Actions that the parent handles.
  @CasePathable
  package enum Delegate: Equatable, Sendable {
    /// The journal has the payment.
    case found(Payment)
    /// The payment has reached its end, in its `state`.
    case ended(Payment)
  }

  enum CancelID { case work, search, earlier }

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
      case .view(.looked): search(&state, for: .look)
      case .view(.followed): search(&state, for: .follow)
      case .inner(let action): handleInnerAction(state: &state, action: action)
      case .delegate: .none
      }
    }
  }
}

// MARK: - Handling Actions

extension FollowPayment {
  private func search(_ state: inout State, for purpose: Purpose) -> Effect<Action> {
    state.phase = .searching
    state.earlier = []
    let lookUp = Effect<Action>.run { [activity, reference = state.reference] send in
      if let payment = try await activity.payment(reference) {
        await send(.inner(.found(payment, purpose)))
      } else {
        await send(.inner(.notFound))
      }
    } catch: { error, send in
      await send(.inner(.failed(SendMoneyFailure(error))))
    }
    return .merge(
      .cancel(id: CancelID.search), .cancel(id: CancelID.earlier),
      lookUp.cancellable(id: CancelID.work, cancelInFlight: true))
  }

  private func handleInnerAction(state: inout State, action: Inner) -> Effect<Action> {
    switch action {
    case .notFound:
      state.phase = .unknown
      return .none
    case .found(let payment, .look):
      state.phase = .looking(payment)
      return .merge(.send(.delegate(.found(payment))), look(at: payment))
    case .found(let payment, .follow):
      state.phase = .following(payment, nil)
      return .merge(.send(.delegate(.found(payment))), follow(payment))
    case .seen(let status):
      state.phase = .seen(status)
      return .none
    case .changed(let news):
      let wasWaiting = state.phase.isBehindEarlier
      state.phase = .following(news.payment, news.progress)
      guard state.phase.isBehindEarlier else { return .cancel(id: CancelID.search) }
      return wasWaiting ? .none : findEarlier(than: news.payment, except: state.earlier)
    case .earlierFound(let payments):
      state.earlier += payments
      return .merge(payments.map { followEarlier($0.payment) })
    case .earlierEnded(let id):
      state.earlier.removeAll { $0.payment.id == id }
      return .none
    case .ended(let payment):
      state.phase = .ended(payment)
      state.earlier = []
      return .merge(
        .cancel(id: CancelID.search), .cancel(id: CancelID.earlier),
        .send(.delegate(.ended(payment))))
    case .stopped(let failure):
      guard let payment = state.phase.payment else { return .none }
      state.phase = .stopped(payment, failure)
      state.earlier = []
      return .merge(.cancel(id: CancelID.search), .cancel(id: CancelID.earlier))
    case .failed(let failure):
      state.phase = .failed(failure)
      return .none
    }
  }

  private func look(at payment: Payment) -> Effect<Action> {
    .run { [delivery = delivery(of: payment)] send in
      await send(.inner(.seen(try await delivery.status(of: payment))))
    } catch: { error, send in
      await send(.inner(.stopped(SendMoneyFailure(error))))
    }
    .cancellable(id: CancelID.work)
  }

  private func follow(_ payment: Payment) -> Effect<Action> {
    .run { [delivery = delivery(of: payment)] send in
      let news: @Sendable (PaymentNews) async -> Void = { await send(.inner(.changed($0))) }
      // An end that is not final may have been reverted since.
      let payment = try await delivery.readEnd(of: payment, news: news)
      let end = try await delivery.deliver(payment, news: news)
      await send(.inner(.ended(end.payment)))
    } catch: { error, send in
      await send(.inner(.stopped(SendMoneyFailure(error))))
    }
    .cancellable(id: CancelID.work)
  }

  func delivery(of payment: Payment) -> PaymentDelivery {
    PaymentDelivery(
      node: node, verifier: verifier, activity: activity, clock: clock,
      policy: .standard(for: payment.intent.chainID))
  }
}
