/// Reads a dependency where a feature, a client or a model needs it.
///
/// ```swift
/// struct SendMoney: Reducer {
///   @Dependency(\.nodeClient) var nodeClient
///   @Dependency(\.continuousClock) var clock
/// }
/// ```
///
/// The value is looked up at every read, so a reducer, and the effects it returns, see the
/// overrides of the place in the tree where they run. Where nothing in force overrides the value,
/// overrides that were in force when the property was made still count, so that a model made inside
/// `withDependencies` keeps what it was given.
@frozen
@propertyWrapper
public struct Dependency<Value>: Sendable {
  @usableFromInline
  enum Source: Sendable {
    case keyPath(any KeyPath<DependencyValues, Value> & Sendable)
    case key(@Sendable (DependencyValues) -> Value)
  }

  @usableFromInline let source: Source
  @usableFromInline let reader: DependencyReader

  /// Creates a property that reads the value at a key path.
  ///
  /// - Parameter keyPath: A property of ``DependencyValues``.
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    source = .keyPath(keyPath)
    reader = DependencyReader(
      name: nil,
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Creates a property that reads the value of a key, for keys without a property of
  /// ``DependencyValues``.
  ///
  /// - Parameter key: The key's type.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    source = .key { $0[Key.self] }
    reader = DependencyReader(
      name: "\(Key.self).self",
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The value in force now.
  @inlinable
  public var wrappedValue: Value {
    switch source {
    case .keyPath(let keyPath): reader.values[keyPath: keyPath]
    case .key(let read): read(reader.values)
    }
  }
}
