/// Gives a state its identity, and tells the store who reads and who changes which of its fields;
/// `@ObservableState` stores one in each.
///
/// Who observes is known to the store alone, so a registrar costs its state one word, and a copy of
/// a state that is not in a store is observed by nobody. It has no part in a state's value: all
/// registrars are equal.
@frozen
public struct ObservationStateRegistrar: Sendable {
  /// The identity of the state.
  public let id: ObservableStateID

  /// Creates a registrar with an identity of its own.
  public init() {
    id = ObservableStateID()
  }

  /// Called when a field is read.
  ///
  /// - Parameter field: A number that no other field of the state has.
  @inlinable
  public func access(_ field: UInt64) {
    if ObservationTable.isAnyInForce { ObservationTable.fieldWasRead(field, of: id) }
  }

  /// Called after a field was changed, or may have been.
  ///
  /// - Parameter field: A number that no other field of the state has.
  @inlinable
  public func didChange(_ field: UInt64) {
    if ObservationTable.isAnyInForce { ObservationTable.fieldWasChanged(field, of: id) }
  }
}

extension ObservationStateRegistrar {
  /// Whether assigning one value in the place of another changes nothing that can be observed.
  public static func isSame<Value>(_ old: Value, _ new: Value) -> Bool { false }

  /// Whether assigning one value in the place of another changes nothing that can be observed.
  public static func isSame<Value: Equatable>(_ old: Value, _ new: Value) -> Bool { old == new }

  /// Whether assigning one state in the place of another changes nothing that can be observed: its
  /// properties have observers of their own.
  public static func isSame<Value: ObservableState>(_ old: Value, _ new: Value) -> Bool {
    old._$id == new._$id
  }

  /// Whether assigning one state in the place of another changes nothing that can be observed.
  public static func isSame<Value: ObservableState & Equatable>(
    _ old: Value, _ new: Value
  ) -> Bool {
    old._$id == new._$id && old == new
  }

  /// What tells whether a value that is changed in place has become another; `nil` where every
  /// change counts.
  public static func identity<Value>(of value: Value) -> ObservableStateID? { nil }

  /// What tells whether a state that is changed in place has become another.
  public static func identity<Value: ObservableState>(of value: Value) -> ObservableStateID? {
    value._$id
  }

  /// Whether assigning one optional state in the place of another changes nothing that can be
  /// observed.
  public static func isSame<Value: ObservableState>(_ old: Value?, _ new: Value?) -> Bool {
    identity(of: old) == identity(of: new)
  }

  /// Whether assigning one optional state in the place of another changes nothing that can be
  /// observed.
  public static func isSame<Value: ObservableState & Equatable>(
    _ old: Value?, _ new: Value?
  ) -> Bool {
    identity(of: old) == identity(of: new) && old == new
  }

  /// What tells whether an optional state that is changed in place has become another, or came or
  /// went.
  public static func identity<Value: ObservableState>(of value: Value?) -> ObservableStateID? {
    value?._$id ?? .inert
  }

  /// The identity of an enum that holds a value of which every change counts.
  public static func caseIdentity<Value>(of value: Value, index: Int) -> ObservableStateID {
    ObservableStateID()
  }

  /// The identity of an enum that holds a state.
  public static func caseIdentity<Value: ObservableState>(
    of value: Value, index: Int
  ) -> ObservableStateID {
    value._$id.tagged(index)
  }
}

extension ObservationStateRegistrar: Equatable, Hashable {
  /// All registrars are equal.
  public static func == (first: Self, second: Self) -> Bool { true }

  /// Adds nothing.
  public func hash(into hasher: inout Hasher) {}
}

extension ObservationStateRegistrar: Codable {
  /// Decodes nothing.
  public init(from decoder: any Decoder) { self.init() }

  /// Encodes nothing.
  public func encode(to encoder: any Encoder) {}
}
