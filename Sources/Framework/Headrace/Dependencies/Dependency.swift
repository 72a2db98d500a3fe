/// Reads a dependency in a feature, a client or a model.
///
/// ```swift
/// struct SendMoney: Reducer {
///   @Dependency(\.nodeClient) var nodeClient
///   @Dependency(\.continuousClock) var clock
/// }
/// ```
///
/// The value is looked up at every read, so a reducer and its effects see the overrides that apply
/// to their part of the tree. If no current override has the value, the overrides that were current
/// when the property was created are used. So a model created inside `withDependencies` keeps the
/// overrides that it was created with.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  // Pointers, without padding, so that two copies of a reducer have the same bytes and the store
  // recognises them as equal.

  @usableFromInline let read: @Sendable (DependencyValues) -> Value
  @usableFromInline let reader: DependencyReader

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

  /// Creates a property that reads the value of a key without a property of ``DependencyValues``.
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

  /// Creates a property that reads a value through a closure.
  ///
  /// - Parameters:
  ///   - name: The name of the dependency in reports; if `nil`, the name of its accessor.
  ///   - site: The author's line that reads the dependency.
  ///   - read: Finds the value.
  package init(
    name: String?, at site: CallSite, read: @escaping @Sendable (DependencyValues) -> Value
  ) {
    self.read = read
    reader = DependencyReader(name: name, site: site)
  }

  /// The current value.
  @inlinable
  public var wrappedValue: Value { read(reader.values) }

  /// The values that a model with this property passes on to another: the current values, backed by
  /// those that it was created with.
  package var valuesToPassOn: DependencyValues {
    let current = reader.values.storage
    guard let initial = reader.initial, initial !== current else {
      return DependencyValues(storage: current)
    }
    return DependencyValues(
      storage: DependencyStorage(
        overrides: initial.overrides.merging(current.overrides) { $1 },
        context: current.context ?? initial.context, defaults: current.defaults))
  }
}

/// The stored properties of a ``Dependency`` other than the function that reads its value.
@usableFromInline
final class DependencyReader: Sendable {
  /// The name of the dependency in reports; if `nil`, the name of its accessor.
  let name: String?

  /// The author's line that reads the dependency.
  let site: CallSite

  /// The overrides that were current when the property was created.
  let initial = DependencyValues.currentIfAny?.storage

  init(name: String?, site: CallSite) {
    self.name = name
    self.site = site
  }

  /// The current values, backed by those that were current when the property was created.
  @usableFromInline
  var values: DependencyValues {
    let current = DependencyValues.currentIfAny?.storage ?? initial
    return DependencyValues(storage: current ?? DependencyValues().storage, reader: self)
  }
}

// MARK: - Naming a Typo

extension Dependency {
  /// The overload that the compiler chooses if `DependencyValues` has no such property.
  @available(
    *, unavailable,
    message: """
      'DependencyValues' has no property of this name and type; look for a typo, a missing import \
      or another type, or omit the type
      """
  )
  @_disfavoredOverload
  public init(_ keyPath: KeyPath<NoSuchProperty, NoSuchProperty>) {
    preconditionFailure("There is no such dependency.")
  }

  /// The overload that the compiler chooses in the same case if the property's type is not written.
  @available(
    *, unavailable,
    message: "'DependencyValues' has no property of this name; look for a typo or a missing import"
  )
  @_disfavoredOverload
  public init(_ keyPath: KeyPath<NoSuchProperty, NoSuchProperty>)
  where Value == NoSuchProperty {
    preconditionFailure("There is no such dependency.")
  }
}

/// A type with a property of every name; it has no instances.
///
/// With it the compiler can point out a typo in a key path, such as `@Dependency(\.typo)` or
/// `.binding(\.typo)`.
@dynamicMemberLookup
public struct NoSuchProperty: Sendable {
  private init() {}

  /// A property that doesn't exist.
  public subscript(dynamicMember name: String) -> NoSuchProperty {
    preconditionFailure("There is no property '\(name)'.")
  }
}
