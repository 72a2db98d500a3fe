extension Reducer {
  /// Runs a child reducer on each feature of a navigation stack.
  ///
  /// The child runs first, then this reducer. The action `.popFrom(id:)` removes an element and all
  /// above it after this reducer has seen the action; `.push(id:state:)` puts an element on top
  /// before that. When an element leaves the stack, or another replaces it, all its effects are
  /// cancelled before the next action is reduced. An element that is removed and put back within
  /// one action is a new child; one that is changed in place, or replaced by a changed copy, is the
  /// same child.
  ///
  /// In the child, `@Dependency(\.dismiss)` pops the element and all above it.
  ///
  /// - Parameters:
  ///   - toStackState: The property that contains the stack.
  ///   - toStackAction: The case that contains the stack's actions.
  ///   - destination: The child, usually an enum of reducers.
  /// - Complexity: An action for the top element takes the same time for any number of elements,
  ///   except for those with effects: while children of such elements have effects, each action
  ///   inspects these elements.
  @inlinable
  public func forEach<ElementState, ElementAction, Element>(
    _ toStackState: WritableKeyPath<State, StackState<ElementState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> destination: () -> Element,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ChildOperator<Self, Element, StackElementID>
  where Element: Reducer<ElementState, ElementAction> {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ChildOperator(self, destination(), "forEach", at: site) { number, context in
      ChildAccess(
        stack: StateAccess(toStackState, in: context), action: AnyCasePath(toStackAction),
        at: number, site: site)
    }
  }

  /// Runs an enum of reducers on each feature of a navigation stack.
  ///
  /// - Parameters:
  ///   - toStackState: The property that contains the stack.
  ///   - toStackAction: The case that contains the stack's actions.
  @inlinable
  public func forEach<ElementState: CaseReducerState>(
    _ toStackState: WritableKeyPath<State, StackState<ElementState>>,
    action toStackAction: CaseKeyPath<
      Action, StackAction<ElementState, ElementState.StateReducer.Action>
    >,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ChildOperator<Self, ElementState.StateReducer.Body, StackElementID> {
    forEach(
      toStackState, action: toStackAction, destination: { ElementState.StateReducer.body },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension ChildAccess where ID == StackElementID {
  /// Creates the access to the features of a stack.
  ///
  /// A feature is pushed before the parent runs.
  @inlinable
  init(
    stack: StateAccess<State, StackState<Child.State>>,
    action: AnyCasePath<Action, StackAction<Child.State, Child.Action>>, at number: Int,
    site: CallSite
  ) {
    request = { parentAction, state in
      switch action.extract(parentAction) {
      case .element(let id, let childAction): return .run(id, childAction)
      case .popFrom(let id): return .leave(id)
      case .push(let id, let element):
        stack.modifyByProperty(&state) { Self.push(element, id: id, on: &$0, at: site) }
        return nil
      case nil: return nil
      }
    }
    modify = { id, state, body in stack.modify(&state) { $0.modifyElement(id: id, body) } }
    place = { id, state in
      stack.look(at: &state) { $0.key(of: id) }.map { .row(node: number, id: TypedRowID($0)) }
    }
    remove = { id, state in stack.modifyByProperty(&state) { _ = $0.pop(from: id) } }
    embed = { id, childAction in action.embed(.element(id: id, action: childAction)) }
    leave = { id in action.embed(.popFrom(id: id)) }
    reportAbsence = { id in Self.reportPopOfUnknown(id, at: site) }
    findLostRows = { scope, state, child in
      stack.look(at: &state) { stack in
        scope.searchRows(at: number) { key, row in
          stack.look(at: key, if: row.hasEndableChildren) { child.findLost(row, &$0) }
        }
      }
    }
  }

  @usableFromInline
  static func push(
    _ element: Child.State, id: StackElementID, on stack: inout StackState<Child.State>,
    at site: CallSite
  ) {
    let generator = DependencyValues.current.stackElementIDs
    if stack.index(id: id) != nil {
      return reportMisuse(
        """
        An element was pushed onto a stack with an id that is taken: \(id).

        The 'forEach' at \(site) received '.push' for '\(featureName(of: Child.self))' while an \
        element with this id was on the stack, so the new one was dropped: an action could mean \
        either of them. Push with '.push(_:)', or change the state by 'append(_:)'; both make a \
        new id.
        """, at: site)
    }
    if id.number > generator.next {
      reportMisuse(
        """
        An element was pushed onto a stack with an id that the store has not reached: \(id); the \
        next one is #\(generator.next).

        The 'forEach' at \(site) received '.push' for '\(featureName(of: Child.self))' with an id \
        that was written by hand. The store continues after it, so the ids in between are never \
        used. Push with '.push(_:)', which uses the next id.
        """, at: site)
    }
    generator.skip(id)
    stack.insert(element, id: id)
  }

  @usableFromInline
  static func reportPopOfUnknown(_ elementID: StackElementID, at site: CallSite) {
    let feature = featureName(of: Child.self)
    reportMisuse(
      """
      Tried to pop an element that is not on the stack: \(elementID).

      The 'forEach' at \(site) received '.popFrom' for '\(feature)' while no element with \
      this id was on the stack, so it changed nothing. It was popped before, or never pushed. Send \
      '.popFrom' once, and only with ids from the state.
      """, at: site)
  }
}
