/// A value that is `Sendable` by its author's promise to use it on one thread at a time.
///
/// Unchecked: that promise is the only purpose of the type, and nothing here can prove it.
@dynamicMemberLookup
@propertyWrapper
public struct UncheckedSendable<Value>: @unchecked Sendable {
  // Unchecked: the author makes the promise, which is the only purpose of this type.

  /// The value.
  public var value: Value

  /// Wraps a value.
  public init(_ value: Value) {
    self.value = value
  }

  /// Wraps the value of a property.
  public init(wrappedValue: Value) {
    self.value = wrappedValue
  }

  /// The value.
  public var wrappedValue: Value {
    get { value }
    _modify { yield &value }
  }

  /// The wrapper itself.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// A property of the value.
  public subscript<Part>(dynamicMember keyPath: KeyPath<Value, Part>) -> Part {
    value[keyPath: keyPath]
  }
}

/// A hashable value of any type that can cross threads, such as an id of an effect.
public struct AnyHashableSendable: Hashable, Sendable {
  /// The value.
  public let base: any Hashable & Sendable

  /// Erases the type of a value; an already erased value is not wrapped again.
  public init(_ base: some Hashable & Sendable) {
    self.base = (base as? AnyHashableSendable)?.base ?? base
  }

  /// Compares the values.
  public static func == (first: Self, second: Self) -> Bool {
    AnyHashable(first.base) == AnyHashable(second.base)
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(AnyHashable(base))
  }
}
