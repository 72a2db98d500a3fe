/// The change that an assignment or a change in place made to the value of a field.
public enum StateChange: Comparable, Sendable {
  /// Nothing observable changed.
  case none
  /// The child is the same, and something in it differs.
  case inside
  /// The collection of children is the same, and any of them may have been replaced.
  case elements
  /// The value was replaced.
  case whole
}

/// The fields in which two values of the same state differ.
///
/// `@ObservableState` generates the comparison; see `_$compare(_:_:in:)`.
public struct StateDifferences: Sendable {
  /// The changes of fields, with their registrar's numbers; usually few.
  private(set) var fields: [(number: UInt64, change: StateChange)] = []
  private(set) var isEverything = false

  /// Notes the change of a field.
  ///
  /// - Parameters:
  ///   - field: The registrar's number of the field.
  ///   - change: The difference between its values.
  public mutating func add(_ field: UInt64, _ change: StateChange) {
    guard change != .none else { return }
    if let index = fields.firstIndex(where: { $0.number == field }) {
      fields[index].change = max(fields[index].change, change)
    } else {
      fields.append((field, change))
    }
  }

  /// Notes that any field may differ.
  public mutating func addEverything() { isEverything = true }
}

// MARK: - Shared Values

extension StateDifferences {
  /// A value that says that any field may differ.
  static var everything: Self { Self(isEverything: true) }

  /// Compares a shared value with its previous one.
  init<Value>(from old: Value, to new: Value) {
    if let old = old as? any ObservableState {
      addDifferences(from: old, to: new)
    } else if let old = old as? any Equatable {
      isEverything = !old.isEqual(to: new)
    } else {
      isEverything = true
    }
  }

  private mutating func addDifferences<Old: ObservableState>(from old: Old, to new: some Any) {
    guard let new = new as? Old, old._$id.isSameState(as: new._$id) else { return addEverything() }
    if old._$id != new._$id { Old._$compare(old, new, in: &self) }
  }

  mutating func merge(_ other: Self) {
    for (field, change) in other.fields { add(field, change) }
    isEverything = isEverything || other.isEverything
  }

  /// The change of a field, unless everything may differ.
  subscript(field: UInt64) -> StateChange {
    fields.first { $0.number == field }?.change ?? .none
  }

  /// Returns true if a field may differ, or, for ``ObservationTable/wholeField``, any field.
  func contains(_ field: UInt64) -> Bool {
    isEverything || self[field] != .none
      || field == ObservationTable.wholeField && !fields.isEmpty
  }
}
