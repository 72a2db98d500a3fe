/// A shared value that is read and never changed here.
///
/// ```swift
/// @SharedReader(.inMemory("visitCount")) var visitCount = 0
/// …
/// Child.State(visitCount: SharedReader(state.$visitCount))
/// ```
///
/// See ``Shared``.
@propertyWrapper
@dynamicMemberLookup
public struct SharedReader<Value: Sendable>: Sendable {
  private let base: Shared<Value>

  /// The same value as a shared one, which can't be changed by way of this.
  public init(_ base: Shared<Value>) {
    self.base = base
  }

  /// A value that never changes.
  public init(value: Value) {
    self.init(Shared(value: value))
  }

  /// The value that is shared under a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value to begin with, where there is none under the key yet.
  ///   - key: Tells which value it is.
  public init<Key: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: Key,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      Shared(
        wrappedValue: wrappedValue(), key, fileID: fileID, filePath: filePath, line: line,
        column: column))
  }

  /// The value that is shared under a key which knows what to begin with.
  public init<Key: SharedKey<Value>>(
    _ key: SharedKeyWithDefault<Key>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(Shared(key, fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The same value as another one.
  public init(projectedValue: Self) {
    self = projectedValue
  }

  /// The value now.
  public var wrappedValue: Value { base.wrappedValue }

  /// What hands the value over.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// A part of the value, shared as well.
  public subscript<Member: Sendable>(
    dynamicMember keyPath: any WritableKeyPath<Value, Member> & Sendable
  ) -> SharedReader<Member> {
    SharedReader<Member>(base[dynamicMember: keyPath])
  }

  /// Reads the value anew from where it is stored.
  ///
  /// - Throws: What the key throws where it can't be read.
  public func load() throws { try base.load() }

  /// Why the value could not be read when it was shared first, or loaded last.
  public var loadError: (any Error)? { base.loadError }

  package var source: any SharedSource<Value> { base.source }
}
