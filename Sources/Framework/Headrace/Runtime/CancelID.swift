/// An id by which an effect can be cancelled, of any type.
@usableFromInline
class CancelID {
  fileprivate init() {}

  /// Whether another id is the same.
  func isSame(as other: CancelID) -> Bool {
    preconditionFailure("'isSame(as:)' is for '\(Self.self)' to override.")
  }

  /// Adds the id to a hash; equal ids add equal values.
  func hash(into hasher: inout Hasher) {
    preconditionFailure("'hash(into:)' is for '\(Self.self)' to override.")
  }
}

/// An id of one type. Ids of different types differ.
@usableFromInline
final class TypedCancelID<Value: Hashable>: CancelID {
  private let value: Value

  @usableFromInline
  init(_ value: Value) {
    self.value = value
    super.init()
  }

  override func isSame(as other: CancelID) -> Bool {
    guard let other = other as? Self else { return false }
    return other.value == value
  }

  override func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(Value.self))
    hasher.combine(value)
  }
}
