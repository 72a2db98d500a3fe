extension Reducer {
  /// Runs a child reducer while it is presented.
  ///
  /// The child runs first, then this reducer. The action `.dismiss` removes the child's state after
  /// this reducer has seen the action; setting the property to `nil` does the same. Either way, and
  /// when another child is presented in its place, all effects of the child are cancelled before
  /// the next action is reduced. An assignment presents a new child, unless the state has the id of
  /// the presented child or, if it has no id, is a copy of it. Changing the child in place does not
  /// present a new one.
  ///
  /// In the child `@Dependency(\.dismiss)` sends `.dismiss`. A child that asks one question, such
  /// as an alert, is also removed after its first action: see ``EphemeralState``.
  ///
  /// - Parameters:
  ///   - toPresentationState: The `@Presents` property, such as `\.$detail`.
  ///   - toPresentationAction: The case that holds the presentation's actions.
  ///   - destination: The child.
  @inlinable
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> IfLetPresentation<Self, Child> {
    IfLetPresentation(
      OperatorCall(
        base: self, state: toPresentationState, action: toPresentationAction, child: destination(),
        site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)))
  }

  /// Presents a question that needs no reducer, such as an alert.
  ///
  /// This reducer sees the answer. The question is gone afterwards; another one that this reducer
  /// has asked stays.
  ///
  /// - Parameters:
  ///   - toPresentationState: The `@Presents` property, such as `\.$alert`.
  ///   - toPresentationAction: The case that holds the presentation's actions.
  @inlinable
  public func ifLet<ChildState: EphemeralState>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<ChildState.Action>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> IfLetPresentation<Self, EmptyReducer<ChildState, ChildState.Action>> {
    IfLetPresentation(
      OperatorCall(
        base: self, state: toPresentationState, action: toPresentationAction, child: EmptyReducer(),
        site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)))
  }

  /// Runs an enum of reducers while one of its features is presented.
  ///
  /// - Parameters:
  ///   - toPresentationState: The `@Presents` property, such as `\.$destination`.
  ///   - toPresentationAction: The case that holds the presentation's actions.
  @inlinable
  public func ifLet<ChildState: CaseReducerState>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toPresentationAction: CaseKeyPath<
      Action, PresentationAction<ChildState.StateReducer.Action>
    >,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> IfLetPresentation<Self, ChildState.StateReducer.Body> {
    IfLetPresentation(
      OperatorCall(
        base: self, state: toPresentationState, action: toPresentationAction,
        child: ChildState.StateReducer.body,
        site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)))
  }
}

/// A reducer with a child that is presented and dismissed; made by `ifLet`.
public struct IfLetPresentation<Base: Reducer, Child: Reducer>: OperatorReducer {
  /// The parent's state.
  public typealias State = Base.State

  /// The parent's action.
  public typealias Action = Base.Action

  @usableFromInline
  typealias Call = OperatorCall<
    Base, Child,
    WritableKeyPath<Base.State, PresentationState<Child.State>>,
    CaseKeyPath<Base.Action, PresentationAction<Child.Action>>
  >

  @usableFromInline let call: Call

  @usableFromInline
  init(_ call: Call) {
    self.call = call
  }

  /// Makes the nodes of the parent and of the child.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> _IfLetPresentationNode<Base._Node, Child> {
    let child = PresentedChild(call.child, in: context)
    return _IfLetPresentationNode(
      base: call.base._makeNode(in: context), presentation: StateAccess(call.toState, in: context),
      presentationAction: AnyCasePath(call.toAction), child: child,
      id: context.makeNodeID(of: Child.self), site: call.site)
  }
}

/// The node of ``IfLetPresentation``.
public final class _IfLetPresentationNode<Base: _ReducerNode, Child: Reducer>: _ReducerNode {
  @usableFromInline let base: Base
  @usableFromInline let presentation: StateAccess<Base.State, PresentationState<Child.State>>
  @usableFromInline
  let presentationAction: AnyCasePath<Base.Action, PresentationAction<Child.Action>>
  @usableFromInline let child: PresentedChild<Child>
  /// Tells whether an action is an answer that ends the presentation; `nil` if none does.
  @usableFromInline let endsByAnswer: Ephemerality<Child.State, Child.Action>?
  @usableFromInline let id: Int
  @usableFromInline let site: CallSite

  @usableFromInline
  init(
    base: Base, presentation: StateAccess<Base.State, PresentationState<Child.State>>,
    presentationAction: AnyCasePath<Base.Action, PresentationAction<Child.Action>>,
    child: PresentedChild<Child>, id: Int, site: CallSite
  ) {
    self.base = base
    self.presentation = presentation
    self.presentationAction = presentationAction
    self.child = child
    self.endsByAnswer = Ephemerality()
    self.id = id
    self.site = site
  }

  /// Runs the child if the action is for it, then the parent; dismisses last.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    switch presentationAction.extract(action) {
    case .presented(let childAction):
      if endsByAnswer != nil { return answer(childAction, in: &state, action: action) }
      let childEffect = reduceChild(in: &state, action: childAction)
      return childEffect.merge(with: base.reduce(into: &state, action: action))
    case .dismiss:
      return dismiss(in: &state, action: action)
    case nil:
      return base.reduce(into: &state, action: action)
    }
  }

  @inlinable
  func reduceChild(in state: inout Base.State, action: Child.Action) -> Effect<Base.Action> {
    let result = presentation.modify(&state) { presentation in
      let identity = presentation.identity
      let effect = presentation.value.modifyWrapped { child.reduce(into: &$0, action: action) }
      return effect.map { ($0, identity) }
    }
    guard let (effect, identity) = result else {
      reportActionForAbsentChild(action, of: Child.self, operator: "ifLet", at: site)
      return .none
    }
    guard effect.storage != nil else { return .none }
    let embed = presentationAction.embed
    return effect.presented(
      at: .optional(node: id, identity: identity.map { AnyHashable($0) }),
      dependencies: child.dependencies, dismissAction: { embed(.dismiss) },
      embed: { embed(.presented($0)) })
  }

  /// Runs an action that may be the answer to a question, and removes the question if it is.
  @usableFromInline
  func answer(
    _ childAction: Child.Action, in state: inout Base.State, action: Base.Action
  ) -> Effect<Base.Action> {
    let answered = presentation.look(at: &state) { presentation -> UInt64? in
      let isAnswered = presentation.value.modifyWrapped { childState in
        endsByAnswer?(&childState, by: childAction) ?? false
      }
      return isAnswered == true ? presentation.identity : nil
    }
    let childEffect = reduceChild(in: &state, action: childAction)
    let effect = childEffect.merge(with: base.reduce(into: &state, action: action))
    if let answered { dismissPresented(answered, in: &state) }
    return effect
  }

  @inlinable
  func dismiss(in state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let identity = presentation.look(at: &state) { $0.identity }
    let effect = base.reduce(into: &state, action: action)
    if let identity {
      dismissPresented(identity, in: &state)
    } else {
      reportDismissalOfNothing()
    }
    return effect
  }

  /// Removes the child that was presented. If the parent has presented another child in the
  /// meantime, that other child stays.
  @inlinable
  func dismissPresented(_ identity: UInt64, in state: inout Base.State) {
    presentation.modifyByProperty(&state) { presentation in
      if presentation.identity == identity { presentation.wrappedValue = nil }
    }
  }

  @usableFromInline
  func reportDismissalOfNothing() {
    let feature = featureName(of: Child.self)
    reportMisuse(
      """
      Tried to dismiss a child, but nothing is presented: '.dismiss' for '\(feature)'.

      The 'ifLet' at \(site) received it while there was no such child, so it changed nothing. It \
      was dismissed before, or never presented. Send '.dismiss' once, and only while the child is \
      there.
      """, at: site)
  }

  /// Marks the child's scope as lost if the child was dismissed, or if another is presented in its
  /// place.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout Base.State) {
    base._findLostScopes(in: scope, state: &state)
    guard scope.child(at: id) != nil else { return }
    presentation.look(at: &state) { presentation in
      let identity = presentation.identity
      let kept = scope.loseChildIfGone(
        at: id, isPresent: identity != nil, identity: identity.map { AnyHashable($0) })
      if let kept {
        presentation.value.modifyWrapped { child.node.findLostScopes(in: kept, state: &$0) }
      }
    }
  }
}
