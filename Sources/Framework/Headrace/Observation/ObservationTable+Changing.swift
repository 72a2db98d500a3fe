// MARK: - Noting Changes

extension ObservationTable {
  /// Called by a state's registrar.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - isInside: Whether the same child is still there.
  ///   - state: The state, as it is now.
  ///   - before: Its stamp before the change.
  @usableFromInline
  static func fieldWasChanged(
    _ field: UInt64, isInside: Bool, mayHaveUnnotedChanges: Bool = false,
    of state: ObservableStateID, since before: UInt64
  ) {
    let change = StateDifferences.Field(
      number: field, isInside: isInside, mayHaveUnnotedChanges: mayHaveUnnotedChanges)
    whileReducing { table in
      table.touch(state) { $0.note(change, from: before, to: state.stamp) }
    }
  }

  /// Called where an element of a collection was changed, and the change noted.
  @usableFromInline
  static func elementWasNoted(from before: UInt64, to after: UInt64) {
    whileReducing { table in
      if table.notedContent.to != before { table.notedContent.from = before }
      table.notedContent.to = after
    }
  }

  /// Whether only noted changes of its elements took a collection from one stamp to another.
  @usableFromInline
  static func isNoted(from before: UInt64, to after: UInt64) -> Bool {
    var isNoted = false
    whileReducing { isNoted = $0.notedContent == (before, after) }
    return isNoted
  }

  /// Called where a state may have been replaced, by another state or by an earlier copy of itself.
  /// Its places are inspected after the drain.
  @usableFromInline
  static func stateMayHaveChanged(_ before: ObservableStateID) {
    whileReducing { $0.touch(before) }
  }

  /// Called where the reducer of a child has changed its state.
  @usableFromInline
  static func childHasChanged(_ before: ObservableStateID?) {
    whileReducing { table in
      table.childChangeCount &+= 1
      if let before { table.touch(before) }
    }
  }

  /// Called where one copy of a state replaces another; notes in which fields they differ.
  static func stateWasExchanged<State: ObservableState>(
    _ old: State, for new: State, of before: ObservableStateID, now after: ObservableStateID
  ) {
    guard isAnyPresent else { return }
    whileReducing { table in
      var differences = StateDifferences()
      // Even if the state is not observed itself, states in it may be.
      State._$compare(old, new, in: &differences)
      table.touch(before) { $0.note(differences, from: before.stamp, to: after.stamp) }
    }
  }

  /// Runs a child's reducer on a field, and returns whether it has changed anything in it.
  @usableFromInline
  static func hasChildChanged<Result>(in body: () -> Result) -> (result: Result, Bool) {
    guard let table = onThread else { return (body(), true) }
    let countBefore = table.childChangeCount
    let result = body()
    return (result, table.childChangeCount != countBefore)
  }

  /// Notes that copies of a state may have changed, if a place shows one.
  func touch(_ state: ObservableStateID, _ note: (inout [ChangeSequence]) -> Void = { _ in }) {
    let lineage = state.plainLineage
    if places[lineage] != nil { note(&changes[lineage, default: []]) }
  }

  /// The fields in which a state may differ from its copy with an earlier stamp; `nil` if any may.
  func changes(of state: ObservableStateID, since stamp: UInt64) -> [StateDifferences.Field]? {
    changes[state.plainLineage]?.fields(from: stamp, to: state.stamp)
  }
}
