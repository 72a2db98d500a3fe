/// Changes of one copy of a state that followed each other in the current drain, or the exchange of
/// that copy for another.
struct StateChanges {
  fileprivate let from: UInt64
  fileprivate var to: UInt64
  fileprivate var fields: [StateDifferences.Field]
  /// Whether another copy may have the stamp `to`, too, so that a change from there need not follow
  /// these.
  fileprivate var isClosed = false

  /// With more sequences of changes of one state, it is unknown which fields differ.
  fileprivate static let countMax = 16
}

extension [StateChanges] {
  /// Notes that a field of one copy has changed.
  mutating func note(_ field: StateDifferences.Field, from: UInt64, to: UInt64) {
    guard let index = lastIndex(where: { $0.to == from && !$0.isClosed }) else {
      return add(StateChanges(from: from, to: to, fields: [field]))
    }
    self[index].to = to
    if let known = self[index].fields.firstIndex(where: { $0.number == field.number }) {
      self[index].fields[known] = self[index].fields[known].merged(with: field)
    } else {
      self[index].fields.append(field)
    }
  }

  /// Notes that one copy was exchanged for another. The other may also be shown elsewhere, and
  /// change there.
  mutating func note(_ differences: StateDifferences, from: UInt64, to: UInt64) {
    guard !differences.isEverything else { return }
    for index in indices where self[index].to == to { self[index].isClosed = true }
    add(StateChanges(from: from, to: to, fields: differences.fields, isClosed: true))
  }

  private mutating func add(_ new: StateChanges) {
    if count < StateChanges.countMax { append(new) }
  }

  /// The fields whose changes took a copy from one stamp to another; `nil` if that is not known, so
  /// that any field may differ.
  ///
  /// A stamp belongs to one state of the lineage, so the fields of any sequence of changes from one
  /// to the other are all that can differ.
  func fields(from start: UInt64, to end: UInt64) -> [StateDifferences.Field]? {
    first { $0.from == start && $0.to == end }?.fields
  }
}
