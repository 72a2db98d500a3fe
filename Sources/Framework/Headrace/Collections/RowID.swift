/// The id of a row, without the id's type.
///
/// It is an object, because two of them are compared by their classes. Two `AnyHashable`s are
/// compared by casts, which were a third of an action to a row (benchmark row `action to one row,
/// each presents an effect`).
@usableFromInline
package class RowID: Hashable, CustomStringConvertible {
  @inlinable
  init() {}

  @usableFromInline package var description: String { "\(ObjectIdentifier(self))" }

  @usableFromInline
  package static func == (first: RowID, second: RowID) -> Bool { first.isEqual(to: second) }

  func isEqual(to other: RowID) -> Bool { self === other }

  @usableFromInline
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A row's id, with its type.
@usableFromInline
package final class TypedRowID<ID: Hashable>: RowID {
  @usableFromInline let id: ID

  @inlinable
  package init(_ id: ID) { self.id = id }

  @usableFromInline package override var description: String { "\(id)" }

  override func isEqual(to other: RowID) -> Bool {
    guard let other = other as? Self else { return false }
    return other.id == id
  }

  @usableFromInline
  package override func hash(into hasher: inout Hasher) { id.hash(into: &hasher) }
}
