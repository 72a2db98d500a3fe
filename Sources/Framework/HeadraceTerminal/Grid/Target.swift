/// A part of a grid with a name, for the mouse.
struct Target: Sendable {
  let part: Rect
  let name: String
}

extension Grid {
  /// The name of what is shown at a place, if it has one; the uppermost counts.
  ///
  /// - SeeAlso: ``View/target(_:)``
  public func target(at position: Position) -> String? {
    targets.last {
      $0.part.columns.contains(position.column) && $0.part.rows.contains(position.row)
    }?.name
  }
}
