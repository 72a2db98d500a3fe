/// What nodes need while they are made and while they run; one per store.
///
/// Owned by the store's actor, like everything below it.
public final class _NodeContext {
  /// The dependency values of the subtree whose nodes are being made.
  @usableFromInline package var dependencies: DependencyValues

  /// The flags that nodes and their store check for every action.
  @usableFromInline let flags = StoreFlags()

  /// Where the nodes that are being made are kept.
  private(set) var arena: NodeArena

  /// The operators and leaves of the feature whose nodes are being made.
  private(set) var level = NodeLevel(qualifier: nil, feature: nil)

  /// The type of the store's state.
  private let state: Any.Type

  /// The name of the store's own feature, made when a report first needs it.
  private lazy var storeName = Self.featureName(of: state)

  /// The innermost feature with a body that is being made, of those with the same state.
  var enclosing: EnclosingFeature?

  /// The reducers that are called by hand while no leaf runs.
  private(set) lazy var outermostCalls = HandCalls(on: Never.self, at: nil, in: self)

  /// The names of the children at the places that can hold effects, by the numbers of the places.
  private var childNames = [""]
  private var places: [NodePlaceName: Int] = [:]
  private var handCalls: [Int: HandCalls] = [:]
  private var reports: Set<String> = []

  @usableFromInline
  package init(dependencies: DependencyValues, state: Any.Type) {
    self.dependencies = dependencies
    self.state = state
    self.arena = NodeArena()
    self.dependencies[StoreNodes.self] = StoreNodes(context: self)
  }

  /// Reports a misuse of the store's reducers only once, although it happens at every action.
  func reportOnce(_ message: String) {
    guard reports.insert(message).inserted else { return }
    reportMisuse(
      message, at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
  }
}

// MARK: - Numbering Places

// A place is known by its number, from 1. The node at the place keeps the number as its `id`, and
// scopes name the place by it (`node:`).

extension _NodeContext {
  /// Gives each place in the tree that can hold effects its own number.
  ///
  /// Below a reducer that is called by hand, a place keeps the number of the same operator in the
  /// reducer that was called there before.
  ///
  /// - Parameters:
  ///   - child: The reducer of the child at that place.
  ///   - state: The part of the state that the child is for.
  @usableFromInline
  package func makeNodeID<Child: Reducer>(of child: Child.Type, at state: AnyKeyPath) -> Int {
    makeNodeID(named: Self.featureName(of: Child.State.self), of: child, at: state)
  }

  /// Gives its own number to a place for effects that end with a part of the state.
  ///
  /// - Parameters:
  ///   - label: The name of the place in the paths of its effects.
  ///   - type: Distinguishes it from other places for the same part of the state.
  ///   - state: The part of the state.
  @usableFromInline
  package func makeNodeID(named label: String, of type: Any.Type, at state: AnyKeyPath) -> Int {
    let id = makeNodeID(naming: label, type: type, state: state)
    level.places.insert(id)
    return id
  }

  private func makeNodeID(naming label: String, type: Any.Type, state: AnyKeyPath) -> Int {
    guard let qualifier = level.qualifier else { return makePlace(of: label) }
    var name = NodePlaceName(
      kind: .operator, qualifier: qualifier, type: ObjectIdentifier(type), state: state)
    let ordinal = level.operatorCounts[name, default: 0]
    level.operatorCounts[name] = ordinal + 1
    name.ordinal = ordinal
    return place(named: name, of: label)
  }

  /// The number of a place that was or will be compiled several times.
  func place(named name: NodePlaceName, of label: String = "") -> Int {
    if let known = places[name] { return known }
    let place = makePlace(of: label)
    places[name] = place
    return place
  }

  /// A number for a place that is compiled once.
  func makePlace(of label: String) -> Int {
    childNames.append(label)
    return childNames.count - 1
  }

  /// The reducers that a leaf calls by hand. A leaf that is compiled again keeps them.
  @usableFromInline
  func makeHandCalls<Leaf, State>(of leaf: Leaf.Type, on state: State.Type) -> HandCalls {
    guard let feature = level.feature else {
      let calls = HandCalls(on: state, at: nil, in: self)
      calls.features.add(enclosing)
      return calls
    }
    let place = place(
      named: NodePlaceName(
        kind: .leaf, qualifier: feature, type: ObjectIdentifier(leaf), ordinal: level.leafCount))
    level.leafCount += 1
    let calls = handCalls[place] ?? HandCalls(on: state, at: place, in: self)
    handCalls[place] = calls
    calls.features.add(enclosing)
    return calls
  }

  /// The name of the feature that a state is of: `TaskRow` for `TaskRow.State`.
  static func featureName(of state: Any.Type) -> String {
    var parts = String(reflecting: state).split(separator: ".")
    if parts.count > 2, parts.last == "State" { parts.removeLast() }
    return parts.last.map { String($0) } ?? "\(state)"
  }
}

extension _NodeContext: FeatureNames {
  @usableFromInline
  func featureName(at node: Int?) -> String {
    node.map { childNames[$0] } ?? storeName
  }
}

// MARK: - Making Nodes

extension _NodeContext {
  /// Makes the nodes of one feature.
  ///
  /// - Returns: What the closure returned, and the places of the feature's operators.
  func making<Node>(
    in arena: NodeArena, level: NodeLevel, dependencies: DependencyValues, _ make: () -> Node
  ) -> (node: Node, places: Set<Int>) {
    let outer = (self.arena, self.level, self.dependencies, enclosing)
    self.arena = arena
    self.level = level
    self.dependencies = dependencies
    enclosing = nil
    defer { (self.arena, self.level, self.dependencies, enclosing) = outer }
    let node = make()
    return (node, self.level.places)
  }

  /// Finds or makes the node for a child, so that equal children share one node.
  ///
  /// So the chain of a feature that contains itself ends in its ancestor's node. If each level
  /// differs, its node is made when the first action reaches it. Below a reducer that is called by
  /// hand, only ancestors are shared: equality must not decide which feature owns an effect.
  @usableFromInline
  package func child<Child: Reducer>(_ reducer: Child) -> _ChildNode<Child> {
    let feature = makeFeature(of: Child.self)
    var isInsideItself = false
    for known in arena.candidates(of: Child.self) where known.isBeingCompiled || feature == nil {
      if known.stands(for: reducer, dependencies: dependencies) { return known.nodeOrProxy }
      if known.isBeingCompiled { isInsideItself = true }
    }
    let child = makeNode(
      for: reducer, at: NodeLevel(qualifier: level.qualifier, feature: feature))
    if !isInsideItself { child.compile() }
    return child.nodeOrProxy
  }

  /// The place of a child's feature; `nil` in the store's own tree.
  private func makeFeature<Child: Reducer>(of child: Child.Type) -> Int? {
    guard let feature = level.feature else { return nil }
    defer { level.featureCount += 1 }
    return place(
      named: NodePlaceName(
        kind: .feature, qualifier: feature, type: ObjectIdentifier(child),
        ordinal: level.featureCount))
  }

  /// A node that the current arena retains and that makes its functions on first use.
  func makeNode<Child: Reducer>(for reducer: Child, at level: NodeLevel) -> ReusedNode<Child> {
    let node = ReusedNode(
      reducer, dependencies: dependencies, at: level, in: arena, of: self)
    arena.keep(node)
    return node
  }
}
