import CustomDump

/// An id by which an effect can be cancelled, of any type. Ids of different types differ.
@usableFromInline
final class CancelID: Hashable {
  private let type: ObjectIdentifier
  private let value: AnyHashable
  /// The hash of the value, which authors' code computes: once, however many ids enclose an effect.
  private let hash: Int

  @usableFromInline
  init<Value: Hashable>(_ value: Value) {
    self.type = ObjectIdentifier(Value.self)
    self.value = AnyHashable(value)
    self.hash = value.hashValue
  }

  @usableFromInline
  static func == (first: CancelID, second: CancelID) -> Bool {
    first === second
      || first.hash == second.hash && first.type == second.type && first.value == second.value
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(hash)
  }

  /// The id as reports show it, such as `CancelID.search`.
  var text: String { String(customDumping: value.base) }
}
