/// A read of a dependency that is in progress on this thread, and its purpose, for reports.
///
/// It does not find values: ``DependencyValues`` does, and ``DependencyDefaults`` keeps those that
/// are not overridden.
package final class DependencyLookup {
  /// The dependency whose default is being created, by the author's name for it, and the author's
  /// line that reads it; `nil` during an author's update.
  private let read: (name: String, site: CallSite)?

  /// True if values are read only to be replaced or changed, so that missing ones are not reported.
  private let isForUpdate: Bool

  /// The value that is assigned through a key path; the previous value is read only to be dropped.
  private let replacement: Any?

  /// True if a missing value was ignored because it is about to be overridden.
  private var passedOver = false

  /// The innermost look-up of this thread.
  private static var current: DependencyLookup? {
    ThreadLocalPointer.lookup.object(as: DependencyLookup.self)
  }

  private init(
    of read: (name: String, site: CallSite)? = nil, isForUpdate: Bool, replacement: Any? = nil
  ) {
    self.read = read
    self.isForUpdate = isForUpdate
    self.replacement = replacement
  }

  /// Runs an update, which reads values only to change them, so that missing ones are not reported.
  ///
  /// - Parameters:
  ///   - replacement: The value that the update assigns through a key path, if it does nothing
  ///     else.
  ///   - body: The update.
  static func updating<Result, Failure: Error>(
    replacing replacement: Any? = nil, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let lookup = DependencyLookup(isForUpdate: true, replacement: replacement)
    return try ThreadLocalPointer.lookup.withObject(lookup, body)
  }

  /// Creates a default; a missing value is reported by name at the line that reads it.
  ///
  /// - Returns: The default, and true if it should be kept.
  static func making<Result>(
    name: String, at site: CallSite, _ make: () -> Result
  ) -> (Result, isFinal: Bool) {
    // `$0.date = …` reads the previous value only to replace it: the assigned value has the type of
    // the dependency, and is returned in its stead. `$0.date.now = …` needs the previous value: the
    // types differ, and the default is created.
    if let replacement = current?.replacement, let value = replacement as? Result {
      return (value, isFinal: false)
    }
    let lookup = DependencyLookup(of: (name, site), isForUpdate: current?.isForUpdate ?? false)
    let result = ThreadLocalPointer.lookup.withObject(lookup, make)
    return (result, isFinal: !lookup.passedOver)
  }

  /// True if the value being created will be used, and is not read only to be replaced or changed.
  ///
  /// If it is read to be changed, the look-up remembers this question. The value is then not kept,
  /// and a later use creates it again.
  static func isForUse() -> Bool {
    guard let current, current.isForUpdate else { return true }
    current.passedOver = true
    return false
  }
}

// MARK: - Reporting Missing Values

extension DependencyLookup {
  /// Reports that a key has no value for a context.
  static func reportMissing<Key: TestDependencyKey>(
    _ kind: String, of key: Key.Type, in place: String, remedy: String
  ) {
    guard isForUse() else { return }
    let (name, site) = reading(key)
    RunNotes.noteUnrecorded(name)
    reportMisuse(
      """
      \(name) has no \(kind) value, but was read in \(place).

        Key: \(Key.self)
        Value: \(Key.Value.self)

      \(remedy)
      """, at: site)
  }

  /// Creates a closure for a test value, which reports the call and returns a placeholder.
  ///
  /// - Parameters:
  ///   - key: The key whose test value is being created.
  ///   - remedy: The override that a test would write.
  ///   - placeholder: The closure's result, evaluated when it is called.
  package static func unimplemented<Value>(
    _ key: Any.Type, remedy: String, placeholder: @autoclosure @escaping @Sendable () -> Value
  ) -> @Sendable () -> Value {
    let (name, site) = reading(key)
    return {
      // A value that is read to be changed, as through the key path in '$0.date.now = …', is not
      // used.
      guard isForUse() else { return placeholder() }
      RunNotes.noteUnrecorded(name)
      reportMisuse(
        """
        Unimplemented: \(name)

        A test decides what its dependencies answer. Override it in the 'withDependencies' of the \
        test store or around the code under test: \(remedy).
        """, at: site)
      return placeholder()
    }
  }

  /// The dependency whose default is being created, by its name in reports, and the author's line
  /// that reads it.
  package static func reading(_ key: Any.Type) -> (name: String, site: CallSite) {
    let here = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    let (name, site) = current?.read ?? ("\(key).self", here)
    return ("@Dependency(\(name))", site)
  }
}
