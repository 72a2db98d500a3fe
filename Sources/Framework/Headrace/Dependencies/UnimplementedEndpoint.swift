/// The error of a client's endpoint that was called and has no implementation.
public struct UnimplementedEndpoint: Error, Hashable, Sendable {
  /// The client's type and the endpoint, such as `QuoteClient.price`.
  public let name: String

  /// Whether the call was reported, so that the error itself need not be.
  private(set) var isReported = false

  /// Creates the error of an endpoint.
  ///
  /// - Parameter name: The client's type and the endpoint.
  public init(_ name: String) {
    self.name = name
  }

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
  public func report(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    reportMisuse(
      """
      '\(name)' was called, but has no implementation.

      It stands for an endpoint that is not expected to be called. Give it an implementation where \
      the store is made, or for this operation, with 'withDependencies'.
      """, at: Self.callerSite ?? site)
    var reported = self
    reported.isReported = true
    return reported
  }

  /// The author's line that calls what runs now; `nil` outside a test store.
  private static var callerSite: CallSite? {
    TestSend.site ?? DependencyValues.current.testedEffect?.site
  }

  /// Compares the names.
  public static func == (first: Self, second: Self) -> Bool { first.name == second.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension UnimplementedEndpoint: CustomStringConvertible {
  /// What was called.
  public var description: String { "'\(name)' has no implementation." }
}
