/// The values that features get from outside: clients, clocks, dates, random numbers.
///
/// A value is looked up in this order: in what the running code was given by a store, an effect or
/// a `withDependencies`, the innermost first; in what was current where the ``Dependency`` was
/// created; and then in the key's value for the ``context``.
///
/// Copies share their storage until one of them is changed.
public struct DependencyValues: Sendable {
  @usableFromInline var storage: DependencyStorage

  /// The reader of these values; `nil` if no ``Dependency`` reads them.
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
  ///   no lock once the key's default is known.
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

  /// The context, which decides the values of dependencies that are not overridden.
  ///
  /// Override it to run, for example, one live client in a test.
  public var context: DependencyContext {
    get { storage.context ?? reader?.initial?.context ?? .process }
    set {
      storage = DependencyStorage(
        overrides: storage.overrides, context: newValue, defaults: storage.defaults)
    }
  }

  /// Finds the value of a key, if there is one. It is not generic; the caller, whose types
  /// are known, opens the box.
  @usableFromInline
  func box(of key: ObjectIdentifier) -> (any AnyObject & Sendable)? {
    storage.overrides[key] ?? storage.defaults.pinned?.value[key]
      ?? reader?.initial?.overrides[key] ?? storage.defaults.box(of: key, in: context)
  }

  /// Makes the value of a key that is not overridden, on its first read.
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

/// What is behind ``DependencyValues``: the overrides, and the defaults found so far. It never
/// changes: values that are changed get another storage.
@usableFromInline
final class DependencyStorage: Sendable {
  let overrides: DependencyTable

  /// The context, if it is not the process's.
  let context: DependencyContext?

  /// Whether `withDependencies` has made the values for a part of a reducer's run. The effects that
  /// are made there run with them.
  let isForPartOfRun: Bool

  /// Shared by all values derived from the same test, store or process.
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

/// Boxes of values by the types of their keys.
typealias DependencyTable = [ObjectIdentifier: any AnyObject & Sendable]

/// A value in a table: its type is the one that the key declares, even if that is an optional.
@usableFromInline
final class DependencyBox<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  init(_ value: Value) { self.value = value }
}

// MARK: - Overriding

extension DependencyValues {
  /// Lets an author override values. A value without a test value is read without a report, because
  /// it is about to be replaced.
  ///
  /// - Returns: What the author returns.
  @usableFromInline @discardableResult
  package mutating func update<Result, Failure: Error>(
    _ body: (inout DependencyValues) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try DependencyLookup.updating { () throws(Failure) in try body(&self) }
  }

  /// Assigns a value by a key path, without making the default that it replaces.
  @usableFromInline
  package mutating func set<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable, to value: Value
  ) {
    DependencyLookup.updating(replacing: value) { self[keyPath: keyPath] = value }
  }

  /// The value at a key path if one is given or was made; otherwise another.
  package func known<Value>(
    _ keyPath: KeyPath<DependencyValues, Value>, orElse value: Value
  ) -> Value {
    DependencyLookup.updating(replacing: value) { self[keyPath: keyPath] }
  }
}

// MARK: - Values of a Test Store

extension DependencyValues {
  /// The same values for a test store: no other test shares their defaults, and ``pin(_:)`` can
  /// change them later.
  package func pinned() -> DependencyValues {
    let defaults = DependencyDefaults(pinned: LockIsolated(allOverrides))
    return DependencyValues(
      storage: DependencyStorage(context: storage.context, defaults: defaults))
  }

  /// Changes what values made by ``pinned()``, and all derived from them, find for keys that are
  /// not overridden. That is how a test changes a dependency half-way.
  package func pin(_ values: DependencyValues) {
    storage.defaults.pinned?.setValue(values.allOverrides)
  }

  private var allOverrides: DependencyTable {
    (storage.defaults.pinned?.value ?? [:]).merging(storage.overrides) { $1 }
  }
}
