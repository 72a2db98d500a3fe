import IssueReporting

/// What is reading a dependency on this thread, and why; for the text and the location of reports.
///
/// It finds no values: ``DependencyValues`` does, and ``DependencyDefaults`` keeps those that are
/// not overridden.
final class DependencyLookup {
  private enum Purpose {
    case reading(name: String, CallSite)
    case updating
    /// A value is assigned by a key path, which reads the previous value only to drop it.
    case assigning(Any)
  }

  private let purpose: Purpose

  /// Whether a missing value was ignored because it is about to be overridden.
  private var passedOver = false

  /// The innermost look-up of this thread.
  private static var current: DependencyLookup? {
    ThreadLocalPointer.lookup.object(as: DependencyLookup.self)
  }

  private init(_ purpose: Purpose) {
    self.purpose = purpose
  }

  /// Runs an author's update, which reads values only to change them, so missing ones are not
  /// reported.
  static func updating<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try ThreadLocalPointer.lookup.withObject(DependencyLookup(.updating), body)
  }

  /// Runs the assignment of a value by a key path.
  static func assigning<Result>(_ value: Any, _ body: () -> Result) -> Result {
    ThreadLocalPointer.lookup.withObject(DependencyLookup(.assigning(value)), body)
  }

  /// Makes a default, so that a missing value is reported by its name at the line that reads it.
  static func making<Result>(
    name: String, at site: CallSite, _ make: () -> Result
  ) -> (Result, isFinal: Bool) {
    var purpose = Purpose.reading(name: name, site)
    switch current?.purpose {
    case .updating:
      purpose = .updating
    case .assigning(let value):
      // '$0.date = …' reads the previous value only to replace it: then the assigned value has the
      // type of the dependency, and stands in for it. '$0.date.now = …' needs the previous value:
      // then the types differ, and the default is made.
      if let value = value as? Result { return (value, isFinal: false) }
      purpose = .updating
    case .reading, nil:
      break
    }
    let lookup = DependencyLookup(purpose)
    let result = ThreadLocalPointer.lookup.withObject(lookup, make)
    return (result, isFinal: !lookup.passedOver)
  }
}

// MARK: - Reporting What Is Missing

extension DependencyLookup {
  static func reportMissingTestValue<Key: DependencyKey>(of key: Key.Type) {
    report(key) { name in
      """
      \(name) has no test value, but was read in a test.

        Key: \(Key.self)
        Value: \(Key.Value.self)

      A test must not use a live dependency by accident. Override it for this test, in the \
      'withDependencies' of the test store or around the code under test, or give '\(Key.self)' a \
      'testValue'.
      """
    }
  }

  static func reportMissingLiveValue<Key: TestDependencyKey>(of key: Key.Type) {
    report(key) { name in
      """
      \(name) has no live value, but was read in a running program.

        Key: \(Key.self)
        Value: \(Key.Value.self)

      The test value is used instead. Import the target that makes '\(Key.self)' a \
      'DependencyKey' into the host, or set the value by 'prepareDependencies' before anything \
      reads it.
      """
    }
  }

  /// Reports that a value whose test value does nothing was used.
  ///
  /// - Parameters:
  ///   - name: What the author calls the dependency.
  ///   - remedy: The override that a test would write.
  ///   - site: The line that reads the dependency.
  static func reportUnimplemented(_ name: String, remedy: String, at site: CallSite) {
    // A value that is read to be changed, as by the key path in '$0.date.now = …', is not used.
    switch current?.purpose {
    case .updating, .assigning: return
    case .reading, nil: break
    }
    reportMisuse(
      """
      Unimplemented: \(name)

      A test decides what its dependencies answer. Override it in the 'withDependencies' of the \
      test store or around the code under test: \(remedy).
      """, at: site)
  }

  /// The author's line that reads the dependency whose default is made; the given one if no
  /// author's line reads it.
  static func readingSite(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> CallSite {
    if case .reading(_, let site) = current?.purpose { return site }
    return CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  private static func report<Key: TestDependencyKey>(
    _ key: Key.Type, _ message: (String) -> String
  ) {
    guard isForUse() else { return }
    var name = "\(Key.self).self"
    if case .reading(let written, _) = current?.purpose { name = written }
    reportMisuse(message("@Dependency(\(name))"), at: readingSite())
  }

  /// Whether the value that is made now is used, and not read only to be replaced or changed.
  ///
  /// If it is read to be changed, the look-up remembers that this was asked. Then the value is not
  /// kept, and a later use makes it again.
  static func isForUse() -> Bool {
    switch current?.purpose {
    case .updating:
      current?.passedOver = true
      return false
    case .assigning:
      return false
    case .reading, nil:
      return true
    }
  }
}
