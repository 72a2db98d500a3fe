extension StackState {
  /// Marks the scopes of elements as lost that left the stack or were replaced.
  ///
  /// - Returns: The elements below which children may have ended since the last search.
  @inlinable
  mutating func loseRowsThatAreGone(in scope: _EffectScope, at node: Int) -> [SearchedRow] {
    let stack = self
    return scope.loseRowsThatAreGone(
      at: node, structureVersion: structureVersion, &changes, id: { stack.key(at: $0) },
      where: { stack.holds($0) })
  }
}
