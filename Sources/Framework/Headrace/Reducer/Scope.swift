/// Runs a child reducer on a part of the state that is always there.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   Scope(state: \.profile, action: \.profile) { Profile() }
///   Reduce { state, action in … }
/// }
/// ```
///
/// The child is the property, not the state in it: it is there as long as its parent is. So its
/// effects continue if its state is replaced, even by one that was made anew. For a child that ends
/// and begins again, use an optional property and `ifLet`, or let the child cancel its effects.
public struct Scope<ParentState, ParentAction, Child: Reducer>: OperatorReducer {
  @usableFromInline let toChildState: WritableKeyPath<ParentState, Child.State>
  @usableFromInline let toChildAction: CaseKeyPath<ParentAction, Child.Action>
  @usableFromInline let child: Child

  /// Runs a child on a property of the state.
  ///
  /// - Parameters:
  ///   - toChildState: The property that holds the child's state.
  ///   - toChildAction: The case that holds the child's actions.
  ///   - child: The child.
  @inlinable
  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.toChildState = toChildState
    self.toChildAction = toChildAction
    self.child = child()
  }

  /// Runs a child on a property of the state; a shorter spelling of `Scope(state:action:)`.
  ///
  /// - Parameters:
  ///   - toChildState: The property that holds the child's state.
  ///   - toChildAction: The case that holds the child's actions.
  ///   - child: The child.
  @inlinable
  public init<ChildState, ChildAction>(
    _ toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(state: toChildState, action: toChildAction, child: child)
  }

  /// Rejects a property that can't be changed.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the child's state can't be changed where it is: let each part of its path be a 'var', as in \
      'var child = Child.State()'
      """
  )
  public init<ChildState, ChildAction>(
    state toChildState: KeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    preconditionFailure("A child changes its state.")
  }

  /// Rejects a property that can't be changed.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the child's state can't be changed where it is: let each part of its path be a 'var', as in \
      'var child = Child.State()'
      """
  )
  public init<ChildState, ChildAction>(
    _ toChildState: KeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    preconditionFailure("A child changes its state.")
  }

  /// Makes the node of the scope and of its child.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> _ScopeNode<ParentState, ParentAction, Child> {
    _ScopeNode(
      state: StateAccess(toChildState, in: context), action: AnyCasePath(toChildAction),
      child: context.child(child), id: context.makeNodeID(of: Child.self))
  }
}

/// The node of ``Scope``.
public final class _ScopeNode<State, Action, Child: Reducer>: _ReducerNode {
  @usableFromInline let childState: StateAccess<State, Child.State>
  @usableFromInline let childAction: AnyCasePath<Action, Child.Action>
  @usableFromInline let child: _ChildNode<Child>
  @usableFromInline let id: Int

  @inlinable
  init(
    state: StateAccess<State, Child.State>, action: AnyCasePath<Action, Child.Action>,
    child: _ChildNode<Child>, id: Int
  ) {
    self.childState = state
    self.childAction = action
    self.child = child
    self.id = id
  }

  /// Runs the child if the action is for it.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let action = childAction.extract(action) else { return .none }
    let effect = childState.modify(&state) { child.run(&$0, action) }
    return effect.scoped(at: .fixed(node: id), embed: childAction.embed)
  }

  /// Passes the call on to the child.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout State) {
    guard let childScope = scope.child(at: id) else { return }
    childState.look(at: &state) { child.findLost(childScope, &$0) }
  }
}
