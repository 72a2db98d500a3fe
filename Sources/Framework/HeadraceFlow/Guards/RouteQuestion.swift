import Headrace

/// A change of a route stack that waits for a guard's answer.
///
/// It is in the coordinator's state while the guard asks, so that a host can show work in progress.
/// Set it to `nil` to withdraw the change; this cancels the effect that asks.
///
/// An effect of the coordinator asks. A copy of the state has no such effect: if you use the copy
/// for another coordinator or restore it later, set its question to `nil`.
public struct RouteQuestion<Screen>: Identifiable {
  /// The id of the question.
  public let id: RouteID

  /// The proposed stack.
  public let proposed: [Route<Screen>]

  /// The source of the proposal.
  public let source: RouteChangeSource

  /// The stack to show if the guard allows it.
  let target: [Route<Screen>]

  /// The stack that the proposal was made on.
  let basis: [RouteID]

  /// The guards that are not called again: those that have redirected, and the one that is asking.
  let settled: Set<Int>

  /// True if a guard has replaced the proposed stack.
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

  /// Creates a question, as expected by a test.
  ///
  /// - Parameters:
  ///   - proposed: The proposed stack.
  ///   - source: The source of the proposal.
  public init(proposed: [Route<Screen>], source: RouteChangeSource) {
    self.init(
      proposed: proposed, target: proposed, source: source, basis: [], settled: [],
      isRedirected: false, steps: nil)
  }
}

extension RouteQuestion: Equatable where Screen: Equatable {
  /// Compares the proposal and its source, regardless of ids.
  public static func == (first: Self, second: Self) -> Bool {
    first.proposed == second.proposed && first.source == second.source
  }
}

extension RouteQuestion: Sendable where Screen: Sendable {}
extension RouteQuestion: Codable where Screen: Codable {}

/// The handling of a change that is proposed while a guard is asking about another.
public enum SecondProposal: Hashable, Sendable {
  /// It replaces the first change: the question is withdrawn, and the guards decide again.
  case replace

  /// It is refused.
  case refuse
}
