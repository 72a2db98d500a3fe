extension Reducer {
  /// Runs a child reducer on each feature of a navigation stack.
  ///
  /// The child runs first, then this reducer. The action `.popFrom(id:)` removes an element and all
  /// above it after this reducer has seen the action; `.push(id:state:)` puts an element on top
  /// before that. When an element leaves the stack, or another replaces it, all its effects are
  /// cancelled before the next action is reduced. An element that is removed and put back within
  /// one action is a new child; one that is changed in place, or assigned back after a change of a
  /// copy, is the same child.
  ///
  /// In the child `@Dependency(\.dismiss)` pops the element, and all above it.
  ///
  /// - Parameters:
  ///   - toStackState: The property that holds the stack.
  ///   - toStackAction: The case that holds the stack's actions.
  ///   - destination: The child; most often an enum of reducers.
  /// - Complexity: An action for the top element takes the same time however many there are.
  @inlinable
  public func forEach<ElementState, ElementAction, Element>(
    _ toStackState: WritableKeyPath<State, StackState<ElementState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> destination: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> ForEachStack<Self, Element> where Element: Reducer<ElementState, ElementAction> {
    ForEachStack(
      OperatorCall(
        base: self, state: toStackState, action: toStackAction, child: destination(),
        site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)))
  }

  /// Runs an enum of reducers on each feature of a navigation stack.
  ///
  /// - Parameters:
  ///   - toStackState: The property that holds the stack.
  ///   - toStackAction: The case that holds the stack's actions.
  @inlinable
  public func forEach<ElementState: CaseReducerState>(
    _ toStackState: WritableKeyPath<State, StackState<ElementState>>,
    action toStackAction: CaseKeyPath<
      Action, StackAction<ElementState, ElementState.StateReducer.Action>
    >,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> ForEachStack<Self, ElementState.StateReducer.Body> {
    ForEachStack(
      OperatorCall(
        base: self, state: toStackState, action: toStackAction,
        child: ElementState.StateReducer.body,
        site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)))
  }
}

/// A reducer with a child for each feature of a stack; made by `forEach`.
public struct ForEachStack<Base: Reducer, Element: Reducer>: OperatorReducer {
  /// The parent's state.
  public typealias State = Base.State

  /// The parent's action.
  public typealias Action = Base.Action

  @usableFromInline
  typealias Call = OperatorCall<
    Base, Element,
    WritableKeyPath<Base.State, StackState<Element.State>>,
    CaseKeyPath<Base.Action, StackAction<Element.State, Element.Action>>
  >

  @usableFromInline let call: Call

  @usableFromInline
  init(_ call: Call) {
    self.call = call
  }

  /// Makes the nodes of the parent and of the element.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> _ForEachStackNode<Base._Node, Element> {
    let child = PresentedChild(call.child, in: context)
    return _ForEachStackNode(
      base: call.base._makeNode(in: context), state: StateAccess(call.toState, in: context),
      action: AnyCasePath(call.toAction), element: child,
      id: context.makeNodeID(of: Element.self), site: call.site)
  }
}

/// The node of ``ForEachStack``.
public final class _ForEachStackNode<Base: _ReducerNode, Element: Reducer>: _ReducerNode {
  @usableFromInline let stack: StateAccess<Base.State, StackState<Element.State>>
  @usableFromInline
  let stackAction: AnyCasePath<Base.Action, StackAction<Element.State, Element.Action>>
  @usableFromInline let base: Base
  @usableFromInline let element: PresentedChild<Element>
  @usableFromInline let id: Int
  @usableFromInline let site: CallSite

  @inlinable
  init(
    base: Base, state: StateAccess<Base.State, StackState<Element.State>>,
    action: AnyCasePath<Base.Action, StackAction<Element.State, Element.Action>>,
    element: PresentedChild<Element>, id: Int, site: CallSite
  ) {
    self.base = base
    self.stack = state
    self.stackAction = action
    self.element = element
    self.id = id
    self.site = site
  }

  /// Runs the element, if the action is for one, then the parent; pushes before, pops last.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    switch stackAction.extract(action) {
    case .element(let elementID, let elementAction):
      let effect = reduceElement(elementID, in: &state, action: elementAction)
      return effect.merge(with: base.reduce(into: &state, action: action))
    case .push(let elementID, let elementState):
      push(elementState, id: elementID, in: &state)
      return base.reduce(into: &state, action: action)
    case .popFrom(let elementID):
      return pop(from: elementID, in: &state, action: action)
    case nil:
      return base.reduce(into: &state, action: action)
    }
  }

  @inlinable
  func reduceElement(
    _ elementID: StackElementID, in state: inout Base.State, action: Element.Action
  ) -> Effect<Base.Action> {
    let result = stack.modify(&state) { stack in
      stack.modifyElement(id: elementID) { element.reduce(into: &$0, action: action) }
    }
    guard let (effect, key) = result else {
      reportActionForAbsentChild(
        action, of: Element.self, id: elementID, operator: "forEach", at: site)
      return .none
    }
    return effect.presented(
      at: .row(node: id, id: AnyHashable(key)), dependencies: element.dependencies,
      dismissAction: dismissAction(elementID), embed: embed(elementID))
  }

  @inlinable
  func embed(_ elementID: StackElementID) -> (Element.Action) -> Base.Action {
    let embed = stackAction.embed
    return { embed(.element(id: elementID, action: $0)) }
  }

  @inlinable
  func dismissAction(_ elementID: StackElementID) -> () -> Base.Action {
    let embed = stackAction.embed
    return { embed(.popFrom(id: elementID)) }
  }

  @inlinable
  func push(_ element: Element.State, id: StackElementID, in state: inout Base.State) {
    stack.modifyByProperty(&state) { stack in
      guard stack.index(id: id) == nil else { return reportTakenID(id) }
      let generator = StackElementIDGenerator.current
      if id.number > generator.next { reportEarlyID(id, next: generator.next) }
      generator.skip(id)
      stack.put(element, at: id)
    }
  }

  @inlinable
  func pop(
    from elementID: StackElementID, in state: inout Base.State, action: Base.Action
  ) -> Effect<Base.Action> {
    let key = stack.look(at: &state) { $0.key(of: elementID) }
    let effect = base.reduce(into: &state, action: action)
    guard let key else {
      reportPopOfUnknown(elementID)
      return effect
    }
    stack.modifyByProperty(&state) { stack in
      // The parent may have put another feature in its place in the meantime: that one stays.
      if stack.holds(key) { stack.pop(from: elementID) }
    }
    return effect
  }

  /// Marks the scopes of elements as lost that left the stack or were replaced, and searches below
  /// the others.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout Base.State) {
    base._findLostScopes(in: scope, state: &state)
    guard scope.hasRows(at: id) else { return }
    stack.look(at: &state) { stack in
      for row in stack.loseRowsThatAreGone(in: scope, at: id) {
        guard let key = row.id.base as? StackElementKey else { continue }
        stack.look(at: key.id) { element.node.findLostScopes(in: row.scope, state: &$0) }
      }
    }
  }
}

// MARK: - Reporting Misuse

extension _ForEachStackNode {
  @usableFromInline
  func reportTakenID(_ elementID: StackElementID) {
    let feature = featureName(of: Element.self)
    reportMisuse(
      """
      An element was pushed onto a stack with an id that is taken: \(elementID).

      The 'forEach' at \(site) received '.push' for '\(feature)' while an element with this id was \
      on the stack, so the new one was dropped: an action could mean either of them. Push with \
      '.push(_:)', or change the state by 'append(_:)'; both make a new id.
      """, at: site)
  }

  @usableFromInline
  func reportEarlyID(_ elementID: StackElementID, next: Int) {
    let feature = featureName(of: Element.self)
    reportMisuse(
      """
      An element was pushed onto a stack with an id that the store has not reached: \(elementID); \
      the next one is #\(next).

      The 'forEach' at \(site) received '.push' for '\(feature)' with an id that was written by \
      hand. The store continues after it, so the ids in between are never used. Push with \
      '.push(_:)', which uses the next id.
      """, at: site)
  }

  @usableFromInline
  func reportPopOfUnknown(_ elementID: StackElementID) {
    let feature = featureName(of: Element.self)
    reportMisuse(
      """
      Tried to pop an element that is not on the stack: \(elementID).

      The 'forEach' at \(site) received '.popFrom' for '\(feature)' while no element with \
      this id was on the stack, so it changed nothing. It was popped before, or never pushed. Send \
      '.popFrom' once, and only with ids from the state.
      """, at: site)
  }
}
