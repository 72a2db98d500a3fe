import Synchronization

/// The values of shared state at one moment of a test.
@usableFromInline
package struct SharedValues: Sendable {
  /// A value that differs from the expected one.
  package struct Difference: Sendable {
    package let name: String
    package let expected: any Sendable
    package let actual: any Sendable
  }

  private var entries: [ObjectIdentifier: (whole: any WholeSharedValue, value: any Sendable)] = [:]

  /// True if a test's closure has asserted any of the values, even one that did not change.
  @usableFromInline package private(set) var hasAssertions = false

  package init() {}

  @usableFromInline package var isEmpty: Bool { entries.isEmpty }

  subscript(whole: any WholeSharedValue) -> (any Sendable)? {
    get { entries[ObjectIdentifier(whole)]?.value }
    set { entries[ObjectIdentifier(whole)] = newValue.map { (whole, $0) } }
  }

  /// Sets a value asserted by a test's closure.
  mutating func assert(_ value: any Sendable, of whole: any WholeSharedValue) {
    self[whole] = value
    hasAssertions = true
  }

  /// Returns the values of another moment, completed by the values of this one.
  @usableFromInline package func replaced(by later: Self) -> Self {
    var values = self
    values.entries.merge(later.entries) { $1 }
    return values
  }

  /// Returns the values that differ from those of another moment, by name.
  ///
  /// A value that the other moment doesn't have is compared with the real one.
  package func differences(from other: Self) -> [Difference] {
    entries.values.compactMap { whole, value in
      let actual = other[whole] ?? whole.liveValue
      // Values that can't be compared are treated as equal.
      if (value as? any Equatable)?.isEqual(to: actual) ?? true { return nil }
      return Difference(name: whole.subject.name, expected: value, actual: actual)
    }
    .sorted { $0.name < $1.name }
  }

  /// Returns true if another moment has a value that differs from this one's.
  @usableFromInline package func isChanged(in other: Self) -> Bool {
    !differences(from: replaced(by: other)).isEmpty
  }
}

/// The shared values that a test expects, while its closure asserts a change, or while states are
/// compared.
///
/// Changes that the test makes on this thread are made to these values, not to the shared values.
@usableFromInline
package final class ExpectedSharedValues {
  var values: SharedValues
  /// The actual values, while states are compared.
  let actual: SharedValues?

  private init(_ values: SharedValues, comparedWith actual: SharedValues? = nil) {
    self.values = values
    self.actual = actual
  }

  /// The expected values on this thread.
  static var current: ExpectedSharedValues? {
    ThreadLocalPointer.expectedSharedValues.object(as: ExpectedSharedValues.self)
  }

  /// Runs a test's closure that asserts a change.
  ///
  /// - Parameters:
  ///   - values: The values asserted so far; changed to the values that the closure asserts.
  ///   - body: The closure.
  @usableFromInline
  package static func giving<Result>(
    from values: inout SharedValues, _ body: () throws -> Result
  ) rethrows -> Result {
    let expected = ExpectedSharedValues(values)
    defer { values = expected.values }
    return try ThreadLocalPointer.expectedSharedValues.withObject(expected, body)
  }

  /// Compares two states; the shared values in the first are those that a test expects.
  @usableFromInline
  package static func comparing<Result>(
    _ expected: SharedValues, with actual: SharedValues, _ body: () throws -> Result
  ) rethrows -> Result {
    try ThreadLocalPointer.expectedSharedValues.withObject(
      ExpectedSharedValues(expected, comparedWith: actual), body)
  }
}

// MARK: - Recording

/// A recorder of the changes that the feature of a test store makes to shared values.
@usableFromInline
package final class SharedRecorder: Sendable {
  private let moments = Mutex((asserted: SharedValues(), now: SharedValues()))

  @usableFromInline package init() {}

  /// The values that the test has asserted so far.
  @usableFromInline package var asserted: SharedValues { moments.withLock { $0.asserted } }

  /// The current values.
  @usableFromInline package var now: SharedValues { moments.withLock { $0.now } }

  /// Makes the values of a moment the asserted ones.
  @usableFromInline package func assert(_ values: SharedValues) {
    moments.withLock { $0.asserted = $0.asserted.replaced(by: values) }
  }

  /// Notes a change.
  ///
  /// - Parameter isOutside: True if the change comes from outside of the feature under test, as a
  ///   part of the test's setup.
  func note(
    _ whole: any WholeSharedValue, from before: any Sendable, to after: any Sendable,
    isOutside: Bool
  ) {
    moments.withLock { moments in
      if isOutside || moments.asserted[whole] == nil {
        moments.asserted[whole] = isOutside ? after : before
      }
      moments.now[whole] = after
    }
  }
}

extension DependencyValues {
  /// The recorder of the test store whose feature is running.
  @usableFromInline package var sharedRecorder: SharedRecorder? {
    get { self[SharedRecorderKey.self] }
    set { self[SharedRecorderKey.self] = newValue }
  }
}

private enum SharedRecorderKey: DependencyKey {
  static var liveValue: SharedRecorder? { nil }
  static var testValue: SharedRecorder? { nil }
}
