extension Reducer {
  /// Runs a child reducer while the state is of one case.
  ///
  /// The child runs first, then this reducer. When the case changes, all effects of the child are
  /// cancelled before the next action is reduced.
  ///
  /// If the payload is `Identifiable`, a new id means a new child, and the old one's effects end.
  /// If it is not, but has `@ObservableState`, a newly created payload means a new child; a copy
  /// that is changed and put back does not. If it is neither, a case that is left and entered again
  /// within one action counts as the same child.
  ///
  /// - Parameters:
  ///   - toCaseState: The case of the state that holds the child's state.
  ///   - toCaseAction: The case that holds the child's actions.
  ///   - caseReducer: The child.
  @inlinable
  public func ifCaseLet<CaseState, CaseAction, Child: Reducer<CaseState, CaseAction>>(
    _ toCaseState: CaseKeyPath<State, CaseState>,
    action toCaseAction: CaseKeyPath<Action, CaseAction>,
    @ReducerBuilder<CaseState, CaseAction> then caseReducer: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> IfCaseLet<Self, Child> where State: CasePathable {
    IfCaseLet(
      OperatorCall(
        base: self, state: toCaseState, action: toCaseAction, child: caseReducer(),
        site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)))
  }
}

/// A reducer with a child that exists while the state is of one case; made by `ifCaseLet`.
public struct IfCaseLet<Base: Reducer, Child: Reducer>: OperatorReducer
where Base.State: CasePathable {
  /// The parent's state.
  public typealias State = Base.State

  /// The parent's action.
  public typealias Action = Base.Action

  @usableFromInline
  typealias Call = OperatorCall<
    Base, Child,
    CaseKeyPath<Base.State, Child.State>,
    CaseKeyPath<Base.Action, Child.Action>
  >

  @usableFromInline let call: Call

  @usableFromInline
  init(_ call: Call) {
    self.call = call
  }

  /// Makes the nodes of the parent and of the child.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> _IfCaseLetNode<Base._Node, Child> {
    _IfCaseLetNode(
      base: call.base._makeNode(in: context), state: AnyCasePath(call.toState),
      action: AnyCasePath(call.toAction),
      child: ReplaceableChild(call.child, site: call.site, in: context))
  }
}

/// The node of ``IfCaseLet``.
public final class _IfCaseLetNode<Base: _ReducerNode, Child: Reducer>: _ReducerNode {
  @usableFromInline let base: Base
  @usableFromInline let childState: AnyCasePath<Base.State, Child.State>
  @usableFromInline let childAction: AnyCasePath<Base.Action, Child.Action>
  @usableFromInline let child: ReplaceableChild<Child>

  @inlinable
  init(
    base: Base, state: AnyCasePath<Base.State, Child.State>,
    action: AnyCasePath<Base.Action, Child.Action>, child: ReplaceableChild<Child>
  ) {
    self.base = base
    self.childState = state
    self.childAction = action
    self.child = child
  }

  /// Runs the child if the action is for it, then the parent.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let childAction = childAction.extract(action) else {
      return base.reduce(into: &state, action: action)
    }
    let childEffect = reduceChild(in: &state, action: childAction)
    return childEffect.merge(with: base.reduce(into: &state, action: action))
  }

  @inlinable
  func reduceChild(in state: inout Base.State, action: Child.Action) -> Effect<Base.Action> {
    let reduced = childState.modifyInPlace(&state) { child.reduce(into: &$0, action: action) }
    return child.effect(of: reduced, for: action, operator: "ifCaseLet", embed: childAction.embed)
  }

  /// Marks the child's scope as lost if the state is of another case, or holds another child.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout Base.State) {
    base._findLostScopes(in: scope, state: &state)
    guard scope.child(at: child.id) != nil else { return }
    let found: Void? = childState.modifyInPlace(&state) {
      child.findLostScopes(in: scope, state: &$0)
    }
    if found == nil { child.loseScope(in: scope) }
  }
}
