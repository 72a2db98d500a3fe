/// The error of a client's endpoint that was called and has no implementation.
public struct UnimplementedEndpoint: Error, Equatable, CustomStringConvertible {
  /// The client's type and the endpoint, such as `QuoteClient.price`.
  let name: String

  /// Whether the call was reported, so that the error itself need not be.
  private(set) var isReported = false

  /// Creates the error of an endpoint.
  ///
  /// - Parameter name: The client's type and the endpoint.
  public init(_ name: String) { self.name = name }

  /// Reports the call: a test failure under a test, a log line otherwise.
  ///
  /// Where an effect of a test store has called it, the report points at that effect's line; where
  /// a reducer has, at the test's line that sent the action. Otherwise the caller is not known.
  ///
  /// - Parameters:
  ///   - fileID: The endpoint's module and file, for a report of an unknown caller.
  ///   - filePath: The endpoint's file, for a report of an unknown caller.
  ///   - line: The endpoint's line, for a report of an unknown caller.
  ///   - column: The endpoint's column, for a report of an unknown caller.
  /// - Returns: The error itself, to be thrown.
  @discardableResult
  public func report(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    RunNotes.noteUnrecorded(name)
    reportMisuse(
      """
      '\(name)' was called, but has no implementation.

      It stands for an endpoint that is not expected to be called. Give it an implementation where \
      the store is made, or for this operation, with 'withDependencies'.
      """, at: TestSend.site ?? DependencyValues.current.testedEffect?.site ?? site)
    var reported = self
    reported.isReported = true
    return reported
  }

  /// Compares the names.
  public static func == (first: Self, second: Self) -> Bool { first.name == second.name }

  /// What was called.
  public var description: String { "'\(name)' has no implementation." }
}

/// A closure that should not be called: it reports the call by name, and returns a placeholder.
///
/// For clients written by hand; ``DependencyClient()`` generates the same for every endpoint.
///
/// ```swift
/// extension QuoteClient: TestDependencyKey {
///   static let testValue = QuoteClient(
///     price: unimplemented("QuoteClient.price"),
///     isOpen: unimplemented("QuoteClient.isOpen", placeholder: false))
/// }
/// ```
///
/// The report is a test failure under a test, a log line otherwise. It does not show the arguments,
/// which may be large or private.
///
/// - Parameters:
///   - name: What the report calls the closure; made when it is called.
///   - placeholder: What the closure returns; made when it is called.
///   - fileID: The module and file where the closure is made, for the report.
///   - filePath: The file where the closure is made, for the report.
///   - line: The line where the closure is made, for the report.
///   - column: The column where the closure is made, for the report.
/// - Returns: The closure, for endpoints with any number of parameters, `async` or not.
public func unimplemented<each Argument, Result>(
  _ name: @autoclosure @escaping @Sendable () -> String = "A closure",
  placeholder: @autoclosure @escaping @Sendable () -> sending Result = (),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) -> sending Result {
  { (_: repeat each Argument) in
    UnimplementedEndpoint(name())
      .report(fileID: fileID, filePath: filePath, line: line, column: column)
    return placeholder()
  }
}

/// A closure that should not be called: it reports the call by name, and throws
/// ``UnimplementedEndpoint``.
///
/// - Parameters:
///   - name: What the report and the error call the closure; made when it is called.
///   - fileID: The module and file where the closure is made, for the report.
///   - filePath: The file where the closure is made, for the report.
///   - line: The line where the closure is made, for the report.
///   - column: The column where the closure is made, for the report.
/// - Returns: The closure, for endpoints with any number of parameters, `async` or not.
public func unimplemented<each Argument, Result>(
  _ name: @autoclosure @escaping @Sendable () -> String = "A closure",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> sending Result {
  { (_: repeat each Argument) in
    throw UnimplementedEndpoint(name())
      .report(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// A closure that should not be called: it reports the call by name, and throws the author's error.
///
/// - Parameters:
///   - name: What the report calls the closure; made when it is called.
///   - failure: What the closure throws; made when it is called.
///   - fileID: The module and file where the closure is made, for the report.
///   - filePath: The file where the closure is made, for the report.
///   - line: The line where the closure is made, for the report.
///   - column: The column where the closure is made, for the report.
/// - Returns: The closure, for endpoints with any number of parameters, `async` or not.
public func unimplemented<each Argument, Failure: Error, Result>(
  _ name: @autoclosure @escaping @Sendable () -> String = "A closure",
  throwing failure: @autoclosure @escaping @Sendable () -> Failure,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) throws(Failure) -> sending Result {
  { (_: repeat each Argument) throws(Failure) in
    UnimplementedEndpoint(name())
      .report(fileID: fileID, filePath: filePath, line: line, column: column)
    throw failure()
  }
}

/// A value that should not be used: it is reported by name when it is made.
///
/// ```swift
/// extension TitleKey: TestDependencyKey {
///   static var testValue: String? { unimplemented("TitleKey", placeholder: nil) }
/// }
/// ```
///
/// - Parameters:
///   - name: What the report calls the value.
///   - placeholder: The value.
///   - fileID: The module and file where the value is made, for the report.
///   - filePath: The file where the value is made, for the report.
///   - line: The line where the value is made, for the report.
///   - column: The column where the value is made, for the report.
/// - Returns: The placeholder.
@_disfavoredOverload
public func unimplemented<Result>(
  _ name: @autoclosure () -> String = "A value", placeholder: @autoclosure () -> Result = (),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Result {
  UnimplementedEndpoint(name())
    .report(fileID: fileID, filePath: filePath, line: line, column: column)
  return placeholder()
}
