/// The data that nodes need while they are created and while they run.
///
/// There is one context per store, and one for each call of a reducer by hand.
///
/// It is owned by the store's actor, like everything below it.
public final class _NodeContext {
  /// The dependency values of the subtree whose nodes are being created.
  @usableFromInline package var dependencies: DependencyValues

  /// The flags that nodes and their store check for every action.
  @usableFromInline let flags = StoreFlags()

  /// The type of the store's state.
  private let state: Any.Type

  /// The name of the store's root feature, created when a report first needs it.
  private lazy var storeName = featureName(declaring: state)

  /// True if the nodes run a single action, because a reducer is called by hand.
  private let isForOneCall: Bool

  /// The names of the children at the places that can have effects, by the numbers of the places.
  private var childNames = [""]

  /// The nodes of children, by the types of their reducers.
  ///
  /// They are retained here because their references to each other are unowned: a feature may
  /// contain itself.
  private var children: [ObjectIdentifier: [AnyObject]] = [:]

  /// The maximum number of nodes of a type that are compared to find an equal one.
  ///
  /// A feature that contains itself and differs at each level has more.
  private static let comparedCountMax = 64

  @usableFromInline
  package init(dependencies: DependencyValues, state: Any.Type, isForOneCall: Bool = false) {
    self.dependencies = dependencies
    self.state = state
    self.isForOneCall = isForOneCall
    // The store whose reducer calls this one may have observers, which must be notified of changes.
    if isForOneCall { flags.isObserved = ObservationTable.isAnyPresent }
  }
}

// MARK: - Numbering Places

// A place is identified by its number, counted from 1. The operator at the place keeps the number
// (`OperatorChild.number`), and scopes refer to the place by it (`node:`). The nodes of a single
// call have the number 0: their effects have no separate scopes.

extension _NodeContext {
  /// Returns a new number for a place in the tree that can have effects.
  ///
  /// - Parameter child: The reducer of the child at that place.
  @usableFromInline
  package func makeNodeNumber<Child: Reducer>(of child: Child.Type) -> Int {
    makeNodeNumber(named: featureName(declaring: Child.State.self))
  }

  /// Returns a new number for a place whose effects end with a part of the state.
  ///
  /// - Parameter label: The name of the place in the paths of its effects.
  @usableFromInline
  package func makeNodeNumber(named label: String) -> Int {
    if isForOneCall { return 0 }
    childNames.append(label)
    return childNames.count - 1
  }

  @usableFromInline
  func nodeName(at node: Int?) -> String { node.map { childNames[$0] } ?? storeName }

  // MARK: - Creating Nodes

  /// Finds or creates the node for a child, so that equal children share one node.
  ///
  /// The chain of a feature that contains itself therefore ends in its ancestor's node. If each
  /// level differs, its node is created when the first action reaches it.
  ///
  /// - Parameter isLazy: If true, a separate node is created when the first action reaches it.
  @usableFromInline
  package func child<Child: Reducer>(
    _ reducer: Child, isLazy: Bool = false
  ) -> CompiledReducer<Child.State, Child.Action> {
    let known = children[ObjectIdentifier(Child.self), default: []]
      .suffix(Self.comparedCountMax).compactMap { $0 as? SharedNode<Child> }
    if !isLazy,
      let same = known.first(where: { $0.isEqual(to: reducer, dependencies: dependencies) })
    {
      return same.nodeOrProxy
    }
    // The node is retained here, and creates its functions on first use.
    let child = SharedNode(reducer, dependencies: dependencies, in: self)
    children[ObjectIdentifier(Child.self), default: []].append(child)
    if !isLazy, !known.contains(where: { $0.isBeingCompiled }) { child.compile() }
    return child.nodeOrProxy
  }
}

extension Reducer {
  /// Runs the reducer for another one that calls it by hand, with nodes created for this call.
  func reduceByHand(into state: inout State, action: Action) -> Effect<Action> {
    let context = _NodeContext(dependencies: .current, state: State.self, isForOneCall: true)
    return withExtendedLifetime(context) {
      _makeNode(in: context).reduce(into: &state, action: action)
    }
  }
}

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
