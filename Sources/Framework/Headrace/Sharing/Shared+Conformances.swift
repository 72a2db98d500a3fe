public import CustomDump

extension Shared: Equatable where Value: Equatable {
  /// Whether two shared values are equal now. They may be shared by different features.
  ///
  /// While a test compares states, the first one has the value that the test expects.
  public static func == (first: Self, second: Self) -> Bool {
    let (first, second) = (first.source, second.source)
    // What a test asserts about a value is compared separately.
    if first === second { return true }
    guard let expected = ExpectedSharedValues.current, let actual = expected.actual else {
      return first.value(.unobserved) == second.value(.unobserved)
    }
    return first.value(.moment(expected.values)) == second.value(.moment(actual))
  }
}

extension Shared: Hashable where Value: Hashable {
  /// Hashes the value as it is now.
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
