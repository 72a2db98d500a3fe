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
