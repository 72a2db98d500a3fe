/// The key of a value that is shared as long as the program runs.
public struct InMemoryKey<Value: Sendable>: SharedKey {
  /// Its name.
  let name: String

  /// Nothing is stored.
  public func load() -> Value? { nil }

  /// Stores nothing: the value itself stays.
  public func save(_ value: Value) {}
}

extension InMemoryKey: CustomStringConvertible {
  /// The key as its author writes it.
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
