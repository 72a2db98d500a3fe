public import Headrace

extension Dependency {
  /// Creates a property that reads a dependency as the type of a test's override.
  ///
  /// ```swift
  /// @Suite(.dependencies { $0.continuousClock = TestClock() })
  /// struct TimerTests {
  ///   @Dependency(\.continuousClock, as: TestClock<Duration>.self) var clock
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: A property of `DependencyValues`.
  ///   - type: The type of the value.
  ///   - fileID: The caller's module and file, for reports.
  ///   - filePath: The caller's file, for reports.
  ///   - line: The caller's line, for reports.
  ///   - column: The caller's column, for reports.
  /// - Precondition: The value is of this type when it is read.
  public init<Stored>(
    _ keyPath: any KeyPath<DependencyValues, Stored> & Sendable, as type: Value.Type,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      name: nil,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { cast($0[keyPath: keyPath]) }
  }

  /// Creates a property that reads the value of a key as the type of a test's override.
  ///
  /// - Parameters:
  ///   - key: The key's type.
  ///   - type: The type of the value.
  ///   - fileID: The caller's module and file, for reports.
  ///   - filePath: The caller's file, for reports.
  ///   - line: The caller's line, for reports.
  ///   - column: The caller's column, for reports.
  /// - Precondition: The value is of this type when it is read.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type, as type: Value.Type,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      name: "\(Key.self).self",
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { cast($0[Key.self]) }
  }
}

private func cast<Stored, Value>(_ stored: Stored) -> Value {
  guard let value = stored as? Value else {
    preconditionFailure(
      """
      '@Dependency(_, as: \(Value.self).self)' found a value of another type: \
      '\(type(of: stored as Any))'. Override the dependency with a '\(Value.self)' in this test, \
      as in '@Suite(.dependencies { … })'.
      """)
  }
  return value
}
