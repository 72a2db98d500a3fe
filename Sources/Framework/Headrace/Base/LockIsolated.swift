internal import Synchronization

/// A value behind a lock, which closures on any thread can read and change.
///
/// Tests use it to record calls to their clients.
///
/// ```swift
/// let sent = LockIsolated<[String]>([])
/// $0.mailClient.send = { text in sent.withValue { $0.append(text) } }
/// ```
@dynamicMemberLookup
public final class LockIsolated<Value: Sendable>: Sendable {
  private let storage: Mutex<Value>

  /// Creates a value behind a lock.
  public init(_ value: Value) { storage = Mutex(value) }

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
    try storage.withLock { value throws(Failure) in try operation(&value) }
  }

  /// Replaces the value.
  public func setValue(_ newValue: Value) { storage.withLock { $0 = newValue } }
}

extension LockIsolated: Equatable where Value: Equatable {
  /// Compares the current values.
  public static func == (first: LockIsolated, second: LockIsolated) -> Bool {
    first.value == second.value
  }
}
