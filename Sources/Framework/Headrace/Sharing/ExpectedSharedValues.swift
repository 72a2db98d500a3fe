/// Values of shared state at one moment of a test.
@usableFromInline
package struct SharedValues: Sendable {
  package struct Entry: Sendable {
    let subject: SharedSubject
    package let value: any Sendable
    /// Returns the real value at the time of the call.
    let live: @Sendable () -> any Sendable
  }

  /// A value that differs from the expected one.
  package struct Difference: Sendable {
    package let name: String
    package let expected: any Sendable
    package let actual: any Sendable
  }

  private var entries: [ObjectIdentifier: Entry] = [:]

  /// Whether a test's closure has asserted any of them, even a value that did not change.
  @usableFromInline package private(set) var hasAssertions = false

  package init() {}

  @usableFromInline package var isEmpty: Bool { entries.isEmpty }

  subscript(subject: SharedSubject) -> Entry? { entries[ObjectIdentifier(subject)] }

  mutating func set(
    _ value: any Sendable, of subject: SharedSubject,
    live: @escaping @Sendable () -> any Sendable
  ) {
    entries[ObjectIdentifier(subject)] = Entry(subject: subject, value: value, live: live)
  }

  /// Sets a value that a test's closure asserts.
  mutating func assert(
    _ value: any Sendable, of subject: SharedSubject,
    live: @escaping @Sendable () -> any Sendable
  ) {
    set(value, of: subject, live: live)
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
  /// A value that the other moment doesn't have is compared with the real one. Values that can't be
  /// compared count as equal.
  package func differences(from other: Self) -> [Difference] {
    entries.values.compactMap { entry in
      let actual = other[entry.subject]?.value ?? entry.live()
      if Self.areEqual(entry.value, actual) { return nil }
      return Difference(name: entry.subject.name, expected: entry.value, actual: actual)
    }
    .sorted { $0.name < $1.name }
  }

  /// Whether another moment has a value that differs from the one here.
  @usableFromInline package func isChanged(in other: Self) -> Bool {
    entries.values.contains { entry in
      other[entry.subject].map { !Self.areEqual(entry.value, $0.value) } ?? false
    }
  }

  private static func areEqual(_ first: any Sendable, _ second: any Sendable) -> Bool {
    func isEqual<First: Equatable>(_ first: First) -> Bool { second as? First == first }
    guard let first = first as? any Equatable else { return true }
    return isEqual(first)
  }
}

/// Lets a test assert a change. Changes that the test makes on this thread are changes of the
/// account (the asserted values), not of the shared values.
@usableFromInline
package final class ExpectedSharedValues {
  package internal(set) var values: SharedValues
  /// The real values, while states are compared.
  private let actual: SharedValues?

  private init(_ values: SharedValues, comparingWith actual: SharedValues?) {
    self.values = values
    self.actual = actual
  }

  /// The account that is current on this thread.
  static var current: ExpectedSharedValues? {
    ThreadLocalPointer.sharedAccount.object(as: ExpectedSharedValues.self)
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
    let account = ExpectedSharedValues(values, comparingWith: nil)
    defer { values = account.values }
    return try ThreadLocalPointer.sharedAccount.withObject(account, body)
  }

  /// Compares two states; the shared values in the first are those that a test expects.
  @usableFromInline
  package static func comparing<Result>(
    _ expected: SharedValues, with actual: SharedValues, _ body: () throws -> Result
  ) rethrows -> Result {
    let account = ExpectedSharedValues(expected, comparingWith: actual)
    return try ThreadLocalPointer.sharedAccount.withObject(account, body)
  }

  /// Whether two shared values are equal. While states are compared, the first one has the value
  /// that the test expects.
  ///
  /// A value is equal to itself here, because what the test asserts about it is compared
  /// separately.
  static func areEqual<Value: Equatable>(
    _ first: any SharedSource<Value>, _ second: any SharedSource<Value>
  ) -> Bool {
    if first === second { return true }
    guard let account = current, let actual = account.actual else {
      return first.peek() == second.peek()
    }
    return first.value(in: account.values) == second.value(in: actual)
  }
}
