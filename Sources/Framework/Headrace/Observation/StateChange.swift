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
    switch change {
    case .none: break
    case .inside: fields.append(Field(number: field, isInside: true))
    case .whole: fields.append(Field(number: field, isInside: false))
    }
  }

  /// Notes that any field may differ.
  public mutating func addEverything() {
    isEverything = true
  }
}
