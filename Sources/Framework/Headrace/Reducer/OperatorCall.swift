/// What an operator with a child was called with.
///
/// What `ifLet`, `ifCaseLet` and `forEach` share: they differ in where the child's state is and how
/// its actions are embedded.
@usableFromInline
struct OperatorCall<Base: Reducer, Child: Reducer, ToState, ToAction> {
  @usableFromInline let base: Base
  /// Leads to the part of the parent's state that holds the child's.
  @usableFromInline let toState: ToState
  /// Leads to the case of the parent's actions that holds the child's.
  @usableFromInline let toAction: ToAction
  @usableFromInline let child: Child
  /// Where the operator is called.
  @usableFromInline let site: CallSite

  @usableFromInline
  init(base: Base, state: ToState, action: ToAction, child: Child, site: CallSite) {
    self.base = base
    self.toState = state
    self.toAction = action
    self.child = child
    self.site = site
  }
}
