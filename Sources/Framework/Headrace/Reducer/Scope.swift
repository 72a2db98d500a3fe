/// Runs a child reducer on a part of the state that always exists.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   Scope(state: \.profile, action: \.profile) { Profile() }
///   Reduce { state, action in … }
/// }
/// ```
///
/// The child is the property, not the state in it: it exists as long as its parent does. So its
/// effects continue if its state is replaced, even by a newly created one. For a child that ends
/// and begins again, use an optional property and `ifLet`, or let the child cancel its effects.
public struct Scope<State, Action, Child: Reducer>: OperatorReducer {
  @usableFromInline let toChildState: WritableKeyPath<State, Child.State>
  @usableFromInline let toChildAction: CaseKeyPath<Action, Child.Action>
  @usableFromInline let child: Child

  /// Runs a child on a property of the state.
  ///
  /// - Parameters:
  ///   - toChildState: The property that contains the child's state.
  ///   - toChildAction: The case that contains the child's actions.
  ///   - child: The child.
  @inlinable
  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<State, ChildState>,
    action toChildAction: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.toChildState = toChildState
    self.toChildAction = toChildAction
    self.child = child()
  }

  /// Runs a child on a property of the state; a shorter spelling of `Scope(state:action:)`.
  ///
  /// - Parameters:
  ///   - toChildState: The property that contains the child's state.
  ///   - toChildAction: The case that contains the child's actions.
  ///   - child: The child.
  @inlinable
  public init<ChildState, ChildAction>(
    _ toChildState: WritableKeyPath<State, ChildState>,
    action toChildAction: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(state: toChildState, action: toChildAction, child: child)
  }

  /// Creates the node of the scope and of its child.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> _ScopeNode<State, Action, Child> {
    _ScopeNode(self, in: context)
  }
}

/// The node of ``Scope``.
public final class _ScopeNode<State, Action, Child: Reducer>: _ReducerNode {
  @usableFromInline let childState: StateAccess<State, Child.State>
  @usableFromInline let childAction: AnyCasePath<Action, Child.Action>
  @usableFromInline let child: CompiledReducer<Child.State, Child.Action>
  /// The number of the child's place in the tree.
  @usableFromInline let number: Int

  @inlinable
  init(_ scope: Scope<State, Action, Child>, in context: _NodeContext) {
    childState = StateAccess(scope.toChildState, in: context)
    childAction = AnyCasePath(scope.toChildAction)
    number = context.makeNodeNumber(of: Child.self)
    child = context.child(scope.child)
  }

  /// Runs the child if the action is for it.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let action = childAction.extract(action) else { return .none }
    let effect = childState.modify(&state) { child.run(&$0, action) }
    return effect.scoped(at: .fixed(node: number), embed: childAction.embed)
  }

  /// Searches below the child, which itself is never lost.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout State) {
    let place = ScopePlace.fixed(node: number)
    guard let childScope = scope.childToSearch(at: number, ifAt: place) else { return }
    childState.look(at: &state) { child.findLost(childScope, &$0) }
  }
}

@available(
  *, unavailable,
  message: """
    the child's state can't be changed where it is: let each part of its path be a 'var', as in \
    'var child = Child.State()'
    """
)
extension Scope {
  /// Rejects a property that can't be changed.
  public init<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState>,
    action toChildAction: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    preconditionFailure("A child changes its state.")
  }

  /// Rejects a property that can't be changed.
  public init<ChildState, ChildAction>(
    _ toChildState: KeyPath<State, ChildState>,
    action toChildAction: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    preconditionFailure("A child changes its state.")
  }
}
