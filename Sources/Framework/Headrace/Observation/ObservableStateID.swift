internal import Synchronization

/// Distinguishes an observable state from its replacements, and from itself before a change.
///
/// It has two parts. The *lineage* is shared by all copies of a state. The *stamp* is the number of
/// the last change: equal stamps of one lineage mean that nothing observable differs.
public struct ObservableStateID: Hashable, Sendable {
  private static let last = Atomic<UInt64>(0)
  /// The bits that distinguish states; the bits above record the cases that lead to the state.
  @usableFromInline static let stateBits: UInt64 = (1 << 48) - 1
  /// Set in the id of a state without an identity.
  ///
  /// Such a state gets a new id on each inspection, so every inspection finds a change.
  private static let volatileBit: UInt64 = 1 << 47
  /// Set in the id of a collection, whose elements have their own identities.
  private static let collectionBit: UInt64 = 1 << 63

  /// The id for the absence of a state, such as the value of an optional that is `nil`.
  public static let inert = ObservableStateID(lineage: 0, stamp: 0)

  /// The lineage; its upper 16 bits record the cases that lead to the state.
  @usableFromInline let lineage: UInt64
  @usableFromInline let stamp: UInt64

  @inlinable
  init(lineage: UInt64, stamp: UInt64) {
    self.lineage = lineage
    self.stamp = stamp
  }

  /// Creates a new, unique id.
  public init() {
    self.init(lineage: Self.last.wrappingAdd(1, ordering: .relaxed).newValue, stamp: 0)
  }

  /// An id for a state without an identity; it equals no other id, not even the one of the next
  /// inspection.
  static var volatile: Self {
    let id = Self()
    return Self(lineage: id.lineage | volatileBit, stamp: 0)
  }

  /// Returns the id of a collection of states.
  ///
  /// - Parameters:
  ///   - structure: A number that changes whenever elements are added, removed or moved.
  ///   - stamp: The stamp of the last change of an element.
  static func collection(structure: UInt64, stamp: UInt64) -> Self {
    Self(lineage: structure | collectionBit, stamp: stamp)
  }

  /// Returns true if both ids belong to one state, changed or not.
  @inlinable
  package func isSameState(as other: Self) -> Bool { lineage == other.lineage }

  /// The lineage without the cases that lead to the state.
  @usableFromInline var plainLineage: UInt64 { lineage & Self.stateBits }

  /// True if the state gets a new id on each inspection.
  var isVolatile: Bool { lineage & Self.volatileBit != 0 }

  /// True if this is the id of a collection, or perhaps of an enum in several others.
  @usableFromInline var isOfCollection: Bool { lineage & Self.collectionBit != 0 }

  /// The identity that distinguishes one child's state from another's, changed or not; `nil` if the
  /// state has no identity.
  var childIdentity: AnyHashable? { isVolatile ? nil : AnyHashable(lineage) }

  /// True if this is the id of an enum or of a collection.
  ///
  /// A collection that is taken for an enum only notifies its observers more often, and vice versa.
  var isOfEnum: Bool { lineage > Self.stateBits || isVolatile }

  /// Returns the id of the same state in a case of an enum.
  ///
  /// Its upper 16 bits record the cases that lead to the state; plain ids are below 2⁴⁷.
  ///
  /// - Parameter index: The number of the case.
  public func tagged(_ index: Int) -> Self {
    let cases = (lineage >> 48) &* 31 &+ UInt64(truncatingIfNeeded: index) &+ 1
    return Self(lineage: (cases << 48) | plainLineage, stamp: stamp)
  }
}
