import CustomDump

/// An id by which an effect can be cancelled, of any type.
@usableFromInline
protocol CancelID: AnyObject {
  /// Whether another id is the same. Called for each id that a feature has in flight.
  func isSame(as other: any CancelID) -> Bool

  /// Adds the id to a hash; equal ids add equal values. Called where a feature has many ids.
  func hash(into hasher: inout Hasher)

  /// The id as reports show it, such as `CancelID.search`.
  var text: String { get }
}

/// An id of one type. Ids of different types differ.
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

  @usableFromInline var text: String { String(customDumping: value) }
}
