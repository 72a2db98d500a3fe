import Headrace

/// A change of a route stack that waits for a guard's answer.
///
/// The coordinator's state holds it while the guard asks, so a host can show that work is in
/// progress. Set it to `nil` to withdraw the change; this cancels the effect that asks.
///
/// An effect of the coordinator asks. A copy of the state has no such effect: if the copy is used
/// for another coordinator or restored later, set its question to `nil`.
public struct RouteQuestion<Screen>: Identifiable {
  /// Identifies the question.
  public let id: RouteID

  /// The stack that was proposed.
  public let proposed: [Route<Screen>]

  /// What proposes the change.
  public let source: RouteChangeSource

  /// The stack that is shown if the guard allows it.
  let target: [Route<Screen>]

  /// The stack that the proposal was made on.
  let basis: [RouteID]

  /// The guards that are not called again: those that have redirected, and the one that asks.
  let settled: Set<Int>

  /// Whether a guard has replaced the proposed stack.
  let isRedirected: Bool

  /// The steps that follow the change, if it is one of several.
  let steps: RouteSteps<Screen>?

  init(
    proposed: [Route<Screen>], target: [Route<Screen>], source: RouteChangeSource,
    basis: [RouteID], settled: Set<Int>, isRedirected: Bool, steps: RouteSteps<Screen>?
  ) {
    self.id = RouteID()
    self.proposed = proposed
    self.target = target
    self.source = source
    self.basis = basis
    self.settled = settled
    self.isRedirected = isRedirected
    self.steps = steps
  }

  /// A question as a test expects it.
  ///
  /// - Parameters:
  ///   - proposed: The stack that was proposed.
  ///   - source: What proposes the change.
  public init(proposed: [Route<Screen>], source: RouteChangeSource) {
    self.init(
      proposed: proposed, target: proposed, source: source, basis: [], settled: [],
      isRedirected: false, steps: nil)
  }
}

extension RouteQuestion: Equatable where Screen: Equatable {
  /// Compares the proposal and its source; the ids don't matter.
  public static func == (first: Self, second: Self) -> Bool {
    first.proposed == second.proposed && first.source == second.source
  }
}

extension RouteQuestion: Sendable where Screen: Sendable {}
extension RouteQuestion: Codable where Screen: Codable {}

/// What happens to a change that is proposed while a guard asks about another.
public enum SecondProposal: Hashable, Sendable {
  /// It replaces the first: the question is withdrawn, and the guards decide again.
  case replace

  /// It is refused.
  case refuse
}
