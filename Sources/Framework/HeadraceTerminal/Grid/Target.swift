/// A named rectangle of a grid that the mouse can hit.
struct Target: Sendable {
  let part: Rect
  let name: String
}

extension Grid {
  /// Returns the name of the topmost target at a position, if there is one.
  ///
  /// - SeeAlso: ``View/target(_:)``
  public func target(at position: Position) -> String? {
    targets.last {
      $0.part.columns.contains(position.column) && $0.part.rows.contains(position.row)
    }?.name
  }
}
