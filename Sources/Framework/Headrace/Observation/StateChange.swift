/// What an assignment or a change in place did to the value of a field.
public enum StateChange: Sendable {
  /// Nothing that can be observed.
  case none
  /// The same child is there, and something in it differs.
  case inside
  /// The value was replaced.
  case whole
}

/// The fields in which two values of one state differ.
///
/// `@ObservableState` generates the comparison; see `_$compare(_:_:in:)`.
public struct StateDifferences {
  /// One of the fields.
  struct Field: Equatable {
    let number: UInt64
    var isInside: Bool
    /// Whether elements may have been replaced without a note, so that each must be inspected.
    var mayHaveUnnotedChanges = false

    /// Whether each state that has changed inside the field has noted its own change.
    var isNotedInside: Bool { isInside && !mayHaveUnnotedChanges }

    func merged(with other: Self) -> Self {
      Self(
        number: number, isInside: isInside && other.isInside,
        mayHaveUnnotedChanges: mayHaveUnnotedChanges || other.mayHaveUnnotedChanges)
    }
  }

  private(set) var fields: [Field] = []
  private(set) var isEverything = false

  init() {}

  /// Notes how a field has changed.
  ///
  /// - Parameters:
  ///   - field: The number by which the registrar knows the field.
  ///   - change: How its values differ.
  public mutating func add(_ field: UInt64, _ change: StateChange) {
    if change != .none { fields.append(Field(number: field, isInside: change == .inside)) }
  }

  /// Notes that any field may differ.
  public mutating func addEverything() {
    isEverything = true
  }
}

/// Changes of one copy of a state that followed each other in the current drain, or the exchange of
/// that copy for another.
struct ChangeSequence {
  fileprivate let from: UInt64
  fileprivate var to: UInt64
  fileprivate var fields: [StateDifferences.Field]
  /// Whether another copy may have the stamp `to`, too, so that a change from there need not follow
  /// these.
  fileprivate var isClosed = false

  /// With more sequences of changes of one state, it is unknown which fields differ.
  fileprivate static let countMax = 16
}

extension [ChangeSequence] {
  /// Notes that a field of one copy has changed.
  mutating func note(_ field: StateDifferences.Field, from: UInt64, to: UInt64) {
    guard let index = lastIndex(where: { $0.to == from && !$0.isClosed }) else {
      return add(ChangeSequence(from: from, to: to, fields: [field]))
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
    add(ChangeSequence(from: from, to: to, fields: differences.fields, isClosed: true))
  }

  private mutating func add(_ new: ChangeSequence) {
    if count < ChangeSequence.countMax { append(new) }
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
