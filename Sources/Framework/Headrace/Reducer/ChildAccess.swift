/// What the operators with a child differ in: where the child is, and what their actions mean.
///
/// The closures are made where an author calls the operator, so that the compiler knows the types.
/// An `ID` tells one of several children from the others; it is `Void` if there is only one.
@usableFromInline
struct ChildAccess<State, Action, Child: Reducer, ID> {
  /// Runs the child.
  @usableFromInline typealias Run = (inout Child.State) -> Effect<Child.Action>

  /// What an action asks of the operator; `nil` if only the parent takes it.
  @usableFromInline let request: (Action, inout State) -> ChildRequest<ID, Child.Action>?
  /// Changes the child in place, if it is there, and notes the change for observers.
  @usableFromInline let modify: (ID, inout State, Run) -> Effect<Child.Action>?
  /// Reads the child in place, if it is there, and notes nothing.
  @usableFromInline let look: (ID, inout State, (inout Child.State) -> Bool) -> Bool?
  /// The place of the child, with the identity that tells it from a replacement; `nil` if absent.
  @usableFromInline let place: (ID, inout State) -> ScopePlace?
  /// Removes the child, by the property that holds it.
  @usableFromInline let remove: (ID, inout State) -> Void
  /// Embeds a child's action in the parent's.
  @usableFromInline let embed: (ID, Child.Action) -> Action
  /// The action by which a presented child is left; `nil` if the operator does not present it.
  @usableFromInline let leave: ((ID) -> Action)?
  /// Reports an attempt to dismiss a child that is absent.
  @usableFromInline let reportAbsence: (ID) -> Void
  /// Tells whether an action is the answer that ends a question; `nil` if none is.
  @usableFromInline let endsByAnswer: ((inout Child.State, Child.Action) -> Bool)?
  /// Finds the lost scopes of one of several children; `nil` if there is only one.
  @usableFromInline let findLostRows: ((_EffectScope, inout State, _ChildNode<Child>) -> Void)?

  @inlinable
  init(
    request: @escaping (Action, inout State) -> ChildRequest<ID, Child.Action>?,
    modify: @escaping (ID, inout State, Run) -> Effect<Child.Action>?,
    look: @escaping (ID, inout State, (inout Child.State) -> Bool) -> Bool? = { _, _, _ in nil },
    place: @escaping (ID, inout State) -> ScopePlace?,
    remove: @escaping (ID, inout State) -> Void = { _, _ in },
    embed: @escaping (ID, Child.Action) -> Action,
    leave: ((ID) -> Action)? = nil, reportAbsence: @escaping (ID) -> Void = { _ in },
    endsByAnswer: ((inout Child.State, Child.Action) -> Bool)? = nil,
    findLostRows: ((_EffectScope, inout State, _ChildNode<Child>) -> Void)? = nil
  ) {
    self.request = request
    self.modify = modify
    self.look = look
    self.place = place
    self.remove = remove
    self.embed = embed
    self.leave = leave
    self.reportAbsence = reportAbsence
    self.endsByAnswer = endsByAnswer
    self.findLostRows = findLostRows
  }
}

/// What an action asks of an operator with a child.
@usableFromInline
enum ChildRequest<ID, ChildAction> {
  /// To run the child, then the parent.
  case run(ID, ChildAction)
  /// To run the parent, then to remove the child.
  case leave(ID)
}
