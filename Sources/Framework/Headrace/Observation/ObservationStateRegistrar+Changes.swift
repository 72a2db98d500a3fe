// MARK: - Comparing Values That Are Assigned

extension ObservationStateRegistrar {
  /// The change made by assigning one value in place of another; values that can't be compared
  /// always differ.
  public static func change<Value>(from old: Value, to new: Value) -> StateChange { .whole }

  /// The change made by assigning one value in place of another.
  public static func change<Value: Equatable>(from old: Value, to new: Value) -> StateChange {
    old == new ? .none : .whole
  }

  /// The change made by assigning one state in place of another, whose properties have their own
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

  /// The change made by assigning one `Equatable` state in place of another. Properties that are
  /// not observed count too.
  public static func change<Value: ObservableState & Equatable>(
    from old: Value, to new: Value
  ) -> StateChange {
    let (before, after) = (old._$id, new._$id)
    // Equal identities may still differ in properties that are not observed.
    if before == after { return old == new ? .none : .whole }
    guard before.isSameState(as: after) else {
      // Two volatile ids say nothing: each belongs to a case whose value has no identity.
      return before.isVolatile && after.isVolatile && old == new ? .none : .whole
    }
    ObservationTable.stateWasExchanged(old, for: new, of: before, now: after)
    return .inside
  }

  /// The change made by assigning one optional state in place of another.
  public static func change<Value: ObservableState>(
    from old: Value?, to new: Value?
  ) -> StateChange {
    guard let old, let new else { return (old == nil) == (new == nil) ? .none : .whole }
    return change(from: old, to: new)
  }

  /// The change made by assigning one optional `Equatable` state in place of another. Properties
  /// that are not observed count too.
  public static func change<Value: ObservableState & Equatable>(
    from old: Value?, to new: Value?
  ) -> StateChange {
    guard let old, let new else { return (old == nil) == (new == nil) ? .none : .whole }
    return change(from: old, to: new)
  }
}

// MARK: - Conformances Written by Hand

extension ObservationStateRegistrar {
  /// Whether assigning one value in place of another changes nothing that can be observed.
  public static func isSame<Value>(_ old: Value, _ new: Value) -> Bool { false }

  /// Whether assigning one value in place of another changes nothing that can be observed.
  public static func isSame<Value: Equatable>(_ old: Value, _ new: Value) -> Bool { old == new }

  /// Whether assigning one state in place of another changes nothing that can be observed.
  public static func isSame<Value: ObservableState>(_ old: Value, _ new: Value) -> Bool {
    change(from: old, to: new) == .none
  }

  /// Whether assigning one state in place of another changes nothing that can be observed.
  public static func isSame<Value: ObservableState & Equatable>(
    _ old: Value, _ new: Value
  ) -> Bool {
    change(from: old, to: new) == .none
  }

  /// Whether assigning one optional state in place of another changes nothing that can be observed.
  public static func isSame<Value: ObservableState>(_ old: Value?, _ new: Value?) -> Bool {
    change(from: old, to: new) == .none
  }

  /// Whether assigning one optional state in place of another changes nothing that can be observed.
  public static func isSame<Value: ObservableState & Equatable>(
    _ old: Value?, _ new: Value?
  ) -> Bool {
    change(from: old, to: new) == .none
  }
}
