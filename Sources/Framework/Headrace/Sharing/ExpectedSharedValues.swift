import Synchronization

/// Values of shared state at one moment of a test.
@usableFromInline
package struct SharedValues: Sendable {
  /// A value that differs from the expected one.
  package struct Difference: Sendable {
    package let name: String
    package let expected: any Sendable
    package let actual: any Sendable
  }

  private var entries: [ObjectIdentifier: (whole: any WholeSharedValue, value: any Sendable)] = [:]

  /// Whether a test's closure has asserted any of them, even a value that did not change.
  @usableFromInline package private(set) var hasAssertions = false

  package init() {}

  @usableFromInline package var isEmpty: Bool { entries.isEmpty }

  subscript(whole: any WholeSharedValue) -> (any Sendable)? {
    get { entries[ObjectIdentifier(whole)]?.value }
    set { entries[ObjectIdentifier(whole)] = newValue.map { (whole, $0) } }
  }

  /// Sets a value that a test's closure asserts.
  mutating func assert(_ value: any Sendable, of whole: any WholeSharedValue) {
    self[whole] = value
    hasAssertions = true
  }

  /// The values of another moment; these for values that the other moment doesn't have.
  @usableFromInline package func replaced(by later: Self) -> Self {
    var values = self
    values.entries.merge(later.entries) { $1 }
    return values
  }

  /// The values that differ from those of another moment, by name.
  ///
  /// A value that the other moment doesn't have is compared with the real one.
  package func differences(from other: Self) -> [Difference] {
    entries.values.compactMap { whole, value in
      let actual = other[whole] ?? whole.liveValue
      // Values that can't be compared count as equal.
      if (value as? any Equatable)?.isEqual(to: actual) ?? true { return nil }
      return Difference(name: whole.subject.name, expected: value, actual: actual)
    }
    .sorted { $0.name < $1.name }
  }

  /// Whether another moment has a value that differs from the one here.
  @usableFromInline package func isChanged(in other: Self) -> Bool {
    !differences(from: replaced(by: other)).isEmpty
  }
}

/// The shared values that a test expects, while its closure asserts a change, or states are
/// compared. What the test changes on this thread is changed in them, not in the shared values.
@usableFromInline
package final class ExpectedSharedValues {
  var values: SharedValues
  /// The real values, while states are compared.
  let actual: SharedValues?

  private init(_ values: SharedValues, comparedWith actual: SharedValues? = nil) {
    self.values = values
    self.actual = actual
  }

  /// The values that are expected on this thread.
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

/// Notes what the feature of a test store does to shared values.
@usableFromInline
package final class SharedRecorder: Sendable {
  private let moments = Mutex((asserted: SharedValues(), now: SharedValues()))

  @usableFromInline package init() {}

  /// The values that the test has asserted so far.
  @usableFromInline package var asserted: SharedValues { moments.withLock { $0.asserted } }

  /// The values now.
  @usableFromInline package var now: SharedValues { moments.withLock { $0.now } }

  /// Makes the values of a moment the asserted ones.
  @usableFromInline package func assert(_ values: SharedValues) {
    moments.withLock { $0.asserted = $0.asserted.replaced(by: values) }
  }

  /// Notes a change.
  ///
  /// - Parameter isOutside: Whether the change comes from outside the feature under test: it is a
  ///   part of what the test has arranged.
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
  /// The recorder of the test store whose feature runs.
  @usableFromInline package var sharedRecorder: SharedRecorder? {
    get { self[SharedRecorderKey.self] }
    set { self[SharedRecorderKey.self] = newValue }
  }
}

private enum SharedRecorderKey: DependencyKey {
  static var liveValue: SharedRecorder? { nil }
  static var testValue: SharedRecorder? { nil }
}
