import CustomDump

/// An id of any type that can cancel an effect.
///
/// Ids of different types differ.
@usableFromInline
final class CancelID: Hashable, Sendable {
  @usableFromInline let value: any Hashable & Sendable
  @usableFromInline let type: ObjectIdentifier
  /// The hash of type and value, which authors' code computes: once, however many ids an effect
  /// has.
  @usableFromInline let hash: Int
  /// Compares two values of the type, in code that is compiled for it.
  @usableFromInline let areEqual: @Sendable (any Hashable, any Hashable) -> Bool

  @inlinable
  init<Value: Hashable & Sendable>(_ value: Value) {
    self.value = value
    type = ObjectIdentifier(Value.self)
    var hasher = Hasher()
    hasher.combine(type)
    hasher.combine(value)
    hash = hasher.finalize()
    areEqual = { $0 as? Value == $1 as? Value }
  }

  @usableFromInline
  static func == (first: CancelID, second: CancelID) -> Bool {
    first === second
      || first.hash == second.hash && first.type == second.type
        && first.areEqual(first.value, second.value)
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  /// The id as shown in reports, such as `CancelID.search`.
  var text: String { String(customDumping: AnyHashable(value).base) }
}
