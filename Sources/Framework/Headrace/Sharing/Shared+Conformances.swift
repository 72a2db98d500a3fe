public import CustomDump

extension Shared: Equatable where Value: Equatable {
  /// Returns true if two shared values are currently equal, even if different features share them.
  ///
  /// While a test compares states, the first value is the one that the test expects.
  public static func == (first: Self, second: Self) -> Bool {
    let (first, second) = (first.source, second.source)
    // A test's assertions about a value are compared separately.
    if first === second { return true }
    guard let expected = ExpectedSharedValues.current, let actual = expected.actual else {
      return first.value(.unobserved) == second.value(.unobserved)
    }
    return first.value(.moment(expected.values)) == second.value(.moment(actual))
  }
}

extension Shared: Hashable where Value: Hashable {
  /// Hashes the current value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(source.value(.unobserved))
  }
}

extension Shared: CustomStringConvertible {
  /// The value, such as `Shared(1)`.
  public var description: String { "Shared(\(source.value(.unobserved)))" }
}

extension Shared: CustomDumpRepresentable {
  /// The value.
  public var customDumpValue: Any { source.value(.unobserved) }
}

extension SharedReader: CustomStringConvertible {
  /// The value, such as `SharedReader(1)`.
  public var description: String { "SharedReader(\(source.value(.unobserved)))" }
}

extension SharedReader: CustomDumpRepresentable {
  /// The value.
  public var customDumpValue: Any { source.value(.unobserved) }
}
