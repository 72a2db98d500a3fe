/// An action that can carry a change of one property: `case binding(BindingAction<State>)`.
///
/// ```swift
/// enum Action: BindableAction {
///   case binding(BindingAction<State>)
///   case saveButtonTapped
/// }
/// ```
///
/// ``BindingReducer`` makes the changes, so that a form needs no case for each field.
public protocol BindableAction<State> {
  /// The state whose properties are changed.
  associatedtype State

  /// Puts a change into an action; the case `binding` is this requirement.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The change, if the action is one.
  ///
  /// `@CasePathable`, and so `@Reducer`, generates it if the enum has the case `binding`.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// The action that changes a property to a value: `.set(\.email, "ada@example.org")`.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: Its new value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable, _ value: Value
  ) -> Self {
    .binding(.set(keyPath, value))
  }
}
