import Synchronization

/// Tells one observable state from another that takes its place.
public struct ObservableStateID: Hashable, Sendable {
  private static let last = Atomic<UInt64>(0)

  /// The id of what is not a state of its own.
  public static let inert = ObservableStateID(rawValue: 0)

  @usableFromInline let rawValue: UInt64

  private init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Creates an id that no state had before.
  public init() {
    rawValue = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Tells whether two ids are of one state.
  @inlinable
  public static func == (first: Self, second: Self) -> Bool { first.rawValue == second.rawValue }

  /// The id of the same state in a case of an enum.
  ///
  /// Its upper 16 bits tell through which cases the id came; ids themselves stay below 2⁴⁸.
  ///
  /// - Parameter index: The number of the case.
  public func tagged(_ index: Int) -> Self {
    let mask: UInt64 = (1 << 48) - 1
    let cases = (rawValue >> 48) &* 31 &+ UInt64(truncatingIfNeeded: index) &+ 1
    return Self(rawValue: (cases << 48) | (rawValue & mask))
  }
}
