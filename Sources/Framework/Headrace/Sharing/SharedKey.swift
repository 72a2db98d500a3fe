/// Tells which value is shared, and where it is stored.
///
/// All shared values with equal keys are one. Conform to it to share what is stored elsewhere than
/// in memory or in a file.
public protocol SharedKey<Value>: Hashable, Sendable {
  /// What is shared.
  associatedtype Value: Sendable

  /// Reads the stored value. Called when the value is shared first, and by ``Shared/load()``.
  ///
  /// - Returns: `nil` where nothing is stored yet.
  /// - Throws: Where there is something that can't be read. The value to begin with takes its
  ///   place, and a report says so.
  func load() throws -> Value?

  /// Stores a value. Called on no actor, one call after the other; of changes that come meanwhile
  /// only the last is stored.
  ///
  /// - Throws: Where it can't be stored: see ``Shared/saveError``.
  func save(_ value: Value) throws

  /// Whether ``save(_:)`` is called before a change returns, as it takes no time.
  var savesAtOnce: Bool { get }

  /// Whether the value stays while there is no reference to it; `false` where it is stored and is
  /// read again.
  var keepsValue: Bool { get }
}

extension SharedKey {
  /// `false`: storing takes time.
  public var savesAtOnce: Bool { false }

  /// `false`: what is stored can be read again.
  public var keepsValue: Bool { false }
}

/// A key with the value to begin with, so that this is said once.
///
/// ```swift
/// extension SharedKey where Self == InMemoryKey<Int>.Default {
///   static var visitCount: Self { Self[.inMemory("visitCount"), default: 0] }
/// }
/// …
/// @Shared(.visitCount) var visitCount
/// ```
///
/// It names the same value as the key in it, also where another value to begin with is given.
public struct SharedKeyWithDefault<Base: SharedKey>: SharedKey {
  let base: Base
  let defaultValue: @Sendable () -> Base.Value

  /// A key with the value to begin with.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - defaultValue: Evaluated where there is none under the key yet.
  public static subscript(
    key: Base, default defaultValue: @autoclosure @escaping @Sendable () -> Base.Value
  ) -> Self {
    Self(base: key, defaultValue: defaultValue)
  }

  /// Reads the stored value, as the key does.
  public func load() throws -> Base.Value? { try base.load() }

  /// Stores a value, as the key does.
  public func save(_ value: Base.Value) throws { try base.save(value) }

  /// As the key says.
  public var savesAtOnce: Bool { base.savesAtOnce }

  /// As the key says.
  public var keepsValue: Bool { base.keepsValue }

  /// Whether the keys are equal, whatever the values to begin with are.
  public static func == (first: Self, second: Self) -> Bool { first.base == second.base }

  /// Hashes the key.
  public func hash(into hasher: inout Hasher) { hasher.combine(base) }
}

extension SharedKey {
  /// This key with the value to begin with.
  public typealias Default = SharedKeyWithDefault<Self>
}
