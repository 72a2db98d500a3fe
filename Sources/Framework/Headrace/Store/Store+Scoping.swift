public import OrderedCollections

// MARK: - Scoping to Children

extension Store {
  /// Returns the store of a child that always exists.
  ///
  /// While a store is in use, the same one is returned.
  ///
  /// - Parameters:
  ///   - state: The property that contains the child's state.
  ///   - action: The case that contains the child's actions.
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

  /// Returns the store of a child that can be absent.
  ///
  /// - Parameters:
  ///   - state: The property that contains the child's state.
  ///   - action: The case that contains the child's actions.
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

  /// Returns the store of the child in one case of the state.
  ///
  /// An observer that calls this is notified when this child appears or disappears, but not of a
  /// change between two other cases, or of a change inside the child.
  ///
  /// - Parameters:
  ///   - state: The case of the state that contains the child's state.
  ///   - action: The case that contains the child's actions.
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

  /// Returns the store of a presented child.
  ///
  /// When the child is dismissed, its store ends, even if a host keeps it: it still shows its last
  /// state. The next presentation has another store. An action that is sent to the old store is
  /// dropped and reported.
  ///
  /// - Parameters:
  ///   - state: The `@Presents` property, such as `\.$editor`.
  ///   - action: The case that contains the presentation's actions.
  /// - Returns: The store, the same one while it is in use; `nil` if nothing is presented.
  @inlinable
  public func scope<ChildState, Presented: _Presented & _Presented2 & _Presented3>(
    state: KeyPath<State, PresentationState<ChildState>>, action: CaseKeyPath<Action, Presented>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, Presented.Action>? {
    let begun = lookingForChildren(
      { $0[keyPath: state].beginning }, isAbsent: { $0 == nil },
      awaitChange: { awaitChange(at: state) { $0[keyPath: state].beginning } })
    guard let begun else { return nil }
    return child(
      key: ScopeKey(
        state: state, action: action, element: AnyHashable(begun), of: ChildState.self),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      embed: { [embed = AnyCasePath(action).embed] in embed(.presented($0)) },
      find: part.reader {
        let presentation = $0[keyPath: state]
        return presentation.beginning == begun ? presentation.value : nil
      },
      isReplaced: { $0[keyPath: state].beginning.map { $0 != begun } ?? false })
  }

  /// Returns the stores of the elements of a collection.
  ///
  /// - Parameters:
  ///   - state: The property that contains the elements.
  ///   - action: The case that contains an element's id and its actions.
  /// - Returns: A collection that creates an element's store on demand.
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

  /// Returns the stores of the features on a stack, bottom first.
  ///
  /// - Parameters:
  ///   - state: The property that contains the stack.
  ///   - action: The case that contains the stack's actions.
  /// - Returns: A collection that creates a feature's store on demand.
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

  /// Returns the stores of the children in a collection of any type.
  ///
  /// - Parameters:
  ///   - elements: The property that contains the children.
  ///   - action: The case that contains their actions.
  ///   - ids: Returns the ids of the children, in order.
  ///   - find: Finds the state of a child.
  ///   - embed: Embeds a child's action in this store's.
  @inlinable
  package func scope<ID: Hashable & Sendable, Elements, ElementState, ElementAction>(
    elements: KeyPath<State, Elements>, action: AnyKeyPath, site: CallSite,
    ids: @escaping (Elements) -> [ID], find: @escaping (Elements, ID) -> ElementState?,
    embed: @escaping (ID, ElementAction) -> Action
  ) -> StoreCollection<ID, ElementState, ElementAction> {
    let awaitChange = { self.awaitChange(at: elements) { ids($0[keyPath: elements]) } }
    let found = lookingForChildren({ ids($0[keyPath: elements]) }, awaitChange: awaitChange)
    return StoreCollection(ids: found) { id in
      let isThere = self.lookingForChildren(
        { find($0[keyPath: elements], id) != nil }, awaitChange: awaitChange)
      guard isThere else { return nil }
      return self.child(
        key: ScopeKey(
          state: elements, action: action, element: AnyHashable(id), of: ElementState.self),
        site: site, embed: { embed(id, $0) },
        find: { [part = self.part] in part.read { find($0[keyPath: elements], id) } })
    }
  }

  /// Returns the store of a child that is found by a closure.
  ///
  /// - Parameters:
  ///   - key: The key that distinguishes the child from this store's other children.
  ///   - embed: Embeds the child's action in this store's.
  ///   - find: Finds the child's state in this store's state, in place.
  @inlinable
  func scope<ChildState, ChildAction>(
    key: ScopeKey, site: CallSite, embed: @autoclosure () -> (ChildAction) -> Action,
    find: @escaping (State) -> ChildState?
  ) -> Store<ChildState, ChildAction>? {
    let isThere = lookingForChildren({ find($0) != nil }, isAbsent: { !$0 }) {
      awaitChange(at: key.state) { find($0) != nil }
    }
    return isThere ? child(key: key, site: site, embed: embed(), find: part.reader(find)) : nil
  }
}

// MARK: - Looking for Children

extension Store {
  /// Reads which children exist, for a caller that may be an observer.
  ///
  /// - Parameters:
  ///   - read: Reads which children exist.
  ///   - isAbsent: Returns true if the only child is absent, perhaps because an enum is of another
  ///     case.
  ///   - awaitChange: Subscribes the observer to a change of the result; called if no field of the
  ///     state itself reports it, because the children are further inside, or absent from an enum.
  @inlinable
  func lookingForChildren<Result>(
    _ read: (State) -> Result, isAbsent: (Result) -> Bool = { _ in false },
    awaitChange: () -> Void
  ) -> Result {
    let table = runtime.observations
    guard table.noteReader() else { return reading(read) }
    guard part.observable != nil else { return readingForObserver(.readingChildren, read) }
    return readingForObserver(.readingChildren) { state in
      let result = read(state)
      if table.hasReadInside || isAbsent(result) && table.mustAwaitChild { awaitChange() }
      return result
    }
  }

  /// Subscribes an observer to changes of what it has read about children.
  @usableFromInline
  func awaitChange<Shape: Equatable>(
    at keyPath: AnyKeyPath, _ shape: @escaping (State) -> Shape
  ) {
    var shown = reading(shape)
    runtime.observations.awaitChange(keyPath) { [part] in
      guard let state = part.stateNow else { return true }
      let now = shape(state)
      defer { shown = now }
      return now != shown
    }
  }
}
