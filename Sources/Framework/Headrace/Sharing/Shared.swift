/// A value shared by several features and stores.
///
/// ```swift
/// @ObservableState
/// struct State: Equatable {
///   @Shared(.inMemory("visitCount")) var visitCount = 0
///   @Shared(.fileStorage(settingsFile)) var settings = Settings()
/// }
/// …
/// state.$visitCount.withLock { $0 += 1 }
/// ```
///
/// All properties with the same key have the same value, even in stores of other actors. All of
/// them see a change, and each store notifies its observers on its own actor.
///
/// An observer that reads `store.settings` is notified of every change of it. If the value has
/// `@ObservableState`, a computed property of the state, such as
/// `var theme: Theme { settings.theme }`, is notified only of changes to the field that it reads.
/// The same is true of a part that was passed on.
///
/// Prefer plain state for a value that only one feature uses. Other code may change a shared value
/// between two actions, and a journal does not record that. Share values that belong to many
/// features, such as settings.
///
/// A parent passes a shared value, or a part of it, to a child through the projected value:
///
/// ```swift
/// state.editor = Editor.State(theme: state.$settings.theme)
/// …
/// struct State { @Shared var theme: Theme }
/// ```
///
/// A reducer can replace the shared value by another: `state.$theme = other`. Observers are
/// notified of that, but not if an earlier copy of the whole state is assigned afterwards:
/// references are not part of the identity by which copies are compared. To go back, assign the
/// earlier reference.
///
/// A test asserts these changes like those of other state, see `TestStore`:
/// `{ $0.$visitCount.withLock { $0 = 1 } }`. Each test has separate values, and on Linux so does
/// each argument of a parameterized test.
@propertyWrapper
@dynamicMemberLookup
public struct Shared<Value: Sendable>: Sendable {
  package let source: any SharedSource<Value>

  package init(source: any SharedSource<Value>) {
    self.source = source
  }

  /// Creates a value that is shared only with features that receive this reference.
  ///
  /// - Parameter value: The initial value.
  public init(value: Value) {
    self.init(source: SharedReference(value, named: "a shared '\(Value.self)'"))
  }

  /// Creates a reference to the value that is shared under a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The initial value, used if the key has no value yet, or if its value can't
  ///     be read, which is reported.
  ///   - key: The key that identifies the value.
  public init<Key: SharedKey>(
    wrappedValue: @autoclosure () -> Key.Value, _ key: Key,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(
      source: DependencyValues.current.sharedReferences.reference(
        to: key, orElse: wrappedValue, at: site))
  }

  /// Creates a reference to the value that is shared under a key with a default value.
  public init<Key: SharedKey<Value>>(
    _ key: SharedKeyWithDefault<Key>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      wrappedValue: key.defaultValue(), key.base, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// The optional value that is shared under a key, `nil` if the key has no value yet.
  @_disfavoredOverload
  public init<Key: SharedKey<Value>, Wrapped>(
    _ key: Key, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Value == Wrapped? {
    self.init(
      wrappedValue: nil, key, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates a reference to the value of another property.
  public init(projectedValue: Self) {
    self = projectedValue
  }

  /// Creates a reference to the value in an optional shared value; returns `nil` if there is none.
  ///
  /// Once the optional becomes `nil`, this keeps the last value; changes are then lost.
  public init?(_ base: Shared<Value?>) {
    guard let value = base.source.value(.unobserved) else { return nil }
    let last = LockIsolated(value)
    let orLast = { @Sendable (value: Value?) -> Value in
      if let value { last.setValue(value) }
      return value ?? last.value
    }
    let part = SharedPart(of: base.source, get: orLast) { optional, body in
      var value = orLast(optional)
      body(&value)
      if optional != nil { optional = orLast(value) }
    }
    self.init(source: part)
  }

  /// The current value.
  ///
  /// Only `$value.withLock { … }` changes it.
  public var wrappedValue: Value {
    get {
      RunNotes.noteUnrecorded(source.subject.name)
      return source.value(.observed)
    }
    @available(
      *, unavailable,
      message: "A shared value can't be assigned: change it with '$name.withLock { $0 = … }'."
    )
    nonmutating set { source.modify(at: nil) { $0 = newValue } }
  }

  /// The shared value itself, for passing it on and for changing it.
  public var projectedValue: Self {
    get { self }
    set {
      let old = source
      self = newValue
      if old !== newValue.source { ObservationTable.sharedWasExchanged(old.subject) }
    }
  }

  /// Changes the value with exclusive access: no other code reads or changes it during the change.
  ///
  /// Each value has a separate lock. Keep changes short, don't wait in them, and read the value
  /// from the closure's parameter. If the closure uses a second value, use the two in the same
  /// order everywhere; opposite orders are reported.
  ///
  /// - Parameters:
  ///   - operation: Changes the value in place. Changes before an error are kept.
  ///   - fileID: The caller's module and file, for reports.
  ///   - filePath: The caller's file, for reports.
  ///   - line: The caller's line, for reports.
  ///   - column: The caller's column, for reports.
  /// - Returns: The closure's result.
  /// - Throws: The closure's error.
  /// - Precondition: The closure does not read or change the same value through other means.
  @discardableResult
  public func withLock<Result, Failure: Error>(
    _ operation: (inout Value) throws(Failure) -> Result,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws(Failure) -> Result {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    var outcome: Swift.Result<Result, Failure>?
    source.modify(at: site) { value in
      outcome = Swift.Result { () throws(Failure) in try operation(&value) }
    }
    guard let outcome else { preconditionFailure("A change runs its closure.") }
    return try outcome.get()
  }

  /// A part of the value, also shared.
  public subscript<Member: Sendable>(
    dynamicMember keyPath: any WritableKeyPath<Value, Member> & Sendable
  ) -> Shared<Member> {
    // If the whole has '@ObservableState', the key path reads one field, and only that is observed.
    let part = SharedPart(of: source, get: { $0[keyPath: keyPath] }) { whole, body in
      body(&whole[keyPath: keyPath])
    }
    return Shared<Member>(source: part)
  }
}

// MARK: - Stored Values

extension Shared {
  /// Reads the stored value again, for example from a file that another process has written.
  ///
  /// Nothing happens if there is no key or nothing is stored, or while a change waits to be stored,
  /// because it is newer than the stored value.
  ///
  /// - Throws: The key's error if the value can't be read. The value then stays unchanged.
  public func load() throws { try source.whole.load() }

  /// Waits until all changes are stored.
  ///
  /// A key of ``SharedKey/fileStorage(_:)`` writes soon after a change, but not before the change
  /// returns. So call this before the program ends.
  ///
  /// - Throws: The key's error at the last attempt to store the value.
  public func save() async throws { try await source.whole.save() }

  /// The error of reading the value when it was first shared or last loaded.
  public var loadError: (any Error)? { source.whole.loadError }

  /// The error of storing the last change.
  public var saveError: (any Error)? { source.whole.saveError }
}
