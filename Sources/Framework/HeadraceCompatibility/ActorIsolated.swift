/// A value on its own actor; `LockIsolated` needs no `await`.
public final actor ActorIsolated<Value: Sendable> {
  /// The value.
  public var value: Value

  /// Creates a value on an actor.
  public init(_ value: Value) {
    self.value = value
  }

  /// Reads or changes the value with exclusive access.
  ///
  /// - Parameter operation: Receives the value.
  public func withValue<Result: Sendable>(
    _ operation: @Sendable (inout Value) throws -> Result
  ) rethrows -> Result {
    var changed = value
    defer { value = changed }
    return try operation(&changed)
  }

  /// Replaces the value.
  public func setValue(_ newValue: Value) {
    value = newValue
  }
}
