/// The key of a value that is shared as long as the program runs.
public struct InMemoryKey<Value: Sendable>: SharedKey {
  /// The name of the value.
  let name: String

  /// Returns `nil`: nothing is stored.
  public func load() -> Value? { nil }

  /// Stores nothing: the value itself stays in memory.
  public func save(_ value: Value) {}
}

extension InMemoryKey: CustomStringConvertible {
  /// The key as written in source.
  public var description: String { ".inMemory(\"\(name)\")" }
}

extension SharedKey {
  /// Shares a value as long as the program runs; in a test, as long as the test runs.
  ///
  /// - Parameter name: Identifies the value. A name has one value of each type.
  public static func inMemory<Value>(_ name: String) -> Self where Self == InMemoryKey<Value> {
    InMemoryKey(name: name)
  }
}
