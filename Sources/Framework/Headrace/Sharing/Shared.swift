/// A value that several features, and several stores, share.
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
/// All that name the same key have one value, also in stores of other actors. A change is seen by
/// all of them, and each store notifies its observers, on its own actor.
///
/// An observer that reads `store.settings` is notified of every change of it. Where the value has
/// `@ObservableState`, a computed property of the state, such as
/// `var theme: Theme { settings.theme }`, is observed by the one field that it reads; so is a part
/// that was handed over.
///
/// Prefer plain state where one feature has the value. Others may change a shared value between two
/// actions, and a journal does not record that. Share what belongs to many features, such as
/// settings.
///
/// A parent hands a shared value, or a part of it, to a child by the projected value:
///
/// ```swift
/// state.editor = Editor.State(theme: state.$settings.theme)
/// …
/// struct State { @Shared var theme: Theme }
/// ```
///
/// A test asserts changes as it does those of other state, see `TestStore`:
/// `{ $0.$visitCount.withLock { $0 = 1 } }`. Each test has values of its own.
@propertyWrapper
@dynamicMemberLookup
public struct Shared<Value: Sendable>: Sendable {
  package let source: any SharedSource<Value>

  package init(source: any SharedSource<Value>) {
    self.source = source
  }

  /// A value that those share to whom it is handed over, and nobody else.
  ///
  /// - Parameter value: The value to begin with.
  public init(value: Value) {
    self.init(source: SharedReference(value, savedBy: nil, named: nil))
  }

  /// The value that is shared under a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value to begin with, where there is none under the key yet, or it can't
  ///     be read. That one could not be read is reported.
  ///   - key: Tells which value it is.
  public init<Key: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: Key,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(
      source: DependencyValues.current.sharedReferences.reference(
        to: key, orElse: wrappedValue, at: site))
  }

  /// The value that is shared under a key which knows what to begin with.
  public init<Key: SharedKey<Value>>(
    _ key: SharedKeyWithDefault<Key>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      wrappedValue: key.defaultValue(), key.base, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// The same value as another one.
  public init(projectedValue: Self) {
    self = projectedValue
  }

  /// The value in another one that is optional; `nil` where there is none.
  ///
  /// It is the last value that there was once there is none any more; what changes it then is lost.
  public init?(_ base: Shared<Value?>) {
    guard let value = base.source.peek() else { return nil }
    self.init(source: SharedUnwrapped(base.source, last: value))
  }

  /// The value now. Changed by `$value.withLock { … }` alone.
  public var wrappedValue: Value {
    get { source.read() }
    @available(
      *, unavailable,
      message: "A shared value is changed while nobody else can: '$name.withLock { $0 = … }'."
    )
    nonmutating set { source.modify { $0 = newValue } }
  }

  /// What hands the value over, and changes it.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// Changes the value while nobody else reads or changes it.
  ///
  /// Changes of shared values take turns in the process. Keep them short, don't wait in them, and
  /// read the value from what the closure is given.
  ///
  /// - Parameter operation: Changes the value in place. What it has changed before it throws stays.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  /// - Precondition: The closure does not read or change this very value in another way.
  @discardableResult
  public func withLock<Result, Failure: Error>(
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try source.modify(operation)
  }

  /// A part of the value, shared as well.
  public subscript<Member: Sendable>(
    dynamicMember keyPath: any WritableKeyPath<Value, Member> & Sendable
  ) -> Shared<Member> {
    Shared<Member>(source: SharedPart(of: source, at: keyPath))
  }
}

// MARK: - What Is Stored

extension Shared {
  /// Reads the value anew from where it is stored: a file that another process has written.
  ///
  /// Without a key, and where nothing is stored, nothing happens.
  ///
  /// - Throws: What the key throws where it can't be read. The value stays as it is.
  public func load() throws { try source.load() }

  /// Waits until all changes are stored.
  ///
  /// A key of ``SharedKey/fileStorage(_:)`` writes soon after a change, and not before the change
  /// returns.
  /// A program that ends calls this first.
  ///
  /// - Throws: What the key threw at the last attempt to store.
  public func save() async throws { try await source.save() }

  /// Why the value could not be read when it was shared first, or loaded last.
  public var loadError: (any Error)? { source.loadError }

  /// Why the last change could not be stored.
  public var saveError: (any Error)? { source.saveError }
}
