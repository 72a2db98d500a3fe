/// The differences between the operators with a child: access to the child, and the meaning of
/// actions.
///
/// The closures are created where an author calls the operator, so that the compiler knows the
/// types. An `ID` distinguishes one of several children from the others; it is `Void` if there is
/// only one.
@usableFromInline
struct ChildAccess<State, Action, Child: Reducer, ID> {
  /// Runs the child.
  @usableFromInline typealias Run = (inout Child.State) -> Effect<Child.Action>
  @usableFromInline typealias Node = CompiledReducer<Child.State, Child.Action>

  /// Returns an action's request to the operator; `nil` if the action is only for the parent.
  @usableFromInline let request: (Action, inout State) -> ChildRequest<ID, Child.Action>?
  /// Changes the child in place, if it exists, and notes the change for observers.
  @usableFromInline let modify: (ID, inout State, Run) -> Effect<Child.Action>?
  /// Reads the child in place, if it exists, and notes nothing.
  @usableFromInline var look: (ID, inout State, (inout Child.State) -> Bool) -> Bool? = {
    _, _, _ in nil
  }

  /// Returns the child's place, with the identity that distinguishes it from a replacement; `nil`
  /// if absent.
  @usableFromInline let place: (ID, inout State) -> ScopePlace?
  /// Removes the child through its property.
  @usableFromInline var remove: (ID, inout State) -> Void = { _, _ in }
  /// Embeds a child's action in the parent's.
  @usableFromInline let embed: (ID, Child.Action) -> Action
  /// Returns the action that leaves a presented child; `nil` if the operator does not present it.
  @usableFromInline var leave: ((ID) -> Action)?
  /// Reports an attempt to dismiss a child that is absent.
  @usableFromInline var reportAbsence: (ID) -> Void = { _ in }
  /// Returns true if an action is the answer that ends a question; `nil` if none is.
  @usableFromInline var endsByAnswer: ((inout Child.State, Child.Action) -> Bool)?
  /// Finds the lost scopes of one of several children; `nil` if there is only one.
  @usableFromInline var findLostRows: ((_EffectScope, inout State, Node) -> Void)?
}

/// An action's request to an operator with a child.
@usableFromInline
enum ChildRequest<ID, ChildAction> {
  /// Run the child, then the parent.
  case run(ID, ChildAction)
  /// Run the parent, then remove the child.
  case leave(ID)
}
