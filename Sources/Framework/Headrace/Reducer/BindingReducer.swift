/// Applies the change of a ``BindingAction`` to its property, without effects.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   BindingReducer()
///   Reduce { state, action in
///     switch action {
///     case .binding(\.email):
///       state.failure = nil      // the address is already the new one
///       return .none
///     case .binding:
///       return .none
///     …
///     }
///   }
/// }
/// ```
///
/// Put it above the reducers that should see the new value, and below those that should see the old
/// one.
public struct BindingReducer<State, Action, ViewAction: BindableAction>: Reducer
where ViewAction.State == State {
  private let toChange: (Action) -> BindingAction<State>?

  /// Applies the changes that the action itself contains.
  public init() where Action == ViewAction { toChange = { $0.binding } }

  /// Applies the changes that a case of the action contains, such as `\.view`.
  ///
  /// - Parameter toViewAction: The case whose payload is a ``BindableAction``.
  public init(action toViewAction: CaseKeyPath<Action, ViewAction>) {
    let path = AnyCasePath(toViewAction)
    toChange = { path.extract($0)?.binding }
  }

  /// Applies the change, if the action is one.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    toChange(action)?.apply(to: &state)
    return .none
  }
}
