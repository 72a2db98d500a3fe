/// A node for equal children.
///
/// It is an object, so that a feature can contain itself: its node is then its own descendant.
///
/// Its context retains it. The nodes that run it have unowned references to it, because the same
/// context retains them. It is unrelated to ``Shared`` values.
final class SharedNode<Child: Reducer> {
  typealias Compiled = CompiledReducer<Child.State, Child.Action>

  /// True while the node is being compiled, so that a child of its type is inside it.
  private(set) var isBeingCompiled = false
  /// The compiled node; `nil` before its first use.
  private var compiled: Compiled?
  private let reducer: Child
  private let dependencies: DependencyValues
  private unowned let context: _NodeContext

  init(_ reducer: Child, dependencies: DependencyValues, in context: _NodeContext) {
    self.reducer = reducer
    self.dependencies = dependencies
    self.context = context
  }

  /// The node that a parent keeps: the compiled one or, before compilation, one that looks up its
  /// functions when it runs.
  ///
  /// The context retains this object as long as nodes exist. If the node retained it, a feature
  /// that contains itself would retain itself.
  var nodeOrProxy: Compiled {
    compiled
      ?? CompiledReducer(
        run: { [unowned self] state, action in (compiled ?? compile()).run(&state, action) },
        findLost: { [unowned self] scope, state in compiled?.findLost(scope, &state) })
  }

  @discardableResult
  func compile() -> Compiled {
    let outer = context.dependencies
    context.dependencies = dependencies
    isBeingCompiled = true
    defer {
      isBeingCompiled = false
      context.dependencies = outer
    }
    let node = DependencyValues.withFrame(dependencies) { reducer._makeChildNode(in: context) }
    compiled = node
    return node
  }

  /// Returns true if a reducer has the same bytes as this one, and the same dependencies.
  ///
  /// Equal bytes mean that they are the same, because each retains the objects that it refers to.
  /// (A pointer or an unowned reference, which the author must keep valid, is compared as a
  /// number.) Reducers whose bytes differ may still be the same: that costs one more node, and
  /// changes nothing else.
  func isEqual(to other: Child, dependencies: DependencyValues) -> Bool {
    guard self.dependencies.storage === dependencies.storage else { return false }
    // Safe: both have the size of their type, and are only read, within the closures.
    return withUnsafeBytes(of: reducer) { own in
      withUnsafeBytes(of: other) { own.elementsEqual($0) }
    }
  }
}
