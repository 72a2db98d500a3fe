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
  /// `@CasePathable`, and so `@Reducer`, generates it if the enum has the case `binding`. Without
  /// them it is found by reflection, which takes longer.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// The change, found by reflection in the case `binding`.
  public var binding: BindingAction<State>? {
    guard let payload = Mirror(reflecting: self).children.first, payload.label == "binding" else {
      return nil
    }
    return payload.value as? BindingAction<State>
  }

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
