/// The values that are passed to features: clients, clocks, dates, random numbers.
///
/// A value is looked up in this order: first among the values that a store, an effect or a
/// `withDependencies` gave to the running code, from the innermost outwards; then among those that
/// were current where the ``Dependency`` was created; and last in the key's value for the
/// ``context``.
///
/// Copies share their storage until one of them changes.
public struct DependencyValues: Sendable {
  @usableFromInline var storage: DependencyStorage

  /// The property that reads these values; `nil` if it is not a ``Dependency``.
  private let reader: DependencyReader?

  /// Creates values without overrides, except those of `prepareDependencies`.
  public init() { self = Self.root.value }

  init(storage: DependencyStorage, reader: DependencyReader? = nil) {
    self.storage = storage
    self.reader = reader
  }

  /// The value of a key.
  ///
  /// - Complexity: O(1) expected for an override, O(log *n*) for one of *n* defaults. Reading takes
  ///   no lock once the key's default exists.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath,
    line line: UInt = #line,
    column column: UInt = #column,
    function function: StaticString = #function
  ) -> Key.Value {
    @inlinable
    get {
      let box = box(of: ObjectIdentifier(key)) as? DependencyBox<Key.Value>
      return box?.value
        ?? makeDefault(
          of: key, name: function,
          site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    set {
      var overrides = storage.overrides
      overrides[ObjectIdentifier(key)] = DependencyBox(newValue)
      storage = DependencyStorage(
        overrides: overrides, context: storage.context, defaults: storage.defaults)
    }
  }

  /// The context, which determines the values of dependencies that are not overridden.
  ///
  /// Override it, for example, to use one live client in a test.
  public var context: DependencyContext {
    get { storage.context ?? reader?.initial?.context ?? .process }
    set {
      storage = DependencyStorage(
        overrides: storage.overrides, context: newValue, defaults: storage.defaults)
    }
  }

  /// Finds the value of a key, if there is one.
  ///
  /// Not generic: the caller, which knows the types, opens the box.
  @usableFromInline
  func box(of key: ObjectIdentifier) -> (any AnyObject & Sendable)? {
    storage.overrides[key] ?? storage.defaults.pinned?.value[key]
      ?? reader?.initial?.overrides[key] ?? storage.defaults.box(of: key, in: context)
  }

  /// Creates the value of a key without an override, on its first read.
  @usableFromInline
  func makeDefault<Key: TestDependencyKey>(
    of key: Key.Type, name: StaticString, site: CallSite
  ) -> Key.Value {
    let (value, isFinal) = DependencyLookup.making(
      name: reader?.name ?? "\\.\(name)", at: reader?.site ?? site
    ) { key.value(in: context) }
    return isFinal ? storage.defaults.insert(value, for: key, in: context) : value
  }
}

/// The immutable storage of ``DependencyValues``: the overrides, and the defaults found so far.
///
/// Changing values gives them another storage.
@usableFromInline
final class DependencyStorage: Sendable {
  let overrides: DependencyTable

  /// The context, if it differs from the process's.
  let context: DependencyContext?

  /// True if `withDependencies` created the values for a part of a reducer's run.
  ///
  /// The effects that are created there run with them.
  let isForPartOfRun: Bool

  /// The defaults, shared by all values derived from the same test, store or process.
  let defaults: DependencyDefaults

  init(
    overrides: DependencyTable = [:], context: DependencyContext? = nil,
    isForPartOfRun: Bool = false, defaults: DependencyDefaults
  ) {
    self.overrides = overrides
    self.context = context
    self.isForPartOfRun = isForPartOfRun
    self.defaults = defaults
  }
}

/// Boxed values by the types of their keys.
typealias DependencyTable = [ObjectIdentifier: any AnyObject & Sendable]

/// A value in a table, in the type that the key declares, even if that is an optional.
@usableFromInline
final class DependencyBox<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  init(_ value: Value) { self.value = value }
}

// MARK: - Overriding

extension DependencyValues {
  /// Lets an author override values.
  ///
  /// A missing test value is not reported on reading, because it is about to be replaced.
  ///
  /// - Returns: The result of the author's closure.
  @usableFromInline @discardableResult
  package mutating func update<Result, Failure: Error>(
    _ body: (inout DependencyValues) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try DependencyLookup.updating { () throws(Failure) in try body(&self) }
  }

  /// Assigns a value through a key path, without creating the default that it replaces.
  @usableFromInline
  package mutating func set<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable, to value: Value
  ) {
    DependencyLookup.updating(replacing: value) { self[keyPath: keyPath] = value }
  }

  /// Returns the value of a key if it was given or created.
  func known<Key: TestDependencyKey>(_ key: Key.Type) -> Key.Value? {
    (box(of: ObjectIdentifier(key)) as? DependencyBox<Key.Value>)?.value
  }
}

// MARK: - Values of a Test Store

extension DependencyValues {
  /// Returns the same values for a test store: no other test shares their defaults, and ``pin(_:)``
  /// can change them later.
  package func pinned() -> DependencyValues {
    let defaults = DependencyDefaults(pinned: LockIsolated(allOverrides))
    return DependencyValues(
      storage: DependencyStorage(context: storage.context, defaults: defaults))
  }

  /// Changes what values made by ``pinned()``, and all derived from them, find for keys without an
  /// override.
  ///
  /// Tests use it to change a dependency halfway.
  package func pin(_ values: DependencyValues) {
    storage.defaults.pinned?.setValue(values.allOverrides)
  }

  private var allOverrides: DependencyTable {
    (storage.defaults.pinned?.value ?? [:]).merging(storage.overrides) { $1 }
  }
}
