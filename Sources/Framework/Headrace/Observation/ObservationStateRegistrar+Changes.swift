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
}
