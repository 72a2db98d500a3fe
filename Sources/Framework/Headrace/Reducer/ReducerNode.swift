/// One node of the tree that a store runs; made from a ``Reducer``, once per store.
///
/// Authors of features never meet nodes. Dispatch from node to node is static.
public protocol ReducerNode<State, Action> {
  /// The state that the node changes.
  associatedtype State

  /// The actions that the node takes.
  associatedtype Action

  /// Changes the state for one action and returns the effects.
  ///
  /// The store calls it for every action.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// Ends the effects below children that are no longer part of the state.
  ///
  /// The store calls it after an action, only while effects live below a child that can go away.
  ///
  /// - Parameters:
  ///   - scope: The place in the effect tree that belongs to the node.
  ///   - state: The state after the action; it is not changed.
  func endLostScopes(in scope: EffectScope, state: inout State)
}

/// What nodes need while they are made and while they run; one per store.
///
/// Owned by the store's actor, like everything below it.
public final class NodeContext {
  /// The dependency values of the subtree whose nodes are being made.
  @usableFromInline package var dependencies: DependencyValues

  /// The cache of the leaf that runs now; see ``WrappedReducers``.
  @usableFromInline var runningLeaf: WrappedReducers?

  private var lastNodeID = 0
  private var children: [ObjectIdentifier: [AnyObject]] = [:]

  @usableFromInline
  package init(dependencies: DependencyValues) {
    self.dependencies = dependencies
    self.dependencies[StoreNodes.self] = StoreNodes(context: self)
  }

  /// Gives each place in the tree that can hold effects a number of its own.
  @usableFromInline
  package func makeNodeID() -> Int {
    lastNodeID += 1
    return lastNodeID
  }

  /// Finds or makes the node for a child, so that equal children share one node.
  ///
  /// A feature that contains itself thus ends in its own ancestor's node. Where each level differs,
  /// its node is made when the first action reaches it.
  @usableFromInline
  package func child<Child: Reducer>(_ reducer: Child) -> ChildNode<Child> {
    let key = ObjectIdentifier(Child.self)
    var isInsideItself = false
    for object in children[key, default: []] {
      guard let known = object as? ChildNode<Child> else { continue }
      if known.stands(for: reducer, dependencies: dependencies) { return known }
      if known.isBeingMade { isInsideItself = true }
    }
    let child = ChildNode(reducer, dependencies: dependencies, context: self)
    remember(child, key)
    if !isInsideItself { child.make() }
    return child
  }

  /// Keeps a child for those that are equal to it.
  ///
  /// Only a wrapper that makes another reducer for every action has so many; its oldest are made
  /// again if they return.
  private func remember(_ child: AnyObject, _ key: ObjectIdentifier) {
    let countMax = 64
    if children[key, default: []].count == countMax { children[key]?.removeFirst() }
    children[key, default: []].append(child)
  }
}

/// The node of a child reducer, behind a reference, so that a feature may contain itself.
@usableFromInline
package final class ChildNode<Child: Reducer> {
  @usableFromInline var node: Child.Node?
  fileprivate var isBeingMade = false
  private let reducer: Child
  private let dependencies: DependencyValues
  private unowned let context: NodeContext

  fileprivate init(_ reducer: Child, dependencies: DependencyValues, context: NodeContext) {
    self.reducer = reducer
    self.dependencies = dependencies
    self.context = context
  }

  @inlinable
  package func reduce(into state: inout Child.State, action: Child.Action) -> Effect<Child.Action> {
    guard let node else { return make().reduce(into: &state, action: action) }
    return node.reduce(into: &state, action: action)
  }

  @inlinable
  package func endLostScopes(in scope: EffectScope, state: inout Child.State) {
    node?.endLostScopes(in: scope, state: &state)
  }

  @usableFromInline
  @discardableResult
  func make() -> Child.Node {
    isBeingMade = true
    defer { isBeingMade = false }
    let outer = context.dependencies
    context.dependencies = dependencies
    defer { context.dependencies = outer }
    let node = DependencyValues.withFrame(dependencies) { reducer.makeNode(in: context) }
    self.node = node
    return node
  }

  /// Tells whether a reducer is this one, byte for byte, under the same dependencies.
  ///
  /// This object keeps its reducer alive, so equal bytes mean the same references.
  fileprivate func stands(for other: Child, dependencies: DependencyValues) -> Bool {
    self.dependencies.storage === dependencies.storage
      && withUnsafeBytes(of: reducer) { mine in
        withUnsafeBytes(of: other) { theirs in mine.elementsEqual(theirs) }
      }
  }
}
