// MARK: - Comparing With the State

extension _EffectScope {
  /// Marks the scope of the child at a node as lost, unless the state still holds that child.
  ///
  /// - Parameter identity: The identity of the child that the state holds.
  /// - Returns: The scope of the child, if it continues.
  @usableFromInline
  package func loseChildIfGone(
    at node: Int, isPresent: Bool, identity: @autoclosure () -> AnyHashable?
  ) -> _EffectScope? {
    guard let scope = child(at: node) else { return nil }
    if isPresent, scope.stands(at: .optional(node: node, identity: identity())) { return scope }
    scope.lose()
    return nil
  }
}
