package import ActivityClient
package import EthereumPrimitives
package import Headrace
import NodeClient

/// Reads every payment of a chain again, and reopens those whose end the chain does not have.
///
/// An owner starts it to declare that this node is right: after a node lied, after a reorganisation
/// past finality, or after a development chain was restarted. Unlike anything else, it trusts a
/// chain that is shorter than the journal's. If there is a second node, it must agree.
@Reducer
package struct RepairPayments {
  /// The progress of the repair.
  @ObservableState
  package struct State: Equatable, Sendable {
    /// The chain whose payments are read.
    package let chainID: ChainID
    /// The current phase of the repair.
    package var phase = Phase.idle

    /// Creates a state without a repair.
    package init(chainID: ChainID) {
      self.chainID = chainID
    }
  }

  /// The phases of a repair.
  @CasePathable
  package enum Phase: Equatable, Sendable {
    /// No repair is running.
    case idle
    /// The payments are being read; the report has the findings so far.
    case running(RepairReport)
    /// Every payment was looked at, or could not be.
    case done(RepairReport)
    /// The journal could not be read or written.
    case failed(SendMoneyFailure)
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
    case started
  }

  /// Results of effects.
  @CasePathable
  package enum Inner: Equatable, Sendable {
    case began(Int)
    case looked(RepairFinding)
    case finished
    case failed(SendMoneyFailure)
  }

  /// Actions that the parent handles.
  @CasePathable
  package enum Delegate: Equatable, Sendable {
    case finished(RepairReport)
  }

  /// The time limit for each payment: a node that is slow about one does not keep the others from
  /// being read.
  package static let paymentTimeMax = Duration.seconds(60)

  enum CancelID { case repair }

  @Dependency(\.node) var node
  @Dependency(\.verifier) var verifier
  @Dependency(\.activity) var activity
  @Dependency(\.continuousClock) var clock

  /// Creates the feature.
  package init() {}

  /// Routes each action to its handler.
  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(.started):
        state.phase = .running(RepairReport())
        return repair(state.chainID)
      case .inner(.began(let count)):
        state.phase.modify(\.running) { $0.leftCount = count }
        return .none
      case .inner(.looked(let finding)):
        state.phase.modify(\.running) { $0.add(finding) }
        return .none
      case .inner(.finished):
        guard case .running(let report) = state.phase else { return .none }
        state.phase = .done(report)
        return .send(.delegate(.finished(report)))
      case .inner(.failed(let failure)):
        state.phase = .failed(failure)
        return .none
      case .delegate:
        return .none
      }
    }
  }

  private func repair(_ chainID: ChainID) -> Effect<Action> {
    let delivery = PaymentDelivery(
      node: node, verifier: verifier, activity: activity, clock: clock,
      policy: .standard(for: chainID))
    return .run { [activity] send in
      let payments = try await activity.payments(ActivityQuery(chainID: chainID, limit: .max))
        .filter(\.state.isOfBlocks)
      await send(.inner(.began(payments.count)))
      for payment in payments {
        let (judgement, found) = try await delivery.review(payment, within: Self.paymentTimeMax)
        let finding: RepairFinding =
          switch judgement {
          case .stands: .stands(found)
          case .gone: .reopened(found)
          case .unknown(let progress): .unknown(PaymentNews(payment: payment, progress: progress))
          }
        await send(.inner(.looked(finding)))
      }
      await send(.inner(.finished))
    } catch: { error, send in
      await send(.inner(.failed(SendMoneyFailure(error))))
    }
    .cancellable(id: CancelID.repair, cancelInFlight: true)
  }
}

/// The findings of a repair.
package struct RepairReport: Equatable, Sendable {
  /// Payments whose end is in the chain.
  package var standing: [Payment] = []
  /// Payments whose end is not in the chain; they are open again.
  package var reopened: [Payment] = []
  /// Payments about which the node's answers were not conclusive, with the reason.
  package var unknown: [PaymentNews] = []
  /// The number of payments that the repair has not reached yet.
  package var leftCount = 0

  /// Creates an empty report.
  package init() {}

  /// Adds the finding about one more payment.
  mutating func add(_ finding: RepairFinding) {
    leftCount -= 1
    switch finding {
    case .stands(let payment): standing.append(payment)
    case .reopened(let payment): reopened.append(payment)
    case .unknown(let news): unknown.append(news)
    }
  }
}

/// The finding of a repair about one payment.
package enum RepairFinding: Equatable, Sendable {
  /// The chain contains its end.
  case stands(Payment)
  /// The chain does not contain its end; it is open again.
  case reopened(Payment)
  /// The node's answers were not conclusive, with the reason.
  case unknown(PaymentNews)
}

// MARK: - Looking Within a Time Limit

extension PaymentDelivery {
  /// Looks at a payment's end, trusting the node, within a time limit.
  fileprivate func review(
    _ payment: Payment, within limit: Duration
  ) async throws -> (judgement: EndJudgement, payment: Payment) {
    try await withThrowingTaskGroup(of: (EndJudgement, Payment)?.self) { group in
      group.addTask { try await review(payment, trustsNode: true) }
      group.addTask {
        try await clock.sleep(for: limit)
        return nil
      }
      if let found = try await group.next() ?? nil {
        group.cancelAll()
        return found
      }
      group.cancelAll()
      do {
        // The entries written by then remain, and are reported.
        if let found = try await group.next() ?? nil, !found.0.isUnknown { return found }
      } catch is CancellationError {
        try Task.checkCancellation()
      }
      let error = NodeError.timedOut(method: "all questions", after: limit)
      return (.unknown(.nodeFailing(error)), payment)
    }
  }
}

extension EndJudgement {
  /// True if the look was not conclusive.
  fileprivate var isUnknown: Bool {
    if case .unknown = self { true } else { false }
  }
}
