/// A whole stack on its way through the guards of a coordinator: that of a link, or of an archive.
struct StackProposal: Hashable, Sendable {
  /// What became of the stack.
  enum Outcome: Hashable {
    /// It is there.
    case taken
    /// A guard asks about it.
    case asked
    /// It is not there, and won't be.
    case refused
  }

  /// The route on top, which is made for this proposal and is on no other stack.
  let top: RouteID

  /// Looks what became of the stack.
  ///
  /// - Parameters:
  ///   - routes: The coordinator's stack.
  ///   - question: What its guards ask about now.
  func outcome<Screen>(
    on routes: [Route<Screen>], question: RouteQuestion<Screen>?
  ) -> Outcome {
    if routes.index(of: top) != nil { return .taken }
    return question?.proposed.last?.id == top ? .asked : .refused
  }
}
