/// One observed state: the places that show copies of it, and how copies of it have changed since
/// the places were last inspected.
final class ObservedLineage {
  /// A place removes itself before it goes away.
  var places: [ObjectIdentifier: ObservedStoreState] = [:]
  /// Whether a copy may have changed.
  var isTouched = false
  /// The next lineage of which a copy may have changed.
  var nextTouched: ObservedLineage?
  private var sequences: [ChangeSequence] = []

  /// Changes of one copy of the state that followed each other, or the exchange of that copy for
  /// another.
  private typealias ChangeSequence =
    (from: UInt64, to: UInt64, differences: StateDifferences, isExchange: Bool)

  /// With more sequences, it is unknown which fields differ.
  private static let countMax = 16

  /// Notes that a field of one copy has changed.
  func note(_ field: UInt64, _ change: StateChange, from: UInt64, to: UInt64) {
    // The copy that took the place of another may be shown elsewhere, too, so that a change from
    // there need not follow the exchange.
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

  /// The fields whose changes took a copy from one stamp to another; `nil` if that is not known, so
  /// that any field may differ.
  ///
  /// A stamp belongs to one state of the lineage, so the fields of any sequence of changes from one
  /// to the other are all that can differ.
  func changes(from start: UInt64, to end: UInt64) -> StateDifferences? {
    sequences.first { $0.from == start && $0.to == end }?.differences
  }

  func forgetChanges() {
    (isTouched, nextTouched) = (false, nil)
    sequences.removeAll(keepingCapacity: true)
  }
}
