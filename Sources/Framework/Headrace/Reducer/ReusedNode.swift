/// The node of a child that equal children reuse. It is an object, so that a feature may contain
/// itself: then its node is its own descendant.
///
/// Its arena retains it. The nodes that run it hold it unowned, because the same arena retains
/// them. It has nothing to do with ``Shared`` values.
final class ReusedNode<Child: Reducer> {
  /// Whether the node is being compiled, so that a child that equals it contains itself.
  private(set) var isBeingCompiled = false
  /// The compiled node; `nil` before its first use.
  private(set) var compiledIfAny: _ChildNode<Child>?
  /// The places that can hold effects of the child's children.
  private(set) var places: Set<Int> = []
  private let reducer: Child
  private let dependencies: DependencyValues
  private let level: NodeLevel
  unowned let context: _NodeContext
  private unowned let arena: NodeArena

  init(
    _ reducer: Child, dependencies: DependencyValues, at level: NodeLevel, in arena: NodeArena,
    of context: _NodeContext
  ) {
    self.reducer = reducer
    self.dependencies = dependencies
    self.level = level
    self.arena = arena
    self.context = context
  }

  /// The node that a parent keeps: the compiled one or, before it is compiled, a proxy for it.
  var nodeOrProxy: _ChildNode<Child> { compiledIfAny ?? _ChildNode(in: self) }

  /// The compiled node; compiled here if it is not yet.
  var compiled: _ChildNode<Child> { compiledIfAny ?? compile() }

  @discardableResult
  func compile() -> _ChildNode<Child> {
    isBeingCompiled = true
    defer { isBeingCompiled = false }
    let (node, places) = context.making(
      in: arena, level: level, dependencies: dependencies
    ) {
      DependencyValues.withFrame(dependencies) { reducer._makeChildNode(in: context) }
    }
    self.places = places
    compiledIfAny = node
    return node
  }

  /// Returns whether a reducer is certainly this one, under the same dependencies.
  ///
  /// A "no" may be wrong, for example of two closures that do the same. It causes one more node
  /// and changes nothing else: see `ReducerEqualityCostTests`. A "yes" is never wrong: see
  /// `ReducerEqualityTests`.
  func stands(for other: Child, dependencies: DependencyValues) -> Bool {
    self.dependencies.storage === dependencies.storage && ReducerEquality.isSame(reducer, other)
  }
}
