/// The error of a call to a client's endpoint that has no implementation.
public struct UnimplementedEndpoint: Error, Equatable, CustomStringConvertible {
  /// The client's type and the endpoint, such as `QuoteClient.price`.
  let name: String

  /// True if the call was reported, so that the error itself need not be.
  private(set) var isReported = false

  /// Creates the error of an endpoint.
  ///
  /// - Parameter name: The client's type and the endpoint.
  public init(_ name: String) { self.name = name }

  /// Reports the call: a test failure in a test, otherwise a log line.
  ///
  /// The report points at the author's line: for a call by an effect of a test store, the effect's
  /// line; for a call by a reducer, the test's line that sent the action. Otherwise the caller is
  /// unknown.
  ///
  /// - Parameters:
  ///   - fileID: The endpoint's module and file, reported if the caller is unknown.
  ///   - filePath: The endpoint's file, reported if the caller is unknown.
  ///   - line: The endpoint's line, reported if the caller is unknown.
  ///   - column: The endpoint's column, reported if the caller is unknown.
  /// - Returns: The error itself, for throwing.
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

  /// The endpoint, in a sentence.
  public var description: String { "'\(name)' has no implementation." }
}

/// Creates a closure that should not be called: it reports the call by name, and returns a
/// placeholder.
///
/// Use it for clients written by hand; ``DependencyClient()`` generates the same for every
/// endpoint.
///
/// ```swift
/// extension QuoteClient: TestDependencyKey {
///   static let testValue = QuoteClient(
///     price: unimplemented("QuoteClient.price"),
///     isOpen: unimplemented("QuoteClient.isOpen", placeholder: false))
/// }
/// ```
///
/// The report is a test failure in a test, otherwise a log line. It omits the arguments, which may
/// be large or private.
///
/// - Parameters:
///   - name: The name of the closure in the report; evaluated when it is called.
///   - placeholder: The closure's result; evaluated when it is called.
///   - fileID: The module and file where the closure is created, for the report.
///   - filePath: The file where the closure is created, for the report.
///   - line: The line where the closure is created, for the report.
///   - column: The column where the closure is created, for the report.
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

/// Creates a closure that should not be called: it reports the call by name, and throws
/// ``UnimplementedEndpoint``.
///
/// - Parameters:
///   - name: The name of the closure in the report and the error; evaluated when it is called.
///   - fileID: The module and file where the closure is created, for the report.
///   - filePath: The file where the closure is created, for the report.
///   - line: The line where the closure is created, for the report.
///   - column: The column where the closure is created, for the report.
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

/// Creates a closure that should not be called: it reports the call by name, and throws the
/// author's error.
///
/// - Parameters:
///   - name: The name of the closure in the report; evaluated when it is called.
///   - failure: The error to throw; evaluated when the closure is called.
///   - fileID: The module and file where the closure is created, for the report.
///   - filePath: The file where the closure is created, for the report.
///   - line: The line where the closure is created, for the report.
///   - column: The column where the closure is created, for the report.
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

/// Returns a value that should not be used, and reports its creation by name.
///
/// ```swift
/// extension TitleKey: TestDependencyKey {
///   static var testValue: String? { unimplemented("TitleKey", placeholder: nil) }
/// }
/// ```
///
/// - Parameters:
///   - name: The name of the value in the report.
///   - placeholder: The value.
///   - fileID: The module and file where the value is created, for the report.
///   - filePath: The file where the value is created, for the report.
///   - line: The line where the value is created, for the report.
///   - column: The column where the value is created, for the report.
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
