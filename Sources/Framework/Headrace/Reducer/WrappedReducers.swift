/// The bodies of reducers that a leaf calls by hand, each compiled once.
///
/// A reducer that wraps another calls `base.reduce(into:action:)`. Where `base` has a body, its
/// node is made at the first call and kept here, with the leaf, so that bodies are read once and
/// lifetimes below them are seen.
@usableFromInline
final class WrappedReducers {
  /// More different reducers below one leaf than this means that it makes a new one for every
  /// action.
  private static let countMax = 64

  @usableFromInline let flags: UnsafeMutablePointer<StoreFlags>
  @usableFromInline let context: NodeContext
  private var nodes: [any WrappedNode] = []

  @usableFromInline
  init(in context: NodeContext) {
    self.context = context
    self.flags = context.flags
  }

  /// Keeps the nodes of what was called by hand until now. Called after each run of a reducer that
  /// may do so.
  @inlinable
  func keepCalled() {
    if flags.pointee.hasCalledByHand { keep(context.takeCalledByHand()) }
  }

  @usableFromInline
  func keep(_ called: [any WrappedNode]) {
    for node in called where !nodes.contains(where: { $0 === node }) {
      if nodes.count == Self.countMax { nodes.removeFirst() }
      nodes.append(node)
    }
  }

  @usableFromInline
  func endLostScopes<State>(in scope: EffectScope, state: inout State) {
    for node in nodes { node.endLostScopes(in: scope, ofWrapper: &state) }
  }
}

// MARK: - Calling by Hand

extension WrappedReducers {
  /// Runs a reducer for another that calls it by hand.
  static func reduce<Base: Reducer>(
    _ base: Base, into state: inout Base.State, action: Base.Action
  ) -> Effect<Base.Action> {
    guard let context = DependencyValues.current[StoreNodes.self].context,
      context.flags.pointee.isReducing
    else {
      // Called outside every store: there is nowhere to keep the node.
      let context = NodeContext(dependencies: .current)
      return withUnsafePointer(to: action) {
        base.makeNode(in: context).reduce(into: &state, action: $0)
      }
    }
    return context.callByHand(base, into: &state, action: action)
  }
}

extension NodeContext {
  fileprivate func callByHand<Base: Reducer>(
    _ base: Base, into state: inout Base.State, action: Base.Action
  ) -> Effect<Base.Action> {
    let outer = dependencies
    dependencies = .current
    let shared = sharedNode(for: base)
    dependencies = outer
    // What the caller has called so far is not for the reducers below to keep.
    let calledBefore = takeCalledByHand()
    let effect = shared.node.reduce(into: &state, action: action)
    calledByHand = calledBefore + [shared]
    flags.pointee.hasCalledByHand = true
    return effect
  }

  @usableFromInline
  func takeCalledByHand() -> [any WrappedNode] {
    defer {
      calledByHand = []
      flags.pointee.hasCalledByHand = false
    }
    return calledByHand
  }
}

/// A node below a wrapping reducer, whose state is the wrapper's own where the types agree.
@usableFromInline
protocol WrappedNode: AnyObject {
  func endLostScopes<State>(in scope: EffectScope, ofWrapper state: inout State)
}

extension SharedNode: WrappedNode {
  func endLostScopes<State>(in scope: EffectScope, ofWrapper state: inout State) {
    guard State.self == Child.State.self else {
      if scope.holdsEndable(at: places) { reportUnreachable(from: State.self) }
      return
    }
    withUnsafeMutablePointer(to: &state) { pointer in
      // The types are the same: just checked.
      pointer.withMemoryRebound(to: Child.State.self, capacity: 1) {
        node.endLostScopes(in: scope, state: &$0.pointee)
      }
    }
  }
}

/// Leads from the dependency values in force to the store that put them there.
package struct StoreNodes: DependencyKey, @unchecked Sendable {
  // Unchecked: read only by reducers, which run on the actor that owns the context.
  weak var context: NodeContext?

  package static var liveValue: StoreNodes { StoreNodes() }
  package static var testValue: StoreNodes { StoreNodes() }
}
