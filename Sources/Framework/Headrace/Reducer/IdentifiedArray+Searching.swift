public import OrderedCollections

extension IdentifiedArray {
  /// The rows of a scope below which children may have ended since the last search; begins a new
  /// search.
  @inlinable
  mutating func rowsToSearch(in scope: EffectScope, at node: Int) -> [SearchedRow] {
    let ids = storage.keys
    return scope.rowsToSearch(at: node, &changes) { AnyHashable(ids[$0]) }
  }
}
