public import Headrace

/// Runs code with the dependency values of a model, changed or not.
///
/// A model that creates another one passes on its dependency values:
///
/// ```swift
/// let detail = withDependencies(from: self) { DetailModel() }
/// ```
///
/// - Parameters:
///   - model: A value with a ``Dependency`` among its stored properties. Without one, the current
///     values are used, and this is reported.
///   - update: Changes a copy of the model's values.
///   - operation: The code to run.
///   - fileID: The caller's module and file, for the report.
///   - filePath: The caller's file, for the report.
///   - line: The caller's line, for the report.
///   - column: The caller's column, for the report.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<Model, Result>(
  from model: Model,
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) rethrows -> Result {
  var values = DependencyValues.of(
    model, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  try values.update(update)
  return try values.yield(operation)
}

/// Runs code with the dependency values of a model.
///
/// - Parameters:
///   - model: A value with a ``Dependency`` among its stored properties.
///   - operation: The code to run.
///   - fileID: The caller's module and file, for the report.
///   - filePath: The caller's file, for the report.
///   - line: The caller's line, for the report.
///   - column: The caller's column, for the report.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<Model, Result>(
  from model: Model, operation: () throws -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) rethrows -> Result {
  try withDependencies(
    from: model, { _ in }, operation: operation, fileID: fileID, filePath: filePath, line: line,
    column: column)
}

/// Runs asynchronous code with the dependency values of a model, on the caller's actor.
///
/// - Parameters:
///   - model: A value with a ``Dependency`` among its stored properties.
///   - operation: The code to run.
///   - fileID: The caller's module and file, for the report.
///   - filePath: The caller's file, for the report.
///   - line: The caller's line, for the report.
///   - column: The caller's column, for the report.
/// - Returns: The result of `operation`.
@discardableResult
nonisolated(nonsending)
  public func withDependencies<Model, Result>(
    from model: Model, operation: nonisolated(nonsending) () async throws -> Result,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async rethrows -> Result
{
  try await withDependencies(
    from: model, { _ in }, operation: operation, fileID: fileID, filePath: filePath, line: line,
    column: column)
}

/// Runs asynchronous code with changed dependency values of a model, on the caller's actor.
///
/// - Parameters:
///   - model: A value with a ``Dependency`` among its stored properties.
///   - update: Changes a copy of the model's values.
///   - operation: The code to run.
///   - fileID: The caller's module and file, for the report.
///   - filePath: The caller's file, for the report.
///   - line: The caller's line, for the report.
///   - column: The caller's column, for the report.
/// - Returns: The result of `operation`.
@discardableResult
nonisolated(nonsending)
  public func withDependencies<Model, Result>(
    from model: Model,
    _ update: (inout DependencyValues) throws -> Void,
    operation: nonisolated(nonsending) () async throws -> Result,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async rethrows -> Result
{
  var values = DependencyValues.of(
    model, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  try values.update(update)
  return try await values.yield(operation)
}

/// Runs asynchronous code with dependency values that are changed asynchronously.
///
/// - Parameters:
///   - update: Changes a copy of the current values. A value without a test value is reported here
///     even if only a part of it is changed.
///   - operation: The code to run.
/// - Returns: The result of `operation`.
@_disfavoredOverload
@discardableResult
nonisolated(nonsending)
  public func withDependencies<Result>(
    _ update: nonisolated(nonsending) (inout DependencyValues) async throws -> Void,
    operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result
{
  var values = DependencyValues.current
  try await update(&values)
  return try await values.yield(operation)
}

extension DependencyValues {
  /// Returns the values that a model's properties read.
  fileprivate static func of<Model>(_ model: Model, at site: CallSite) -> DependencyValues {
    var mirror: Mirror? = Mirror(reflecting: model)
    while let current = mirror {
      for child in current.children {
        if let dependency = child.value as? any CapturingDependencies { return dependency.values }
      }
      mirror = current.superclassMirror
    }
    reportMisuse(
      """
      'withDependencies(from:)' was given a value without dependencies: '\(Model.self)'.

      It looks for a property with '@Dependency' among the stored ones, and finds none, so the \
      current values are used. Give the model one, or omit 'from:'.
      """, at: site)
    return .current
  }
}

/// A property that keeps the values that were current when it was created.
private protocol CapturingDependencies {
  var values: DependencyValues { get }
}

extension Dependency: CapturingDependencies {
  fileprivate var values: DependencyValues { valuesToPassOn }
}
