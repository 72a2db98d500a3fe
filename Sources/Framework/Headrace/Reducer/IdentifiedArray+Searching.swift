public import OrderedCollections

extension IdentifiedArray where ID: Sendable {
  /// Marks the scopes of rows as lost that were removed.
  ///
  /// - Returns: The rows below which children may have ended since the last search.
  @inlinable
  mutating func loseRowsThatAreGone(in scope: _EffectScope, at node: Int) -> [SearchedRow] {
    let ids = storage.keys
    return scope.loseRowsThatAreGone(
      at: node, structureVersion: structureVersion, &changes, id: { ids[$0] },
      where: { ids.contains($0) })
  }
}
