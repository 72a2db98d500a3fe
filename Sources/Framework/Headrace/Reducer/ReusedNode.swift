/// The node that equal children share; a reference, so that a feature may contain itself.
///
/// Its arena retains it. The nodes that run it hold it unowned, because the same arena retains
/// them.
final class ReusedNode<Child: Reducer> {
  private(set) var isBeingCompiled = false
  private(set) var compiledIfAny: ChildNode<Child>?
  /// The places that can hold effects of the child's children.
  private(set) var places: Set<Int> = []
  private let reducer: Child
  private let dependencies: DependencyValues
  private let level: NodeLevel
  unowned let context: NodeContext
  private unowned let arena: NodeArena

  init(
    _ reducer: Child, dependencies: DependencyValues, at level: NodeLevel, in arena: NodeArena,
    of context: NodeContext
  ) {
    self.reducer = reducer
    self.dependencies = dependencies
    self.level = level
    self.arena = arena
    self.context = context
  }

  /// The node that parents keep.
  var nodeOrProxy: ChildNode<Child> { compiledIfAny ?? ChildNode(in: self) }

  /// The functions of the node; they are made on first use.
  var compiled: ChildNode<Child> { compiledIfAny ?? compile() }

  @discardableResult
  func compile() -> ChildNode<Child> {
    isBeingCompiled = true
    defer { isBeingCompiled = false }
    let (node, places) = context.making(
      in: arena, level: level, dependencies: dependencies
    ) {
      DependencyValues.withFrame(dependencies) { reducer.makeChildNode(in: context) }
    }
    self.places = places
    compiledIfAny = node
    return node
  }

  /// Returns whether a reducer is certainly this one, under the same dependencies.
  ///
  /// A "no" may be wrong if padding bytes differ. It causes one more node and changes nothing else.
  /// A "yes" is never wrong: see `ReducerEqualityTests`.
  func stands(for other: Child, dependencies: DependencyValues) -> Bool {
    self.dependencies.storage === dependencies.storage && ReducerEquality.isSame(reducer, other)
  }
}
