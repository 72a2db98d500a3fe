/// An action whose case `view` carries the user's input: `case view(View)`.
///
/// ```swift
/// enum Action: ViewAction {
///   case view(View)
///   case saved
///
///   enum View { case saveButtonTapped }
/// }
/// ```
///
/// Hosts that are generic over features use it to send their view actions.
public protocol ViewAction<ViewAction> {
  /// The user's possible inputs.
  associatedtype ViewAction

  /// Wraps an input in an action; the case `view` fulfils this requirement.
  static func view(_ action: ViewAction) -> Self
}
