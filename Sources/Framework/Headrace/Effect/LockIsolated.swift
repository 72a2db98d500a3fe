internal import Synchronization

/// A value behind a lock, which closures on any thread may read and change.
///
/// Tests use it to collect the calls of their clients.
///
/// ```swift
/// let sent = LockIsolated<[String]>([])
/// $0.mailClient.send = { text in sent.withValue { $0.append(text) } }
/// ```
@dynamicMemberLookup
public final class LockIsolated<Value: Sendable>: Sendable {
  private let storage: Mutex<Value>

  /// Creates a value behind a lock.
  public init(_ value: Value) {
    storage = Mutex(value)
  }

  /// The current value.
  public var value: Value { storage.withLock { $0 } }

  /// A property of the current value.
  public subscript<Part: Sendable>(dynamicMember keyPath: KeyPath<Value, Part>) -> Part {
    value[keyPath: keyPath]
  }

  /// Reads or changes the value with exclusive access.
  ///
  /// - Parameter operation: Must not use this value again: the lock is not recursive.
  public func withValue<Result: Sendable, Failure: Error>(
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withLock { value throws(Failure) in
      var changed = value
      defer { value = changed }
      return try operation(&changed)
    }
  }

  /// Replaces the value.
  public func setValue(_ newValue: Value) {
    storage.withLock { $0 = newValue }
  }
}

extension LockIsolated: Equatable where Value: Equatable {
  /// Compares the current values.
  public static func == (first: LockIsolated, second: LockIsolated) -> Bool {
    first.value == second.value
  }
}

/// A value made `Sendable` by its author's promise to use it on one thread at a time.
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

/// A hashable value of any type that may cross threads, such as an id of an effect.
public struct AnyHashableSendable: Hashable, Sendable {
  /// The value.
  public let base: any Hashable & Sendable

  /// Erases the type of a value; a value that is erased already is not wrapped again.
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
