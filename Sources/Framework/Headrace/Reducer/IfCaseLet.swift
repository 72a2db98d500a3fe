extension Reducer {
  /// Runs a child reducer while the state is of one case.
  ///
  /// The child runs first, then this reducer. When the case changes, all effects of the child are
  /// cancelled before the next action is reduced.
  ///
  /// If the payload is `Identifiable`, a new id means a new child, and the old one's effects end.
  /// If it is not, but has `@ObservableState`, a newly created payload means a new child; a copy
  /// that is changed and put back does not. If neither applies, a case that is left and entered
  /// again within one action counts as the same child.
  ///
  /// - Parameters:
  ///   - toCaseState: The case of the state that contains the child's state.
  ///   - toCaseAction: The case that contains the child's actions.
  ///   - caseReducer: The child.
  @inlinable
  public func ifCaseLet<CaseState, CaseAction, Child: Reducer<CaseState, CaseAction>>(
    _ toCaseState: CaseKeyPath<State, CaseState>,
    action toCaseAction: CaseKeyPath<Action, CaseAction>,
    @ReducerBuilder<CaseState, CaseAction> then caseReducer: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ChildOperator<Self, Child, Void> where State: CasePathable {
    ChildOperator(
      self, caseReducer(), "ifCaseLet",
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { number, _ in
      ChildAccess(case: AnyCasePath(toCaseState), action: AnyCasePath(toCaseAction), at: number)
    }
  }
}

extension ChildAccess where ID == Void {
  /// Creates the access to a child in a case of an enum.
  @inlinable
  init(
    case path: AnyCasePath<State, Child.State>, action: AnyCasePath<Action, Child.Action>,
    at number: Int
  ) {
    request = { parentAction, _ in action.extract(parentAction).map { .run((), $0) } }
    modify = { _, state, body in path.modifyInPlace(&state, body) }
    look = { _, state, body in path.modifyInPlace(&state, body) }
    place = { _, state in
      path.modifyInPlace(&state) { .optional(node: number, identity: ChildIdentity.of(&$0)) }
    }
    embed = { _, childAction in action.embed(childAction) }
  }
}
