/// What the operators with a child differ in: where the child is, and what their actions mean.
///
/// The closures are made where an author calls the operator, so that the compiler knows the types.
/// An `ID` tells one of several children from the others; it is `Void` if there is only one.
@usableFromInline
struct ChildAccess<State, Action, Child: Reducer, ID> {
  /// Runs the child.
  @usableFromInline typealias Run = (inout Child.State) -> Effect<Child.Action>
  @usableFromInline typealias Node = CompiledReducer<Child.State, Child.Action>

  /// What an action asks of the operator; `nil` if only the parent takes it.
  @usableFromInline let request: (Action, inout State) -> ChildRequest<ID, Child.Action>?
  /// Changes the child in place, if it is there, and notes the change for observers.
  @usableFromInline let modify: (ID, inout State, Run) -> Effect<Child.Action>?
  /// Reads the child in place, if it is there, and notes nothing.
  @usableFromInline var look: (ID, inout State, (inout Child.State) -> Bool) -> Bool? = {
    _, _, _ in nil
  }

  /// The place of the child, with the identity that tells it from a replacement; `nil` if absent.
  @usableFromInline let place: (ID, inout State) -> ScopePlace?
  /// Removes the child, by the property that holds it.
  @usableFromInline var remove: (ID, inout State) -> Void = { _, _ in }
  /// Embeds a child's action in the parent's.
  @usableFromInline let embed: (ID, Child.Action) -> Action
  /// The action by which a presented child is left; `nil` if the operator does not present it.
  @usableFromInline var leave: ((ID) -> Action)?
  /// Reports an attempt to dismiss a child that is absent.
  @usableFromInline var reportAbsence: (ID) -> Void = { _ in }
  /// Tells whether an action is the answer that ends a question; `nil` if none is.
  @usableFromInline var endsByAnswer: ((inout Child.State, Child.Action) -> Bool)?
  /// Finds the lost scopes of one of several children; `nil` if there is only one.
  @usableFromInline var findLostRows: ((_EffectScope, inout State, Node) -> Void)?
}

/// What an action asks of an operator with a child.
@usableFromInline
enum ChildRequest<ID, ChildAction> {
  /// To run the child, then the parent.
  case run(ID, ChildAction)
  /// To run the parent, then to remove the child.
  case leave(ID)
}
