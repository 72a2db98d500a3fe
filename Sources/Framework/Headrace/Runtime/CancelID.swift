/// An id by which an effect can be cancelled.
///
/// Not an `AnyHashable`, which takes as long to make and to compare as several actions to reduce.
@usableFromInline
protocol CancelID: AnyObject {
  /// Whether another id is the same.
  func isSame(as other: any CancelID) -> Bool

  /// Adds the id to a hash; equal ids add the same.
  func hash(into hasher: inout Hasher)
}

/// An id of a type. One of another type is another id.
@usableFromInline
final class TypedCancelID<Value: Hashable>: CancelID {
  private let value: Value

  @usableFromInline
  init(_ value: Value) {
    self.value = value
  }

  @usableFromInline
  func isSame(as other: any CancelID) -> Bool {
    guard let other = other as? Self else { return false }
    return other.value == value
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(Value.self))
    hasher.combine(value)
  }
}
