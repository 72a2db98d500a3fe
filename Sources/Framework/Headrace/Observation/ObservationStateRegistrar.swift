/// Gives a state its identity, and notes for the store which fields are read and changed.
///
/// `@ObservableState` stores one in each state.
///
/// Only the store knows the observers. So a registrar adds only two words to its state, and a copy
/// of a state outside a store has no observers. A registrar is not part of a state's value: all
/// registrars are equal.
public struct ObservationStateRegistrar: Sendable, ~BitwiseCopyable {
  /// The identity of the state since its creation, shared by all copies.
  @usableFromInline let lineage: UInt64
  /// The last change.
  ///
  /// The runtime also writes it when a child changes that is part of the state.
  @usableFromInline var stamp: UInt64

  /// The offset of the stamp in a registrar.
  static var stampOffset: Int { MemoryLayout<UInt64>.size }

  /// Creates a registrar with a new identity.
  public init() {
    lineage = ObservableStateID().lineage
    stamp = 0
  }

  /// The current identity of the state.
  @inlinable
  public var id: ObservableStateID { ObservableStateID(lineage: lineage, stamp: stamp) }

  /// Called when a field is read.
  ///
  /// - Parameter field: The number of the field, unique in the state.
  @inlinable
  public func access(_ field: UInt64) {
    if ObservationTable.isAnyPresent { ObservationTable.fieldWasRead(field, of: id) }
  }

  /// Called after a field was or may have been changed.
  ///
  /// - Parameter field: The number of the field, unique in the state.
  @inlinable
  public mutating func didChange(_ field: UInt64) { note(field, .whole) }

  /// Called after a field was set.
  ///
  /// - Parameters:
  ///   - field: The number of the field, unique in the state.
  ///   - change: The change of its value.
  @inlinable
  public mutating func didSet(_ field: UInt64, _ change: StateChange) {
    if change != .none { note(field, change) }
  }

  /// Called after a field was changed in place.
  ///
  /// - Parameters:
  ///   - field: The number of the field, unique in the state.
  ///   - before: The identity of its value before the change.
  ///   - after: The identity now; `nil` if every change counts.
  @inlinable
  public mutating func didModify(
    _ field: UInt64, from before: ObservableStateID?, to after: ObservableStateID?
  ) {
    guard let before, let after, before.isSameState(as: after) else { return didChange(field) }
    guard before.stamp != after.stamp else { return }
    note(field, before.isOfCollection ? .elements : .inside)
    if ObservationTable.isAnyPresent { ObservationTable.stateMayHaveChanged(before) }
  }

  /// Called after a small field was changed in place.
  ///
  /// - Parameters:
  ///   - field: The number of the field, unique in the state.
  ///   - before: Its value before the change.
  ///   - after: Its value now.
  @inlinable
  public mutating func didModify<Value: Equatable>(
    _ field: UInt64, from before: Value, to after: Value
  ) {
    if before != after { didChange(field) }
  }

  /// Notes a change of the field.
  @inlinable
  mutating func note(_ field: UInt64, _ change: StateChange) {
    let before = stamp
    stamp = StateStamp.next()
    guard ObservationTable.isAnyPresent else { return }
    ObservationTable.fieldWasChanged(field, change, of: id, since: before)
  }
}

extension ObservationStateRegistrar: Equatable, Hashable {
  /// All registrars are equal.
  public static func == (first: Self, second: Self) -> Bool { true }

  /// Adds nothing to the hash.
  public func hash(into hasher: inout Hasher) {}
}

extension ObservationStateRegistrar: Codable {
  /// Decodes nothing.
  public init(from decoder: any Decoder) { self.init() }

  /// Encodes nothing.
  public func encode(to encoder: any Encoder) {}
}

// MARK: - Comparing Assigned Values

extension ObservationStateRegistrar {
  /// Returns the change made by assigning one value over another; incomparable values always
  /// differ.
  public static func change<Value>(from old: Value, to new: Value) -> StateChange { .whole }

  /// Returns the change made by assigning one value over another.
  public static func change<Value: Equatable>(from old: Value, to new: Value) -> StateChange {
    old == new ? .none : .whole
  }

  /// Returns the change made by assigning one state over another; its properties have their own
  /// observers.
  public static func change<Value: ObservableState>(
    from old: Value, to new: Value
  ) -> StateChange {
    let (before, after) = (old._$id, new._$id)
    if before == after { return .none }
    guard before.isSameState(as: after) else { return .whole }
    ObservationTable.stateWasExchanged(old, for: new, of: before, now: after)
    return .inside
  }

  /// Returns the change made by assigning one `Equatable` state over another.
  ///
  /// Properties that are not observed count, too.
  public static func change<Value: ObservableState & Equatable>(
    from old: Value, to new: Value
  ) -> StateChange {
    let (before, after) = (old._$id, new._$id)
    // States with equal identities may still differ in properties that are not observed.
    if before == after { return old == new ? .none : .whole }
    guard before.isSameState(as: after) else {
      // Two volatile ids carry no information: each belongs to a case whose value has no identity.
      return before.isVolatile && after.isVolatile && old == new ? .none : .whole
    }
    ObservationTable.stateWasExchanged(old, for: new, of: before, now: after)
    return .inside
  }

  /// Returns the change made by assigning one optional state over another.
  public static func change<Value: ObservableState>(
    from old: Value?, to new: Value?
  ) -> StateChange {
    guard let old, let new else { return (old == nil) == (new == nil) ? .none : .whole }
    return change(from: old, to: new)
  }

  /// Returns the change made by assigning one optional `Equatable` state over another.
  ///
  /// Properties that are not observed count, too.
  public static func change<Value: ObservableState & Equatable>(
    from old: Value?, to new: Value?
  ) -> StateChange {
    guard let old, let new else { return (old == nil) == (new == nil) ? .none : .whole }
    return change(from: old, to: new)
  }

  // MARK: - Comparing Values of States Written by Hand

  /// Returns true if assigning one value over another changes nothing that can be observed; always
  /// false for incomparable values.
  ///
  /// `didSet` with `change(from:to:)` is more precise: it distinguishes a change inside a child
  /// from another child.
  public static func isSame<Value>(_ old: Value, _ new: Value) -> Bool { false }

  /// Returns true if assigning one value over another changes nothing that can be observed.
  public static func isSame<Value: Equatable>(_ old: Value, _ new: Value) -> Bool { old == new }

  /// Returns true if assigning one state over another changes nothing that can be observed.
  public static func isSame<Value: ObservableState>(_ old: Value, _ new: Value) -> Bool {
    change(from: old, to: new) == .none
  }

  /// Returns true if assigning one `Equatable` state over another changes nothing that can be
  /// observed.
  public static func isSame<Value>(_ old: Value, _ new: Value) -> Bool
  where Value: ObservableState & Equatable { change(from: old, to: new) == .none }

  /// Returns true if assigning one optional state over another changes nothing that can be
  /// observed.
  public static func isSame<Value: ObservableState>(_ old: Value?, _ new: Value?) -> Bool {
    change(from: old, to: new) == .none
  }

  /// Returns true if assigning one optional `Equatable` state over another changes nothing that can
  /// be observed.
  public static func isSame<Value>(_ old: Value?, _ new: Value?) -> Bool
  where Value: ObservableState & Equatable { change(from: old, to: new) == .none }

  // MARK: - Distinguishing Values

  /// Returns a new identity for an enum whose value has none, so that every inspection finds a
  /// change.
  public static func caseIdentity<Value>(of value: Value, index: Int) -> ObservableStateID {
    .volatile
  }

  /// Returns the identity of an enum that contains a state.
  public static func caseIdentity<Value: ObservableState>(
    of value: Value, index: Int
  ) -> ObservableStateID {
    value._$id.tagged(index)
  }

  // MARK: - Before a Change in Place

  /// Returns a value that shows whether a change in place has replaced a value; `nil` if every
  /// change counts.
  ///
  /// It is read before and after the change, also by handwritten conformances.
  @_disfavoredOverload
  @inlinable
  public static func identity<Value>(of value: Value) -> ObservableStateID? { nil }

  // Disfavoured, so that a small enum of states has the identity of a state.
  /// Returns a small value itself, to be compared with the value after the change.
  @_disfavoredOverload
  @inlinable
  public static func identity<Value: Equatable & BitwiseCopyable>(of value: Value) -> Value {
    value
  }

  /// Returns a value that shows whether a change in place has replaced a state.
  @inlinable
  public static func identity<Value: ObservableState>(of value: Value) -> ObservableStateID? {
    value._$id
  }

  /// Returns a value that shows whether a change in place has replaced an optional state.
  @inlinable
  public static func identity<Value: ObservableState>(of value: Value?) -> ObservableStateID? {
    value?._$id ?? .inert
  }
}
