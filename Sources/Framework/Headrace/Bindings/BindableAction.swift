/// An action that can change one property: `case binding(BindingAction<State>)`.
///
/// ```swift
/// enum Action: BindableAction {
///   case binding(BindingAction<State>)
///   case saveButtonTapped
/// }
/// ```
///
/// ``BindingReducer`` applies the changes, so a form needs no case for each field.
public protocol BindableAction<State> {
  /// The state whose properties the actions change.
  associatedtype State

  /// Wraps a change in an action; the case `binding` fulfils this requirement.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The change, if the action is a change of a property.
  ///
  /// `@CasePathable`, and so `@Reducer`, generates this property if the enum has the case
  /// `binding`. Otherwise the change is found by reflection, which takes longer.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// The change, found in the case `binding` by reflection.
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
