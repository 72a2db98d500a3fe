extension Reducer {
  /// Runs a child reducer while an optional part of the state is not `nil`.
  ///
  /// The child runs first, then this reducer, so that a parent can still remove the child's state
  /// after its action. When the state becomes `nil`, all effects of the child are cancelled before
  /// the next action is reduced.
  ///
  /// If the child's state is `Identifiable`, a new id means a new child, and the old one's effects
  /// end. If it is not, but has `@ObservableState`, a newly created state means a new child; a copy
  /// that is changed and put back does not. If it is neither, a child that is removed and put back
  /// within one action counts as the same. `@Presents` always distinguishes a child from the next.
  ///
  /// - Parameters:
  ///   - toWrappedState: The optional property that holds the child's state.
  ///   - toWrappedAction: The case that holds the child's actions.
  ///   - wrapped: The child.
  @inlinable
  public func ifLet<WrappedState, WrappedAction, Wrapped: Reducer<WrappedState, WrappedAction>>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: CaseKeyPath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> IfLet<Self, Wrapped> {
    IfLet(
      base: self, state: toWrappedState, action: toWrappedAction, child: wrapped(),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A reducer with a child that can be absent; made by `ifLet`.
@frozen
public struct IfLet<Base: Reducer, Child: Reducer>: OperatorReducer {
  /// The parent's state.
  public typealias State = Base.State

  /// The parent's action.
  public typealias Action = Base.Action

  @usableFromInline let base: Base
  @usableFromInline let toChildState: WritableKeyPath<Base.State, Child.State?>
  @usableFromInline let toChildAction: CaseKeyPath<Base.Action, Child.Action>
  @usableFromInline let child: Child
  @usableFromInline let site: CallSite

  @usableFromInline
  init(
    base: Base, state: WritableKeyPath<Base.State, Child.State?>,
    action: CaseKeyPath<Base.Action, Child.Action>, child: Child, site: CallSite
  ) {
    self.base = base
    self.toChildState = state
    self.toChildAction = action
    self.child = child
    self.site = site
  }

  /// Makes the nodes of the parent and of the child.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> _IfLetNode<Base._Node, Child> {
    _IfLetNode(
      base: base._makeNode(in: context), state: StateAccess(toChildState, in: context),
      action: AnyCasePath(toChildAction), child: context.child(child),
      id: context.makeNodeID(of: Child.self, at: toChildState),
      site: site)
  }
}

/// The node of ``IfLet``.
public final class _IfLetNode<Base: _ReducerNode, Child: Reducer>: _ReducerNode {
  @usableFromInline let base: Base
  @usableFromInline let childState: StateAccess<Base.State, Child.State?>
  @usableFromInline let childAction: AnyCasePath<Base.Action, Child.Action>
  @usableFromInline let child: _ChildNode<Child>
  @usableFromInline let childIdentity: ChildIdentity<Child.State>
  @usableFromInline let id: Int
  @usableFromInline let site: CallSite

  @inlinable
  init(
    base: Base, state: StateAccess<Base.State, Child.State?>,
    action: AnyCasePath<Base.Action, Child.Action>, child: _ChildNode<Child>, id: Int,
    site: CallSite
  ) {
    self.base = base
    self.childState = state
    self.childAction = action
    self.child = child
    self.childIdentity = ChildIdentity()
    self.id = id
    self.site = site
  }

  /// Runs the child if the action is for it, then the parent.
  @inlinable
  public func reduce(
    into state: inout Base.State, action: UnsafePointer<Base.Action>
  ) -> Effect<Base.Action> {
    guard let childAction = childAction.extract(at: action) else {
      return base.reduce(into: &state, action: action)
    }
    let childEffect = reduceChild(in: &state, action: childAction)
    return childEffect.merge(with: base.reduce(into: &state, action: action))
  }

  @inlinable
  func reduceChild(in state: inout Base.State, action: Child.Action) -> Effect<Base.Action> {
    let result = childState.modify(&state) { wrapped in
      wrapped.modifyWrapped { childState in
        let effect = child.reduce(into: &childState, action: action)
        return (effect, effect.storage == nil ? nil : childIdentity(of: &childState))
      }
    }
    guard let (effect, identity) = result else {
      reportActionForAbsentChild(action, of: Child.self, operator: "ifLet", at: site)
      return .none
    }
    return effect.scoped(
      at: .optional(node: id, identity: identity), embed: childAction.embed)
  }

  /// Marks the child's scope as lost if the child's state is gone, or belongs to another child.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout Base.State) {
    base._findLostScopes(in: scope, state: &state)
    guard scope.child(at: id) != nil else { return }
    childState.look(at: &state) { wrapped in
      let isPresent: Void? = wrapped.modifyWrapped { childState in
        let kept = scope.loseChildIfGone(
          at: id, isPresent: true, identity: childIdentity(of: &childState))
        if let kept { child.findLostScopes(in: kept, state: &childState) }
      }
      if isPresent == nil { _ = scope.loseChildIfGone(at: id, isPresent: false, identity: nil) }
    }
  }
}
