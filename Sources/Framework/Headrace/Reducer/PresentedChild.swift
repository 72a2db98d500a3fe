/// The child of an operator that presents it. It has dependency values of its own, because it can
/// dismiss itself.
///
/// What stacks, routes and `ifLet` over `@Presents` share: they differ in where the child's state
/// is.
@usableFromInline
package struct PresentedChild<Child: Reducer> {
  @usableFromInline package let node: _ChildNode<Child>
  /// The values of the child and of its effects.
  @usableFromInline package let dependencies: DependencyValues

  @usableFromInline
  package init(_ child: Child, in context: _NodeContext) {
    let outer = context.dependencies
    defer { context.dependencies = outer }
    context.dependencies = outer.presented()
    self.node = context.child(child)
    self.dependencies = context.dependencies
  }

  /// Runs the child with its dependency values.
  @inlinable
  @inline(__always)
  package func reduce(
    into state: inout Child.State, action: Child.Action
  ) -> Effect<Child.Action> {
    DependencyValues.withFrame(dependencies) { node.reduce(into: &state, action: action) }
  }
}
