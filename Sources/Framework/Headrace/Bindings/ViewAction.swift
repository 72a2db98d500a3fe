/// An action whose case `view` holds what the user did: `case view(View)`.
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
/// A host that is generic over features can send their view actions by it.
public protocol ViewAction<ViewAction> {
  /// What the user can do.
  associatedtype ViewAction

  /// Puts what the user did into an action; the case `view` is this requirement.
  static func view(_ action: ViewAction) -> Self
}
