/// Values of shared state at one moment of a test.
@usableFromInline
package struct SharedValues: Sendable {
  package struct Entry: Sendable {
    let subject: SharedSubject
    /// What the value is called in a failure.
    package let name: String
    package let value: any Sendable
    /// The value that is there in fact, when it is asked.
    let live: @Sendable () -> any Sendable
  }

  /// A value that differs from what it should be.
  package struct Difference: Sendable {
    package let name: String
    package let expected: any Sendable
    package let actual: any Sendable
  }

  private var entries: [ObjectIdentifier: Entry] = [:]

  package init() {}

  @usableFromInline package var isEmpty: Bool { entries.isEmpty }

  subscript(subject: SharedSubject) -> Entry? { entries[ObjectIdentifier(subject)] }

  mutating func set(
    _ value: any Sendable, of subject: SharedSubject, named name: String,
    live: @escaping @Sendable () -> any Sendable
  ) {
    entries[ObjectIdentifier(subject)] = Entry(
      subject: subject, name: name, value: value, live: live)
  }

  /// The values of another moment, and these where it has none.
  @usableFromInline package func replaced(by later: Self) -> Self {
    var values = self
    values.entries.merge(later.entries) { $1 }
    return values
  }

  /// The values that are others at another moment, by name.
  ///
  /// What that does not know is compared with what it is now. Values that can't be compared are
  /// equal.
  package func differences(from other: Self) -> [Difference] {
    entries.values.compactMap { entry in
      let actual = other[entry.subject]?.value ?? entry.live()
      if Self.areEqual(entry.value, actual) { return nil }
      return Difference(name: entry.name, expected: entry.value, actual: actual)
    }
    .sorted { $0.name < $1.name }
  }

  /// Whether another moment knows a value that is another here.
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

/// Lets a test give its account of a change. What the test changes on this thread is the account,
/// not the shared values.
@usableFromInline
package final class SharedAccount {
  package internal(set) var values: SharedValues
  /// What the values really are, while states are compared.
  private let actual: SharedValues?

  private init(_ values: SharedValues, comparingWith actual: SharedValues?) {
    self.values = values
    self.actual = actual
  }

  /// The account that is given on this thread.
  static var current: SharedAccount? {
    ThreadLocalPointer.sharedAccount.value.map {
      Unmanaged<SharedAccount>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Runs a test's account of a change.
  ///
  /// - Parameters:
  ///   - values: What the test has asserted so far; changed to what it says now.
  ///   - body: The account.
  @usableFromInline
  package static func giving<Result>(
    from values: inout SharedValues, _ body: () throws -> Result
  ) rethrows -> Result {
    let account = SharedAccount(values, comparingWith: nil)
    defer { values = account.values }
    return try account.whileCurrent(body)
  }

  /// Compares two states: the shared values in the first are those that a test expects.
  @usableFromInline
  package static func comparing<Result>(
    _ expected: SharedValues, with actual: SharedValues, _ body: () throws -> Result
  ) rethrows -> Result {
    try SharedAccount(expected, comparingWith: actual).whileCurrent(body)
  }

  private func whileCurrent<Result>(_ body: () throws -> Result) rethrows -> Result {
    let slot = ThreadLocalPointer.sharedAccount.slot
    let outer = slot.pointee
    slot.pointee = Unmanaged.passUnretained(self).toOpaque()
    defer { slot.pointee = outer }
    return try withExtendedLifetime(self, body)
  }

  /// Whether two shared values are equal: where states are compared, the first of them as the test
  /// expects it.
  ///
  /// One value is equal to itself: what the test says of it is compared by itself.
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
