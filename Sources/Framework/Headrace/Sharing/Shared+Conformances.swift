public import CustomDump

extension Shared: Equatable where Value: Equatable {
  /// Whether two shared values are equal now. They may be shared by different features.
  public static func == (first: Self, second: Self) -> Bool {
    ExpectedSharedValues.areEqual(first.source, second.source)
  }
}

extension Shared: Hashable where Value: Hashable {
  /// Hashes the value as it is now.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(source.peek())
  }
}

extension Shared: CustomStringConvertible {
  /// The value, such as `Shared(1)`.
  public var description: String { "Shared(\(source.peek()))" }
}

extension Shared: CustomDumpRepresentable {
  /// The value.
  public var customDumpValue: Any { source.peek() }
}

extension SharedReader: CustomStringConvertible {
  /// The value, such as `SharedReader(1)`.
  public var description: String { "SharedReader(\(source.peek()))" }
}

extension SharedReader: CustomDumpRepresentable {
  /// The value.
  public var customDumpValue: Any { source.peek() }
}
