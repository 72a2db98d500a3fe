/// A read-only shared value.
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
  private var base: Shared<Value>

  /// Creates a read-only reference to a shared value.
  public init(_ base: Shared<Value>) {
    self.base = base
  }

  /// Creates a value that never changes.
  public init(value: Value) {
    self.init(Shared(value: value))
  }

  /// Creates a reference to the value that is shared under a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The initial value, used if the key has no value yet.
  ///   - key: The key that identifies the value.
  public init<Key: SharedKey>(
    wrappedValue: @autoclosure () -> Key.Value, _ key: Key,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    self.init(
      Shared(
        wrappedValue: wrappedValue(), key, fileID: fileID, filePath: filePath, line: line,
        column: column))
  }

  /// Creates a reference to the value that is shared under a key with a default value.
  public init<Key: SharedKey<Value>>(
    _ key: SharedKeyWithDefault<Key>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(Shared(key, fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The optional value that is shared under a key, `nil` if the key has no value yet.
  @_disfavoredOverload
  public init<Key: SharedKey<Value>, Wrapped>(
    _ key: Key, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Value == Wrapped? {
    self.init(Shared(key, fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Creates a reference to the value of another property.
  public init(projectedValue: Self) {
    self = projectedValue
  }

  /// The current value.
  public var wrappedValue: Value { base.wrappedValue }

  /// The shared value itself, for passing it on.
  public var projectedValue: Self {
    get { self }
    set { base.projectedValue = newValue.base }
  }

  /// A part of the value, also shared.
  public subscript<Member: Sendable>(
    dynamicMember keyPath: any WritableKeyPath<Value, Member> & Sendable
  ) -> SharedReader<Member> {
    SharedReader<Member>(base[dynamicMember: keyPath])
  }

  /// Reads the stored value again.
  ///
  /// - Throws: The key's error if the value can't be read.
  public func load() throws { try base.load() }

  /// The error of reading the value when it was first shared or last loaded.
  public var loadError: (any Error)? { base.loadError }

  package var source: any SharedSource<Value> { base.source }
}

extension SharedReader: Equatable where Value: Equatable {}
extension SharedReader: Hashable where Value: Hashable {}
