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
  /// within one action counts as the same; in a `@Presents` property it does not.
  ///
  /// A child that asks one question, such as an alert, is removed after its answer, unless this
  /// reducer has asked another one: see ``EphemeralState``.
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
      OperatorCall(
        base: self, state: toWrappedState, action: toWrappedAction, child: wrapped(),
        site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)))
  }
}

/// A reducer with a child that can be absent; made by `ifLet`.
public struct IfLet<Base: Reducer, Child: Reducer>: OperatorReducer {
  /// The parent's state.
  public typealias State = Base.State

  /// The parent's action.
  public typealias Action = Base.Action

  @usableFromInline
  typealias Call = OperatorCall<
    Base, Child,
    WritableKeyPath<Base.State, Child.State?>,
    CaseKeyPath<Base.Action, Child.Action>
  >

  @usableFromInline let call: Call

  @usableFromInline
  init(_ call: Call) {
    self.call = call
  }

  /// Makes the nodes of the parent and of the child.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> _IfLetNode<Base._Node, Child> {
    _IfLetNode(
      base: call.base._makeNode(in: context), state: StateAccess(call.toState, in: context),
      action: AnyCasePath(call.toAction),
      child: ReplaceableChild(call.child, site: call.site, in: context))
  }
}

/// The node of ``IfLet``.
public final class _IfLetNode<Base: _ReducerNode, Child: Reducer>: _ReducerNode {
  @usableFromInline let base: Base
  @usableFromInline let childState: StateAccess<Base.State, Child.State?>
  @usableFromInline let childAction: AnyCasePath<Base.Action, Child.Action>
  @usableFromInline let child: ReplaceableChild<Child>
  /// Tells whether an action is an answer that ends a question; `nil` if none does.
  @usableFromInline let endsByAnswer = Ephemerality<Child.State, Child.Action>()
  /// Whether the property makes another state at each look, so that its identity says nothing.
  @usableFromInline var isMadeAnew = false

  @inlinable
  init(
    base: Base, state: StateAccess<Base.State, Child.State?>,
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
    if endsByAnswer != nil { return answer(in: &state, action: action) }
    return reduceBoth(in: &state, action: action)
  }

  @inlinable
  @inline(__always)
  func reduceBoth(in state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let childAction = childAction.extract(action) else {
      return base.reduce(into: &state, action: action)
    }
    let childEffect = reduceChild(in: &state, action: childAction)
    return childEffect.merge(with: base.reduce(into: &state, action: action))
  }

  /// Runs an action that may be the answer to a question, and removes the question if it is.
  /// If the parent asks another question in the meantime, that one stays.
  @usableFromInline
  func answer(in state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let answer = childAction.extract(action)
    let isAnswered = childState.look(at: &state) { question in
      question.modifyWrapped { question in
        answer.flatMap { endsByAnswer?(&question, by: $0) } ?? false
      }
    }
    guard isAnswered == true else { return reduceBoth(in: &state, action: action) }
    let question = lookAtIdentity(in: &state)
    let effect = reduceBoth(in: &state, action: action)
    if lookAtIdentity(in: &state) == question {
      childState.modifyByProperty(&state) { $0 = nil }
    }
    return effect
  }

  @inlinable
  func reduceChild(in state: inout Base.State, action: Child.Action) -> Effect<Base.Action> {
    var reduced = childState.modify(&state) { wrapped in
      wrapped.modifyWrapped { child.reduce(into: &$0, action: action) }
    }
    if let identity = reduced?.identity {
      reduced?.identity = lasting(identity, in: &state)
    }
    return child.effect(of: reduced, for: action, operator: "ifLet", embed: childAction.embed)
  }

  /// The identity of a child that has an effect; `nil` if a computed property makes its state anew
  /// at each look. Such a child is the same as long as there is one.
  @usableFromInline
  func lasting(_ identity: AnyHashable, in state: inout Base.State) -> AnyHashable? {
    guard childState.isComputed else { return identity }
    if !isMadeAnew { isMadeAnew = lookAtIdentity(in: &state) != lookAtIdentity(in: &state) }
    return isMadeAnew ? nil : identity
  }

  private func lookAtIdentity(in state: inout Base.State) -> AnyHashable? {
    let identity = childState.look(at: &state) { wrapped in
      wrapped.modifyWrapped { child.identity(of: &$0) }
    }
    return identity ?? nil
  }

  /// Marks the child's scope as lost if the child's state is gone, or belongs to another child.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout Base.State) {
    base._findLostScopes(in: scope, state: &state)
    guard scope.child(at: child.id) != nil else { return }
    childState.look(at: &state) { wrapped in
      let found: Void? = wrapped.modifyWrapped {
        child.findLostScopes(in: scope, state: &$0, hasIdentity: !isMadeAnew)
      }
      if found == nil { child.loseScope(in: scope) }
    }
  }
}
