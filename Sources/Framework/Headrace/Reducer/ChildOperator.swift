/// A reducer with a child that can end; created by `ifLet`, `ifCaseLet` and `forEach`.
///
/// An `ID` distinguishes one of several children from the others; it is `Void` if there is only
/// one.
public struct ChildOperator<Base: Reducer, Child: Reducer, ID>: OperatorReducer {
  @usableFromInline
  typealias Access = ChildAccess<Base.State, Base.Action, Child, ID>

  @usableFromInline let base: Base
  @usableFromInline let child: Child
  /// The name of the operator, and the line of the call.
  @usableFromInline let call: (name: String, site: CallSite)
  /// Creates the access to the child, whose place in the tree has a number.
  @usableFromInline let makeAccess: (Int, _NodeContext) -> Access

  @inlinable
  init(
    _ base: Base, _ child: Child, _ name: String, at site: CallSite,
    access: @escaping (Int, _NodeContext) -> Access
  ) {
    self.base = base
    self.child = child
    self.call = (name, site)
    self.makeAccess = access
  }

  /// Creates the nodes of the parent and of the child.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> _ChildOperatorNode<Base, Child, ID> {
    _ChildOperatorNode(self, in: context)
  }
}

/// The node of ``ChildOperator``.
public final class _ChildOperatorNode<Base: Reducer, Child: Reducer, ID>: _ReducerNode {
  @usableFromInline let base: Base._Node
  @usableFromInline let access: ChildAccess<Base.State, Base.Action, Child, ID>
  @usableFromInline let child: OperatorChild<Child>
  @usableFromInline let call: (name: String, site: CallSite)
  /// True if an action may end the child.
  ///
  /// It is stored, because comparing a closure with `nil` allocates in a debug build.
  @usableFromInline let isQuestion: Bool

  @inlinable
  init(_ reducer: ChildOperator<Base, Child, ID>, in context: _NodeContext) {
    let number = context.makeNodeNumber(of: Child.self)
    access = reducer.makeAccess(number, context)
    base = reducer.base._makeNode(in: context)
    child = OperatorChild(
      reducer.child, isPresented: access.leave != nil, at: number, in: context)
    call = reducer.call
    isQuestion = access.endsByAnswer != nil
  }

  /// Runs the child if the action is for it, then the parent; removes the child last.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    switch access.request(action, &state) {
    case .run(let id, let childAction):
      if isQuestion { return end(id, childAction, in: &state, action: action) }
      let effect = reduceChild(id, in: &state, action: childAction)
      return effect.merge(with: base.reduce(into: &state, action: action))
    case .leave(let id):
      return end(id, nil, in: &state, action: action)
    case nil:
      return base.reduce(into: &state, action: action)
    }
  }

  @inlinable
  func reduceChild(
    _ id: ID, in state: inout Base.State, action: Child.Action
  ) -> Effect<Base.Action> {
    let effect = access.modify(id, &state) { child.reduce(into: &$0, action: action) }
    guard let effect else {
      reportAbsence(of: id, action)
      return .none
    }
    // The child's current place is looked up only if it has effects.
    guard effect.storage != nil, let place = access.place(id, &state) else { return .none }
    return child.scoped(
      effect, at: place, site: call.site, leaving: access.leave.map { leave in { leave(id) } },
      embed: { [embed = access.embed] in embed(id, $0) })
  }

  @usableFromInline
  func reportAbsence(of id: ID, _ action: Child.Action) {
    reportActionForAbsentChild(
      action, of: Child.self, id: ID.self == Void.self ? nil : id as? AnyHashable,
      operator: call.name, at: call.site)
  }

  /// Runs an action that ends the child, or may be the answer that ends a question, and then
  /// removes the child.
  ///
  /// If the parent has replaced the child in the meantime, the replacement is kept.
  ///
  /// - Parameter childAction: The possible answer; `nil` if the action leaves the child.
  @usableFromInline
  func end(
    _ id: ID, _ childAction: Child.Action?, in state: inout Base.State, action: Base.Action
  ) -> Effect<Base.Action> {
    guard let childAction else {
      let left = access.place(id, &state)
      let effect = base.reduce(into: &state, action: action)
      if let left { remove(id, at: left, in: &state) } else { access.reportAbsence(id) }
      return effect
    }
    let isAnswer = access.look(id, &state) { access.endsByAnswer?(&$0, childAction) ?? false }
    let asked = isAnswer == true ? access.place(id, &state) : nil
    let childEffect = reduceChild(id, in: &state, action: childAction)
    let effect = childEffect.merge(with: base.reduce(into: &state, action: action))
    if let asked { remove(id, at: asked, in: &state) }
    return effect
  }

  private func remove(_ id: ID, at place: ScopePlace, in state: inout Base.State) {
    if access.place(id, &state) == place { access.remove(id, &state) }
  }

  /// Marks the scopes of removed or replaced children as lost, and searches below the others.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout Base.State) {
    base._findLostScopes(in: scope, state: &state)
    if let findLostRows = access.findLostRows {
      if scope.hasRows(at: child.number) { findLostRows(scope, &state, child.node) }
    } else if let id = () as? ID,
      let kept = scope.childToSearch(at: child.number, ifAt: access.place(id, &state))
    {
      _ = access.look(id, &state) {
        child.node.findLost(kept, &$0)
        return true
      }
    }
  }
}

/// The child of an operator, with separate dependency values if it can dismiss itself.
@usableFromInline
package struct OperatorChild<Child: Reducer> {
  @usableFromInline package let node: CompiledReducer<Child.State, Child.Action>
  /// The number of its place in the tree.
  @usableFromInline let number: Int
  /// The dependency values of a presented child and of its effects.
  @usableFromInline let dependencies: DependencyValues?

  @usableFromInline
  package init(_ child: Child, isPresented: Bool, at number: Int, in context: _NodeContext) {
    let outer = context.dependencies
    defer { context.dependencies = outer }
    if isPresented { context.dependencies = outer.presented() }
    self.node = context.child(child)
    self.number = number
    self.dependencies = isPresented ? context.dependencies : nil
  }

  /// Runs the child, with its own dependency values, if any.
  @inlinable
  @inline(__always)
  package func reduce(
    into state: inout Child.State, action: Child.Action
  ) -> Effect<Child.Action> {
    guard let dependencies else { return node.run(&state, action) }
    return DependencyValues.withFrame(dependencies) { node.run(&state, action) }
  }

  /// Turns the child's effect into one of its parent.
  ///
  /// - Parameters:
  ///   - site: The line of the operator.
  ///   - leave: Creates the action that leaves a presented child.
  @inlinable
  package func scoped<Parent>(
    _ effect: Effect<Child.Action>, at place: @autoclosure () -> ScopePlace, site: CallSite,
    leaving leave: @autoclosure () -> (() -> Parent)?, embed: @escaping (Child.Action) -> Parent
  ) -> Effect<Parent> {
    guard effect.storage != nil else { return .none }
    guard let dependencies, let leave = leave() else {
      return effect.scoped(at: place(), site: site, embed: embed)
    }
    return effect.presented(
      at: place(), site: site, dependencies: dependencies, dismissAction: leave, embed: embed)
  }
}

// MARK: - Access to the Child

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
  /// Finds the lost scopes among several children; `nil` if there is only one.
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
