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
public struct Scope<State, Action, Child: Reducer>: Reducer {
  /// The child, beside a parent that does nothing.
  public let body: ChildOperator<EmptyReducer<State, Action>, Child, Void>

  /// Runs a child on a property of the state.
  ///
  /// - Parameters:
  ///   - toChildState: The property that holds the child's state.
  ///   - toChildAction: The case that holds the child's actions.
  ///   - child: The child.
  @inlinable
  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<State, ChildState>,
    action toChildAction: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    let site = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    body = ChildOperator(EmptyReducer(), child(), "Scope", at: site) { number, context in
      ChildAccess(
        property: StateAccess(toChildState, in: context), action: AnyCasePath(toChildAction),
        at: number)
    }
  }

  /// Runs a child on a property of the state; a shorter spelling of `Scope(state:action:)`.
  ///
  /// - Parameters:
  ///   - toChildState: The property that holds the child's state.
  ///   - toChildAction: The case that holds the child's actions.
  ///   - child: The child.
  @inlinable
  public init<ChildState, ChildAction>(
    _ toChildState: WritableKeyPath<State, ChildState>,
    action toChildAction: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(state: toChildState, action: toChildAction, child: child)
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

extension ChildAccess where ID == Void {
  /// The way to a child in a property that always holds it.
  @inlinable
  init(
    property: StateAccess<State, Child.State>, action: AnyCasePath<Action, Child.Action>,
    at number: Int
  ) {
    request = { parentAction, _ in action.extract(parentAction).map { .run((), $0) } }
    modify = { _, state, body in property.modify(&state, body) }
    look = { _, state, body in property.look(at: &state, body) }
    place = { _, _ in .fixed(node: number) }
    embed = { _, childAction in action.embed(childAction) }
  }
}
