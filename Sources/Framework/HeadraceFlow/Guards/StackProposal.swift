/// A whole stack, from a link or an archive, that a coordinator's guards must decide about.
struct StackProposal: Codable, Hashable, Sendable {
  /// The outcome of a proposal.
  enum Outcome: Hashable {
    /// The stack is shown.
    case taken
    /// A guard is asking about the stack.
    case asked
    /// The stack is not shown, and will not be.
    case refused
  }

  /// The top route, which was created for this proposal and is on no other stack.
  let top: RouteID

  /// Determines the outcome for the stack.
  ///
  /// - Parameters:
  ///   - routes: The coordinator's stack.
  ///   - question: The current question of its guards.
  func outcome<Screen>(
    on routes: [Route<Screen>], question: RouteQuestion<Screen>?
  ) -> Outcome {
    if routes.index(of: top) != nil { return .taken }
    return question?.proposed.last?.id == top ? .asked : .refused
  }
}
