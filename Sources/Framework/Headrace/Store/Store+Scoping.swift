public import OrderedCollections

// MARK: - Scoping to Children

extension Store {
  /// The store of a child that is always there.
  ///
  /// While it is in use, the same store is returned.
  ///
  /// - Parameters:
  ///   - state: The property that holds the child's state.
  ///   - action: The case that holds the child's actions.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction> {
    child(
      state, key: ScopeKey(state: state, action: action, of: ChildState.self),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      embed: AnyCasePath(action).embed)
  }

  /// The store of a child that can be absent.
  ///
  /// - Parameters:
  ///   - state: The property that holds the child's state.
  ///   - action: The case that holds the child's actions.
  /// - Returns: The store, the same one while it is in use; `nil` if there is no child.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction>? {
    scope(
      key: ScopeKey(state: state, action: action, of: ChildState.self),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      embed: AnyCasePath(action).embed, find: { $0[keyPath: state] })
  }

  /// The store of the child in one case of the state.
  ///
  /// An observer that calls this is notified when this child appears or disappears. It is not
  /// notified of a change between two other cases, or of one inside the child.
  ///
  /// - Parameters:
  ///   - state: The case of the state that holds the child's state.
  ///   - action: The case that holds the child's actions.
  /// - Returns: The store, the same one while it is in use; `nil` if the state is of another case.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state: CaseKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction>? where State: CasePathable {
    let extract = AnyCasePath(state).extract
    return scope(
      key: ScopeKey(state: state, action: action, of: ChildState.self),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      embed: AnyCasePath(action).embed, find: { extract($0) })
  }

  /// The stores of the elements of a collection.
  ///
  /// - Parameters:
  ///   - state: The property that holds the elements.
  ///   - action: The case that holds an element's id and its actions.
  /// - Returns: A collection that makes an element's store on demand.
  /// - Complexity: O(1)
  @inlinable
  public func scope<ID: Hashable & Sendable, ElementState, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> StoreCollection<ID, ElementState, ElementAction> {
    let embed = AnyCasePath(action).embed
    return scope(
      elements: state, action: action,
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      ids: { Array($0.ids) }, find: { $0[id: $1] }, embed: { embed(.element(id: $0, action: $1)) })
  }

  /// The stores of the children in a collection of any type.
  ///
  /// - Parameters:
  ///   - elements: The property that holds the children.
  ///   - action: The case that holds their actions.
  ///   - ids: The ids of the children, in order.
  ///   - find: Finds the state of a child.
  ///   - embed: Embeds a child's action in this store's.
  @inlinable
  package func scope<ID: Hashable & Sendable, Elements, ElementState, ElementAction>(
    elements: KeyPath<State, Elements>, action: AnyKeyPath, site: CallSite,
    ids: @escaping (Elements) -> [ID], find: @escaping (Elements, ID) -> ElementState?,
    embed: @escaping (ID, ElementAction) -> Action
  ) -> StoreCollection<ID, ElementState, ElementAction> {
    let awaitChange = { self.awaitChange(of: elements, ids) }
    let found = lookingForChildren({ ids($0[keyPath: elements]) }, awaitChange: awaitChange)
    return StoreCollection(ids: found) { id in
      let isThere = self.lookingForChildren(
        { find($0[keyPath: elements], id) != nil }, awaitChange: awaitChange)
      guard isThere else { return nil }
      return self.child(
        key: ScopeKey(
          state: elements, action: action, element: AnyHashable(id), of: ElementState.self),
        site: site, embed: { embed(id, $0) }, find: { find($0[keyPath: elements], id) })
    }
  }

  /// The stores of the features on a stack, bottom first.
  ///
  /// - Parameters:
  ///   - state: The property that holds the stack.
  ///   - action: The case that holds the stack's actions.
  /// - Returns: A collection that makes a feature's store on demand.
  /// - Complexity: O(*n*) in the depth of the stack.
  @inlinable
  public func scope<ElementState, ElementAction>(
    state: KeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> StoreCollection<StackElementID, ElementState, ElementAction> {
    let embed = AnyCasePath(action).embed
    return scope(
      elements: state, action: action,
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      ids: { Array($0.ids) }, find: { $0[id: $1] }, embed: { embed(.element(id: $0, action: $1)) })
  }

  /// The store of a child that is found by a closure.
  ///
  /// - Parameters:
  ///   - key: What distinguishes the child from this store's other children.
  ///   - embed: Embeds the child's action in this store's.
  ///   - find: Finds the child's state in this store's state, in place.
  @inlinable
  func scope<ChildState, ChildAction>(
    key: ScopeKey, site: CallSite, embed: @autoclosure () -> (ChildAction) -> Action,
    find: @escaping (State) -> ChildState?
  ) -> Store<ChildState, ChildAction>? {
    isThere(key, find) ? child(key: key, site: site, embed: embed(), find: find) : nil
  }
}

// MARK: - Looking for Children

extension Store {
  /// Reads which children exist, for a caller that may be an observer.
  ///
  /// - Parameters:
  ///   - read: Reads which children exist.
  ///   - awaitChange: Subscribes the observer to a change of that; called if the children are not
  ///     in a field of the state itself, but further inside.
  @inlinable
  func lookingForChildren<Result>(
    _ read: (State) -> Result, awaitChange: () -> Void
  ) -> Result {
    let table = runtime.observations
    guard table.findReader() else { return reading(read) }
    guard identity != nil else { return readingForObserver(.readingChildren, read) }
    return readingForObserver(.readingChildren) { state in
      let result = read(state)
      if table.hasReadInside { awaitChange() }
      return result
    }
  }

  /// Whether a child is there, for a caller that may be an observer.
  @inlinable
  func isThere<ChildState>(_ key: ScopeKey, _ find: @escaping (State) -> ChildState?) -> Bool {
    let awaitChange = { self.awaitChange(at: key.state) { find($0) != nil } }
    return lookingForChildren(
      { state in
        if find(state) != nil { return true }
        if runtime.observations.mustAwaitChild { awaitChange() }
        return false
      }, awaitChange: awaitChange)
  }

  /// Subscribes an observer of the children in a collection to a change in which children exist.
  @usableFromInline
  func awaitChange<Part, Shape: Equatable>(
    of keyPath: KeyPath<State, Part>, _ shape: @escaping (Part) -> Shape
  ) {
    awaitChange(at: keyPath) { shape($0[keyPath: keyPath]) }
  }

  /// Subscribes an observer to a change in what it has read about children.
  @usableFromInline
  func awaitChange<Shape: Equatable>(
    at keyPath: AnyKeyPath, _ shape: @escaping (State) -> Shape
  ) {
    var shown = reading(shape)
    // Unowned: this closure is called while the place that is read exists. The place of a child
    // store retains the child part, and the core retains the place of the root.
    let state: () -> State? =
      switch role {
      case .root(let core): { [unowned core] in core.state }
      case .child(let child): { [unowned child] in child.stateNow }
      }
    runtime.observations.awaitChange(keyPath) {
      guard let state = state() else { return true }
      let now = shape(state)
      defer { shown = now }
      return now != shown
    }
  }
}
