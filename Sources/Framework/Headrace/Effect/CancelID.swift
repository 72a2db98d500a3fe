/// An id by which an effect can be cancelled, and those that it was given further out.
///
/// A list, as there is mostly one. Not an `AnyHashable`, which takes as long to make and to compare
/// as several actions to reduce.
@usableFromInline
class CancelID {
  private final let outer: CancelID?

  fileprivate init(below outer: CancelID?) {
    self.outer = outer
  }

  /// Whether an id is among them.
  final func includes(_ id: CancelID) -> Bool {
    isSame(as: id) || outer?.includes(id) == true
  }

  /// Whether an id is this one, whatever ids are further out.
  func isSame(as other: CancelID) -> Bool {
    preconditionFailure("'isSame(as:)' is for '\(Self.self)' to override.")
  }

  /// The same id for an effect that has others already.
  func below(_ outer: CancelID) -> CancelID {
    preconditionFailure("'below(_:)' is for '\(Self.self)' to override.")
  }
}

/// An id of a type. One of another type is another id.
@usableFromInline
final class TypedCancelID<Value: Hashable>: CancelID {
  private let value: Value

  @usableFromInline
  init(_ value: Value) {
    self.value = value
    super.init(below: nil)
  }

  private init(_ value: Value, below outer: CancelID) {
    self.value = value
    super.init(below: outer)
  }

  override func isSame(as other: CancelID) -> Bool {
    guard let other = other as? Self else { return false }
    return other.value == value
  }

  override func below(_ outer: CancelID) -> CancelID {
    TypedCancelID(value, below: outer)
  }
}
