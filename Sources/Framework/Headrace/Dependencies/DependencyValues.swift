/// The values that features get from outside: clients, clocks, dates, random numbers.
///
/// A value is looked up in this order: in what the running code was given by a store, an effect or
/// a `withDependencies`, the innermost first; in what was current where the ``Dependency`` was
/// created; and then in the key's value for the ``context``.
///
/// Copies share their storage until one of them is changed.
public struct DependencyValues: Sendable {
  @usableFromInline var storage: DependencyStorage

  /// Overrides that were current where a ``Dependency`` was created; `nil` except while one is
  /// read.
  private let fallback: DependencyStorage?

  /// The reader of these values; `nil` if no ``Dependency`` reads them.
  private let reader: DependencyReader?

  /// Creates values without overrides, except those of `prepareDependencies`.
  public init() {
    self = DependencyRoot.current.values
  }

  init(
    storage: DependencyStorage, fallback: DependencyStorage? = nil,
    reader: DependencyReader? = nil
  ) {
    self.storage = storage
    self.fallback = fallback
    self.reader = reader
  }

  /// The value of a key.
  ///
  /// - Complexity: O(1) expected. Reading takes no lock once the key's default is known.
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
      if let box = box(of: ObjectIdentifier(key)) { return DependencyBox.value(of: key, in: box) }
      return makeDefault(
        of: key, name: function,
        site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    set {
      var overrides = storage.overrides
      overrides[key] = newValue
      storage = DependencyStorage(
        overrides: overrides, context: storage.context, defaults: storage.defaults)
    }
  }

  /// The context, which decides the values of dependencies that are not overridden.
  ///
  /// Override it to run, for example, one live client in a test.
  public var context: DependencyContext {
    get { storage.context ?? fallback?.context ?? .process }
    set {
      storage = DependencyStorage(
        overrides: storage.overrides, context: newValue, defaults: storage.defaults)
    }
  }

  /// Finds the value of a key, if there is one. It is not generic; the caller, whose types
  /// are known, opens the box.
  @usableFromInline
  func box(of key: ObjectIdentifier) -> (any AnyObject & Sendable)? {
    if let box = storage.overrides.box(of: key) { return box }
    if let box = storage.defaults.pinned.box(of: key) { return box }
    if let box = fallback?.overrides.box(of: key) { return box }
    return storage.defaults.box(of: key, in: context)
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
}

extension DependencyValues {
  /// Assigns a value by a key path, without making the default that it replaces.
  @usableFromInline
  package mutating func set<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable, to value: Value
  ) {
    DependencyLookup.assigning(value) { self[keyPath: keyPath] = value }
  }

  /// The value at a key path if one is given or was made; otherwise another.
  package func known<Value>(
    _ keyPath: KeyPath<DependencyValues, Value>, orElse value: Value
  ) -> Value {
    DependencyLookup.assigning(value) { self[keyPath: keyPath] }
  }
}

// MARK: - Finding the Current Values

extension DependencyValues {
  /// The values of the current task, unless a frame is pushed on its thread.
  @TaskLocal @usableFromInline static var taskStorage: DependencyStorage?

  /// The values of the current task, whatever frame is pushed on its thread.
  package static var taskLocal: DependencyValues? {
    taskStorage.map { DependencyValues(storage: $0) }
  }

  /// The current values: the thread's frame, otherwise the task's, otherwise the process's.
  @usableFromInline
  package static var current: DependencyValues { currentIfAny ?? DependencyRoot.current.values }

  /// The current values, if a frame or the task has any; `nil` if only the process has some.
  static var currentIfAny: DependencyValues? {
    if let storage = DependencyFrame.storage { return DependencyValues(storage: storage) }
    return taskLocal
  }
}

// MARK: - Values of a Test Store

extension DependencyValues {
  /// The same values for a test store: no other test shares their defaults, and ``pin(_:)`` can
  /// change them later.
  package func pinned() -> DependencyValues {
    let defaults = DependencyDefaults()
    defaults.pin(allOverrides)
    return DependencyValues(
      storage: DependencyStorage(context: storage.context, defaults: defaults))
  }

  /// Changes what values made by ``pinned()``, and all derived from them, find for keys that are
  /// not overridden.
  package func pin(_ values: DependencyValues) {
    storage.defaults.pin(values.allOverrides)
  }

  private var allOverrides: DependencyTable {
    storage.defaults.pinned.merging(storage.overrides)
  }
}

extension TestDependencyKey {
  /// The key's own value for a context.
  fileprivate static func value(in context: DependencyContext) -> Value {
    switch context {
    case .live:
      if let key = Self.self as? any DependencyKey.Type, let value = key.liveValue as? Value {
        return value
      }
      DependencyLookup.reportMissingLiveValue(of: Self.self)
      return testValue
    case .preview:
      return previewValue
    case .test:
      return testValue
    }
  }
}
