extension Reducer {
  /// Runs a child reducer on one element of a collection.
  ///
  /// The child runs first, then this reducer. When an element is removed, all its effects are
  /// cancelled before the next action is reduced.
  ///
  /// The id identifies an element. If an element is removed and put back within one action, or
  /// replaced by another with the same id, it remains the same child. So elements can be moved,
  /// sorted or reloaded without ending effects. To end them, give the new element another id, or
  /// remove the old one in a separate action. A ``StackState``, in contrast, always distinguishes
  /// an element from its replacement.
  ///
  /// - Precondition: An element keeps its id. One that changes its id traps, in every build: it
  ///   would be found under its old id, and undoing the change would need a copy of the element
  ///   before each action. Remove it, and insert one with the new id.
  /// - Parameters:
  ///   - toElementsState: The property that contains the elements.
  ///   - toElementAction: The case that contains an element's id and its actions.
  ///   - element: The child.
  /// - Complexity: An action for one element takes the same time for any number of elements
  ///   (benchmark rows `action to one row`).
  @inlinable
  public func forEach<ElementState, ElementAction, ID: Hashable & Sendable, Element>(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ChildOperator<Self, Element, ID> where Element: Reducer<ElementState, ElementAction> {
    ChildOperator(
      self, element(), "forEach",
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { number, context in
      ChildAccess(
        elements: StateAccess(toElementsState, in: context), action: AnyCasePath(toElementAction),
        at: number)
    }
  }
}

extension ChildAccess where ID: Hashable & Sendable {
  /// Creates the access to the elements of a collection.
  @inlinable
  init(
    elements: StateAccess<State, IdentifiedArray<ID, Child.State>>,
    action: AnyCasePath<Action, IdentifiedAction<ID, Child.Action>>, at number: Int
  ) {
    request = { parentAction, _ in
      guard case .element(let id, let childAction) = action.extract(parentAction) else {
        return nil
      }
      return .run(id, childAction)
    }
    modify = { id, state, body in elements.modify(&state) { $0.modify(id: id, body) } }
    place = { id, _ in .row(node: number, id: TypedRowID(id)) }
    embed = { id, childAction in action.embed(.element(id: id, action: childAction)) }
    findLostRows = { scope, state, child in
      elements.look(at: &state) { rows in
        scope.searchRows(at: number, changed: { rows.changes.beginSearch(since: &$0) }) { id, row in
          rows.look(at: id, if: row.hasEndableChildren) { child.findLost(row, &$0) }
        }
      }
    }
  }
}
