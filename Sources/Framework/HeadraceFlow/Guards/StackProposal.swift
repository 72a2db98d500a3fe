/// A whole stack on its way through the guards of a coordinator: that of a link, or of an archive.
struct StackProposal: Codable, Hashable, Sendable {
  /// The outcome of a proposal.
  enum Outcome: Hashable {
    /// The stack is shown.
    case taken
    /// A guard is asking about the stack.
    case asked
    /// The stack is not shown, and won't be.
    case refused
  }

  /// The route on top, which is made for this proposal and is on no other stack.
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
