/// One observed state: the places that show copies of it, and the changes of these copies since the
/// places were last inspected.
final class ObservedLineage {
  /// The places; a place removes itself before it is released.
  var places: [ObjectIdentifier: ObservedStoreState] = [:]
  /// True if a copy may have changed.
  var isTouched = false
  /// The next lineage in the list of those of which a copy may have changed.
  var nextTouched: ObservedLineage?
  private var sequences: [ChangeSequence] = []

  /// Successive changes of one copy of the state, or the exchange of that copy for another.
  private typealias ChangeSequence =
    (from: UInt64, to: UInt64, differences: StateDifferences, isExchange: Bool)

  /// The maximum number of sequences; with more, it is unknown which fields differ.
  private static let countMax = 16

  /// Notes that a field of one copy has changed.
  func note(_ field: UInt64, _ change: StateChange, from: UInt64, to: UInt64) {
    // A copy that replaced another may be shown elsewhere, too, so a change from there need not
    // follow the exchange.
    if let index = sequences.lastIndex(where: { $0.to == from && !$0.isExchange }) {
      sequences[index].to = to
      sequences[index].differences.add(field, change)
    } else {
      note(StateDifferences(fields: [(field, change)]), from: from, to: to, isExchange: false)
    }
  }

  /// Notes that one copy was exchanged for another.
  func note(
    _ differences: StateDifferences, from: UInt64, to: UInt64, isExchange: Bool = true
  ) {
    guard sequences.count < Self.countMax, !differences.isEverything else { return }
    sequences.append((from, to, differences, isExchange))
  }

  /// Returns the fields whose changes took a copy from one stamp to another; `nil` if they are
  /// unknown, so that any field may differ.
  ///
  /// A stamp belongs to one state of the lineage, so only the fields of any sequence of changes
  /// from one to the other can differ.
  func changes(from start: UInt64, to end: UInt64) -> StateDifferences? {
    sequences.first { $0.from == start && $0.to == end }?.differences
  }

  func forgetChanges() {
    (isTouched, nextTouched) = (false, nil)
    sequences.removeAll(keepingCapacity: true)
  }
}
