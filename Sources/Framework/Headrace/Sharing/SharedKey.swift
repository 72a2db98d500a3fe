/// An identifier of a shared value, which also determines its storage.
///
/// All shared values with equal keys are one value, which lives as long as a property or a store
/// has it. Conform to this protocol to store values outside of memory and files.
public protocol SharedKey<Value>: Hashable, Sendable {
  /// The type of the shared value.
  associatedtype Value: Sendable

  /// Reads the stored value; called when the value is first shared, and by ``Shared/load()``.
  ///
  /// - Returns: `nil` if nothing is stored yet.
  /// - Throws: An error if a stored value can't be read. The initial value is then used instead,
  ///   and this is reported.
  func load() throws -> Value?

  /// Stores a value; called outside of all actors, one call at a time.
  ///
  /// If several changes are made during a call, only the last one is stored.
  ///
  /// - Throws: An error if the value can't be stored; see ``Shared/saveError``.
  func save(_ value: Value) throws
}

/// A key with a default value that is declared once.
///
/// ```swift
/// extension SharedKey where Self == InMemoryKey<Int>.Default {
///   static var visitCount: Self { Self[.inMemory("visitCount"), default: 0] }
/// }
/// …
/// @Shared(.visitCount) var visitCount
/// ```
///
/// It identifies the same value as the key inside it, even if another initial value is given.
public struct SharedKeyWithDefault<Base: SharedKey>: SharedKey {
  let base: Base
  let defaultValue: @Sendable () -> Base.Value

  /// Returns a key with a default value.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - defaultValue: Evaluated if the key has no value yet.
  public static subscript(
    key: Base, default defaultValue: @autoclosure @escaping @Sendable () -> Base.Value
  ) -> Self {
    Self(base: key, defaultValue: defaultValue)
  }

  /// Reads the stored value, as the key does.
  public func load() throws -> Base.Value? { try base.load() }

  /// Stores a value, as the key does.
  public func save(_ value: Base.Value) throws { try base.save(value) }

  /// Returns true if the keys are equal, regardless of the default values.
  public static func == (first: Self, second: Self) -> Bool { first.base == second.base }

  /// Hashes the key.
  public func hash(into hasher: inout Hasher) { hasher.combine(base) }
}

extension SharedKey {
  /// This key with a default value.
  public typealias Default = SharedKeyWithDefault<Self>
}
