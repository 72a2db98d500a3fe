/// What nodes need while they are made and while they run; one per store.
///
/// Owned by the store's actor, like everything below it.
public final class NodeContext {
  /// The dependency values of the subtree whose nodes are being made.
  @usableFromInline package var dependencies: DependencyValues

  /// What nodes and their store look at for every action.
  @usableFromInline let flags: UnsafeMutablePointer<StoreFlags>

  /// Whether the author was told of a child whose state the store can't find.
  var hasReportedUnreachable = false

  /// The names of the children at the places that can hold effects; a place's id is its index.
  private(set) var childNames = [""]
  private var children: [ObjectIdentifier: [AnyObject]] = [:]
  /// What reducers have called by hand and their nodes are still to keep.
  var calledByHand: [any WrappedNode] = []
  /// The nodes that others hold without keeping them alive.
  private var handedOut: [AnyObject] = []

  @usableFromInline
  package init(dependencies: DependencyValues) {
    self.dependencies = dependencies
    self.flags = .allocate(capacity: 1)
    self.flags.initialize(to: StoreFlags())
    self.dependencies[StoreNodes.self] = StoreNodes(context: self)
  }

  deinit {
    flags.deinitialize(count: 1)
    flags.deallocate()
  }

  /// Gives each place in the tree that can hold effects a number of its own.
  ///
  /// - Parameter child: The reducer of the child at that place.
  @usableFromInline
  package func makeNodeID<Child: Reducer>(of child: Child.Type) -> Int {
    childNames.append(Self.featureName(of: Child.State.self))
    return childNames.count - 1
  }

  /// The name of the feature that a state is of: `TaskRow` for `TaskRow.State`.
  static func featureName(of state: Any.Type) -> String {
    var parts = String(reflecting: state).split(separator: ".")
    if parts.count > 2, parts.last == "State" { parts.removeLast() }
    return parts.last.map { String($0) } ?? "\(state)"
  }

  /// Finds or makes the node for a child, so that equal children share one node.
  ///
  /// A feature that contains itself thus ends in its own ancestor's node. Where each level differs,
  /// its node is made when the first action reaches it.
  @usableFromInline
  package func child<Child: Reducer>(_ reducer: Child) -> ChildNode<Child> {
    sharedNode(for: reducer).node
  }

  func sharedNode<Child: Reducer>(for reducer: Child) -> SharedNode<Child> {
    let key = ObjectIdentifier(Child.self)
    var isInsideItself = false
    for object in children[key, default: []] {
      guard let known = object as? SharedNode<Child> else { continue }
      if known.stands(for: reducer, dependencies: dependencies) { return known }
      if known.isBeingMade { isInsideItself = true }
    }
    let child = SharedNode(reducer, dependencies: dependencies, context: self)
    remember(child, key)
    if !isInsideItself { child.make() }
    return child
  }

  /// Keeps a node alive as long as there are nodes, for those that hold it `unowned`.
  func keep(_ child: AnyObject) {
    handedOut.append(child)
  }

  /// Remembers a child for those that are equal to it.
  ///
  /// A wrapper that makes another reducer for every action has many, and so has a feature that
  /// contains itself and differs at each level. The oldest are forgotten, and made again if they
  /// return; nodes that were handed out stay alive all the same.
  private func remember(_ child: AnyObject, _ key: ObjectIdentifier) {
    let countMax = 64
    if children[key, default: []].count == countMax { children[key]?.removeFirst() }
    children[key, default: []].append(child)
  }
}
