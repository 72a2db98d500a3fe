/// Reads a dependency where a feature, a client or a model needs it.
///
/// ```swift
/// struct SendMoney: Reducer {
///   @Dependency(\.nodeClient) var nodeClient
///   @Dependency(\.continuousClock) var clock
/// }
/// ```
///
/// The value is looked up at every read, so a reducer and its effects see the overrides that apply
/// where they run in the tree. If no current override has the value, the overrides that were
/// current when the property was created are used. So a model created inside `withDependencies`
/// keeps what it was given.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  // Pointers, with every byte written. So two copies of a reducer have the same bytes, and the
  // store recognises them as equal.

  @usableFromInline let read: @Sendable (DependencyValues) -> Value
  @usableFromInline let reader: DependencyReader

  /// The values that a model with this property passes on to another.
  package var valuesToPassOn: DependencyValues { reader.merged }

  /// Creates a property that reads the value at a key path.
  ///
  /// - Parameter keyPath: A property of ``DependencyValues``.
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      name: nil, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { $0[keyPath: keyPath] }
  }

  /// Creates a property that reads the value of a key, for keys without a property of
  /// ``DependencyValues``.
  ///
  /// - Parameter key: The key's type.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    self.init(
      name: "\(Key.self).self",
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { $0[Key.self] }
  }

  /// Creates a property that reads a value by a closure.
  ///
  /// - Parameters:
  ///   - name: What reports call the dependency; if `nil`, the name of its accessor.
  ///   - site: The author's line that reads.
  ///   - read: Finds the value.
  package init(
    name: String?, at site: CallSite,
    read: @escaping @Sendable (DependencyValues) -> Value
  ) {
    self.read = read
    reader = DependencyReader(name: name, site: site)
  }

  /// The current value.
  @inlinable
  public var wrappedValue: Value { read(reader.values) }
}

// MARK: - Naming a Typo

extension Dependency {
  /// What the compiler chooses where `DependencyValues` has no such property.
  @available(
    *, unavailable,
    message: """
      'DependencyValues' has no property of this name and type; look for a typo, a missing import \
      or another type, or omit the type
      """
  )
  @_disfavoredOverload
  public init(_ keyPath: KeyPath<NoSuchDependency, Value>) {
    preconditionFailure("There is no such dependency.")
  }

  /// What the compiler chooses there if the property's type is not written.
  @available(
    *, unavailable,
    message: "'DependencyValues' has no property of this name; look for a typo or a missing import"
  )
  @_disfavoredOverload
  public init(_ keyPath: KeyPath<NoSuchDependency, NoSuchDependency>)
  where Value == NoSuchDependency {
    preconditionFailure("There is no such dependency.")
  }
}

/// Has a property for every name, so that the compiler can name the typo in `@Dependency(\.typo)`.
/// There is no value of it.
@dynamicMemberLookup
public struct NoSuchDependency: Sendable {
  private init() {}

  /// Stands for a property that doesn't exist.
  public subscript<Value>(dynamicMember name: String) -> Value {
    preconditionFailure("There is no dependency '\(name)'.")
  }
}
