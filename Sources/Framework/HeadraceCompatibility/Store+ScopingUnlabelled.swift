public import Headrace

// `scope(_:action:)` without the label, as in The Composable Architecture.

extension Store {
  /// Returns the store of a child that always exists.
  ///
  /// - Parameters:
  ///   - state: The property that contains the child's state.
  ///   - action: The case that contains the child's actions.
  @inlinable
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState>,
    action: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction> {
    scope(
      state: state, action: action, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns the store of a child that can be absent; `nil` if there is no child.
  ///
  /// - Parameters:
  ///   - state: The property that contains the child's state.
  ///   - action: The case that contains the child's actions.
  @inlinable
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction>? {
    scope(
      state: state, action: action, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns the store of a presented child; `nil` if nothing is presented.
  ///
  /// - Parameters:
  ///   - state: The `@Presents` property.
  ///   - action: The case that contains the presentation's actions.
  @inlinable
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, PresentationState<ChildState>>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction>? {
    scope(
      state: state, action: action, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns the store of the child in one case of the state; `nil` if the state is of another
  /// case.
  ///
  /// - Parameters:
  ///   - state: The case of the state that contains the child's state.
  ///   - action: The case that contains the child's actions.
  @inlinable
  public func scope<ChildState, ChildAction>(
    _ state: CaseKeyPath<State, ChildState>,
    action: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction>? where State: CasePathable {
    scope(
      state: state, action: action, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns the stores of the elements of a collection.
  ///
  /// - Parameters:
  ///   - state: The property that contains the elements.
  ///   - action: The case that contains the elements' actions.
  @inlinable
  public func scope<ID: Hashable & Sendable, ElementState, ElementAction>(
    _ state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> StoreCollection<ID, ElementState, ElementAction> {
    scope(
      state: state, action: action, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns the stores of the features on a stack, bottom first.
  ///
  /// - Parameters:
  ///   - state: The property that contains the stack.
  ///   - action: The case that contains the stack's actions.
  @inlinable
  public func scope<ElementState, ElementAction>(
    _ state: KeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> StoreCollection<StackElementID, ElementState, ElementAction> {
    scope(
      state: state, action: action, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
