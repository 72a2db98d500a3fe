package import ActivityClient
package import EthereumPrimitives
package import Headrace
import NodeClient

/// Reads every payment of a chain again, and opens those whose end the chain does not have.
///
/// An owner starts it to declare that this node is right: after a node that lied, a reorganisation
/// past finality, or a development chain that was started again. It trusts a chain that is shorter
/// than the journal's, which nothing else does. If there is a second node, it must agree.
@Reducer
package struct RepairPayments {
  /// How far the repair has come.
  @ObservableState
  package struct State: Equatable, Sendable {
    /// The chain whose payments are read.
    package let chainID: ChainID
    /// Where it stands.
    package var phase = Phase.idle

    /// Creates a state in which nothing is repaired.
    package init(chainID: ChainID) {
      self.chainID = chainID
    }
  }

  /// Where a repair stands.
  @CasePathable
  package enum Phase: Equatable, Sendable {
    /// Nothing is asked.
    case idle
    /// The payments are read.
    case running
    /// Every payment was looked at, or could not be.
    case done(RepairReport)
    /// The journal could not be read or written.
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
    case finished(RepairReport)
    case failed(SendMoneyFailure)
  }

  /// What the parent receives.
  @CasePathable
  package enum Delegate: Equatable, Sendable {
    case finished(RepairReport)
  }

  enum CancelID { case repair }

  @Dependency(\.node) var node
  @Dependency(\.verifier) var verifier
  @Dependency(\.activity) var activity
  @Dependency(\.continuousClock) var clock

  /// Creates the feature.
  package init() {}

  /// Routes what happened to its handler.
  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(.started):
        state.phase = .running
        return repair(state.chainID)
      case .inner(.finished(let report)):
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
      var report = RepairReport()
      for payment in try await activity.payments(ActivityQuery(chainID: chainID, limit: .max)) {
        guard payment.state.isOfBlocks else { continue }
        let (judgement, found) = try await delivery.review(payment, trustsNode: true)
        switch judgement {
        case .stands: report.standing.append(found)
        case .gone: report.reopened.append(found)
        case .unknown(let progress):
          report.unknown.append(PaymentNews(payment: payment, progress: progress))
        }
      }
      await send(.inner(.finished(report)))
    } catch: { error, send in
      await send(.inner(.failed(SendMoneyFailure(error))))
    }
    .cancellable(id: CancelID.repair, cancelInFlight: true)
  }
}

/// What a repair has found.
package struct RepairReport: Equatable, Sendable {
  /// Payments whose end the chain has.
  package var standing: [Payment] = []
  /// Payments whose end the chain does not have; they are open again.
  package var reopened: [Payment] = []
  /// Payments about which the node did not say enough, and why.
  package var unknown: [PaymentNews] = []

  /// Creates an empty report.
  package init() {}
}
