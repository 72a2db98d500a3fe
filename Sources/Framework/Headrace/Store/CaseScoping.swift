/// An enum of reducers that creates a store for the child in the current case.
///
/// `@Reducer` on an enum generates the conformance, unless the author declares its `State` or
/// `Action`. It is used through ``Store/case``.
public protocol CaseScoping<State, Action>: CaseReducer {
  /// The same cases, each with the child's store, or for a case without a reducer with its values.
  associatedtype CaseScope

  /// Returns the current case, with the child's store.
  ///
  /// - Parameter store: The store of the enum.
  static func scope(_ store: Store<State, Action>) -> CaseScope
}

extension Store
where
  State: CaseReducerState, State.StateReducer: CaseScoping, State.StateReducer.Action == Action
{
  /// The current case with the child's store, to switch over.
  ///
  /// ```swift
  /// switch store.case {
  /// case .login(let login): show(login)
  /// case .home(let home): show(home)
  /// }
  /// ```
  ///
  /// An observer that reads it is notified when the case changes. While a case without a reducer is
  /// current, it is notified after every drain of the queue.
  @inlinable
  public var `case`: State.StateReducer.CaseScope {
    State.StateReducer.scope(self)
  }
}

extension Store where State: CasePathable {
  /// Returns the store of the child in the current case; called by code that `@Reducer` generates.
  @inlinable
  public func _scope<ChildState, ChildAction>(
    current state: CaseKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    guard let child = scope(state: state, action: action) else {
      preconditionFailure("The state of the store is of another case than the one just read.")
    }
    return child
  }
}
