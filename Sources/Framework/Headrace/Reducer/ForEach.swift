extension Reducer {
  /// Runs a child reducer on one element of a collection.
  ///
  /// The child runs first, then this reducer. When an element is removed, all its effects are
  /// cancelled before the next action is reduced.
  ///
  /// The id identifies an element. If it is removed and put back within one action, or replaced by
  /// another with the same id, it remains the same child. So a list can be moved, sorted or
  /// reloaded without ending effects. To end them, give the new element another id, or remove the
  /// old one in a separate action. A ``StackState`` always distinguishes an element from its
  /// replacement.
  ///
  /// - Precondition: An element keeps its id. One that gives itself another traps, in every build:
  ///   it would be found under an id that it no longer has, and undoing the change would need a
  ///   copy of the element before each action. Remove it, and insert one with the new id.
  /// - Parameters:
  ///   - toElementsState: The property that holds the elements.
  ///   - toElementAction: The case that holds an element's id and its actions.
  ///   - element: The child.
  /// - Complexity: An action for one element takes the same time however many there are (benchmark
  ///   rows `action to one row`).
  @inlinable
  public func forEach<ElementState, ElementAction, ID: Hashable & Sendable, Element>(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> ForEach<Self, ID, Element> where Element: Reducer<ElementState, ElementAction> {
    ForEach(
      OperatorCall(
        base: self, state: toElementsState, action: toElementAction, child: element(),
        site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)))
  }
}

/// A reducer with a child for each element of a collection; made by `forEach`.
public struct ForEach<Base: Reducer, ID: Hashable & Sendable, Element: Reducer>: OperatorReducer {
  /// The parent's state.
  public typealias State = Base.State

  /// The parent's action.
  public typealias Action = Base.Action

  @usableFromInline
  typealias Call = OperatorCall<
    Base, Element,
    WritableKeyPath<Base.State, IdentifiedArray<ID, Element.State>>,
    CaseKeyPath<Base.Action, IdentifiedAction<ID, Element.Action>>
  >

  @usableFromInline let call: Call

  @usableFromInline
  init(_ call: Call) {
    self.call = call
  }

  /// Makes the nodes of the parent and of the element.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> _ForEachNode<Base._Node, ID, Element> {
    _ForEachNode(
      base: call.base._makeNode(in: context), state: StateAccess(call.toState, in: context),
      action: AnyCasePath(call.toAction), element: context.child(call.child),
      id: context.makeNodeID(of: Element.self), site: call.site)
  }
}

/// The node of ``ForEach``.
public final class _ForEachNode<Base: _ReducerNode, ID: Hashable & Sendable, Element: Reducer>:
  _ReducerNode
{
  @usableFromInline
  let elements: StateAccess<Base.State, IdentifiedArray<ID, Element.State>>
  @usableFromInline
  let elementAction: AnyCasePath<Base.Action, IdentifiedAction<ID, Element.Action>>
  @usableFromInline let base: Base
  @usableFromInline let element: _ChildNode<Element>
  @usableFromInline let id: Int
  @usableFromInline let site: CallSite

  @inlinable
  init(
    base: Base, state: StateAccess<Base.State, IdentifiedArray<ID, Element.State>>,
    action: AnyCasePath<Base.Action, IdentifiedAction<ID, Element.Action>>,
    element: _ChildNode<Element>, id: Int, site: CallSite
  ) {
    self.base = base
    self.elements = state
    self.elementAction = action
    self.element = element
    self.id = id
    self.site = site
  }

  /// Runs the element, if the action is for one, then the parent.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard case .element(let elementID, let elementAction) = elementAction.extract(action)
    else {
      return base.reduce(into: &state, action: action)
    }
    let effect = reduceElement(elementID, in: &state, action: elementAction)
    return effect.merge(with: base.reduce(into: &state, action: action))
  }

  @inlinable
  func reduceElement(
    _ elementID: ID, in state: inout Base.State, action: Element.Action
  ) -> Effect<Base.Action> {
    let result = elements.modify(&state) { elements in
      elements.modify(id: elementID) { element.reduce(into: &$0, action: action) }
    }
    guard let effect = result else {
      reportActionForAbsentChild(
        action, of: Element.self, id: elementID, operator: "forEach", at: site)
      return .none
    }
    return effect.scoped(
      at: .row(node: id, id: AnyHashable(elementID)), embed: embed(elementID))
  }

  @inlinable
  func embed(_ elementID: ID) -> (Element.Action) -> Base.Action {
    let embed = elementAction.embed
    return { embed(.element(id: elementID, action: $0)) }
  }

  /// Marks the scopes of elements as lost that were removed, and searches below the others.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout Base.State) {
    base._findLostScopes(in: scope, state: &state)
    guard scope.hasRows(at: id) else { return }
    elements.look(at: &state) { elements in
      for row in elements.loseRowsThatAreGone(in: scope, at: id) {
        guard let rowID = row.id.base as? ID else { continue }
        elements.look(at: rowID) { element.findLostScopes(in: row.scope, state: &$0) }
      }
    }
  }
}
