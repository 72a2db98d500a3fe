extension Reducer {
  /// Runs a child reducer while it is presented.
  ///
  /// The child runs first, then this reducer. The action `.dismiss` takes the child's state away
  /// after this reducer has seen it; setting the property to `nil` does the same. Either way, and
  /// when another child is presented in its place, all effects of the child are cancelled before
  /// the next action is reduced.
  ///
  /// - Parameters:
  ///   - toPresentationState: The `@Presents` property, such as `\.$alert`.
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
      base: self, state: toPresentationState, action: toPresentationAction, child: destination(),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A reducer with a child that is presented and dismissed; made by `ifLet`.
@frozen
public struct IfLetPresentation<Base: Reducer, Child: Reducer>: OperatorReducer {
  /// The parent's state.
  public typealias State = Base.State

  /// The parent's action.
  public typealias Action = Base.Action

  @usableFromInline let base: Base
  @usableFromInline let toState: WritableKeyPath<Base.State, PresentationState<Child.State>>
  @usableFromInline let toAction: CaseKeyPath<Base.Action, PresentationAction<Child.Action>>
  @usableFromInline let child: Child
  @usableFromInline let site: CallSite

  @usableFromInline
  init(
    base: Base, state: WritableKeyPath<Base.State, PresentationState<Child.State>>,
    action: CaseKeyPath<Base.Action, PresentationAction<Child.Action>>, child: Child,
    site: CallSite
  ) {
    self.base = base
    self.toState = state
    self.toAction = action
    self.child = child
    self.site = site
  }

  /// Makes the nodes of the parent and of the child.
  @inlinable
  public func makeNode(in context: NodeContext) -> IfLetPresentationNode<Base.Node, Child> {
    IfLetPresentationNode(
      base: base.makeNode(in: context), presentation: StateAccess(toState),
      presentationAction: AnyCasePath(toAction), child: context.child(child),
      id: context.makeNodeID(), site: site)
  }
}

/// The node of ``IfLetPresentation``.
@frozen
public struct IfLetPresentationNode<Base: ReducerNode, Child: Reducer>: ReducerNode {
  @usableFromInline let base: Base
  @usableFromInline let presentation: StateAccess<Base.State, PresentationState<Child.State>>
  @usableFromInline
  let presentationAction: AnyCasePath<Base.Action, PresentationAction<Child.Action>>
  @usableFromInline let child: ChildNode<Child>
  @usableFromInline let id: Int
  @usableFromInline let site: CallSite

  @inlinable
  init(
    base: Base, presentation: StateAccess<Base.State, PresentationState<Child.State>>,
    presentationAction: AnyCasePath<Base.Action, PresentationAction<Child.Action>>,
    child: ChildNode<Child>, id: Int, site: CallSite
  ) {
    self.base = base
    self.presentation = presentation
    self.presentationAction = presentationAction
    self.child = child
    self.id = id
    self.site = site
  }

  /// Runs the child, if the action is its, then the parent; dismisses last.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    switch presentationAction.extract(action) {
    case .presented(let childAction):
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
      let effect = presentation.wrappedValue.modifyWrapped {
        child.reduce(into: &$0, action: action)
      }
      return effect.map { ($0, identity) }
    }
    guard let (effect, identity) = result else {
      reportActionForAbsentChild(action, of: Child.self, operator: "ifLet", at: site)
      return .none
    }
    let embed = presentationAction.embed
    return effect.scoped(
      at: .optional(node: id, identity: identity.map { AnyHashable($0) }),
      embed: { embed(.presented($0)) })
  }

  @usableFromInline
  func dismiss(in state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let identity = presentation.modify(&state) { $0.identity }
    let effect = base.reduce(into: &state, action: action)
    presentation.modify(&state) { presentation in
      // The parent may have presented another child in the meantime: that one stays.
      if presentation.identity == identity { presentation.wrappedValue = nil }
    }
    if identity == nil {
      reportActionForAbsentChild(
        PresentationAction<Child.Action>.dismiss, of: Child.self, operator: "ifLet", at: site)
    }
    return effect
  }

  /// Ends the child's effects if it was dismissed, or if another is presented in its place.
  @inlinable
  public func endLostScopes(in scope: EffectScope, state: inout Base.State) {
    base.endLostScopes(in: scope, state: &state)
    guard scope.child(at: id) != nil else { return }
    presentation.modify(&state) { presentation in
      let identity = presentation.identity
      let kept = scope.keepChild(
        at: id, isPresent: identity != nil, identity: identity.map { AnyHashable($0) })
      if let kept {
        presentation.wrappedValue.modifyWrapped { child.endLostScopes(in: kept, state: &$0) }
      }
    }
  }
}
