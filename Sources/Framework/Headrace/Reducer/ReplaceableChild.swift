/// The child of an operator, which exists while the state holds one and which another may replace.
///
/// What `ifLet` and `ifCaseLet` share: they differ in where the child's state is.
@usableFromInline
struct ReplaceableChild<Child: Reducer> {
  /// What the child has returned for an action, and which child it was if it returned effects.
  @usableFromInline typealias Reduced = (effect: Effect<Child.Action>, identity: AnyHashable?)

  @usableFromInline let node: _ChildNode<Child>
  @usableFromInline let identity: ChildIdentity<Child.State>
  @usableFromInline let id: Int
  @usableFromInline let site: CallSite

  /// - Parameter site: Where the operator is called.
  @usableFromInline
  init(_ child: Child, site: CallSite, in context: _NodeContext) {
    self.node = context.child(child)
    self.identity = ChildIdentity()
    self.id = context.makeNodeID(of: Child.self)
    self.site = site
  }

  /// Runs the child.
  @inlinable
  @inline(__always)
  func reduce(into state: inout Child.State, action: Child.Action) -> Reduced {
    let effect = node.run(&state, action)
    return (effect, effect.storage == nil ? nil : identity(of: &state))
  }

  /// Makes the child's effects those of its parent, or reports that there is no child.
  ///
  /// - Parameters:
  ///   - reduced: What the child has returned; `nil` if there is none.
  ///   - action: The child's action.
  ///   - name: The name of the operator.
  ///   - embed: Embeds the child's actions in the parent's.
  @inlinable
  @inline(__always)
  func effect<ParentAction>(
    of reduced: Reduced?, for action: Child.Action, operator name: String,
    embed: @autoclosure () -> (Child.Action) -> ParentAction
  ) -> Effect<ParentAction> {
    guard let (effect, identity) = reduced else {
      reportActionForAbsentChild(action, of: Child.self, operator: name, at: site)
      return .none
    }
    return effect.scoped(at: .optional(node: id, identity: identity), embed: embed())
  }

  /// Marks the scope of a child that the state holds as lost if it is of another child, and
  /// searches below it otherwise.
  ///
  /// - Parameter hasIdentity: Whether the child's identity tells it from the next one.
  @inlinable
  @inline(__always)
  func findLostScopes(
    in scope: _EffectScope, state: inout Child.State, hasIdentity: Bool = true
  ) {
    let kept = scope.loseChildIfGone(
      at: id, isPresent: true, identity: hasIdentity ? identity(of: &state) : nil)
    if let kept { node.findLostScopes(in: kept, state: &state) }
  }

  /// Marks the child's scope as lost: the state holds no child.
  @inlinable
  @inline(__always)
  func loseScope(in scope: _EffectScope) {
    _ = scope.loseChildIfGone(at: id, isPresent: false, identity: nil)
  }
}
