/// The bodies of reducers that another calls by hand, each compiled once.
///
/// A reducer that wraps another calls `base.reduce(into:action:)`. Where `base` has a body, its
/// node is made at the first call and known here, to the node of the caller, so that bodies are
/// read once and lifetimes below them are seen.
@usableFromInline
final class WrappedReducers {
  /// More different reducers below one caller than this means that it makes a new one for every
  /// action.
  private static let countMax = 64

  @usableFromInline let flags: UnsafeMutablePointer<StoreFlags>
  // It keeps the nodes, and is kept by their store.
  private unowned let context: NodeContext
  /// Weak: a feature that calls itself would keep itself.
  private var nodes: [WeakNode] = []

  private struct WeakNode {
    weak var node: (any WrappedNode)?
  }

  @usableFromInline
  init(in context: NodeContext) {
    self.context = context
    self.flags = context.flags
  }

  /// Keeps the nodes of what was called by hand until now. Called after each run of a reducer that
  /// may do so.
  @inlinable
  func keepCalled() {
    if flags.pointee.hasCalledByHand { keepAll() }
  }

  @usableFromInline
  func keepAll() {
    for node in context.takeCalledByHand() where !nodes.contains(where: { $0.node === node }) {
      if nodes.count == Self.countMax { nodes.removeFirst() }
      nodes.append(WeakNode(node: node))
    }
  }

  @usableFromInline
  func endLostScopes<State>(in scope: EffectScope, state: inout State) {
    for known in nodes { known.node?.endLostScopes(in: scope, ofWrapper: &state) }
  }
}

// MARK: - Calling by Hand

extension WrappedReducers {
  /// Runs a reducer for another that calls it by hand.
  static func reduce<Base: Reducer>(
    _ base: Base, into state: inout Base.State, action: Base.Action
  ) -> Effect<Base.Action> {
    // By the thread's frame: an effect inherits the values, and is on no store's actor.
    guard let values = DependencyFrame.storage.map({ DependencyValues(storage: $0) }),
      let context = values[StoreNodes.self].context, context.flags.pointee.isReducing
    else {
      // Called outside every store: there is nowhere to keep the node.
      let context = NodeContext(dependencies: .current)
      return withExtendedLifetime(context) {
        withUnsafePointer(to: action) {
          base.makeNode(in: context).reduce(into: &state, action: $0)
        }
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

  fileprivate func takeCalledByHand() -> [any WrappedNode] {
    defer {
      calledByHand = []
      flags.pointee.hasCalledByHand = false
    }
    return calledByHand
  }
}

/// A node below a wrapping reducer, whose state is the wrapper's own where the types agree.
protocol WrappedNode: AnyObject {
  func endLostScopes<State>(in scope: EffectScope, ofWrapper state: inout State)
}

extension SharedNode: WrappedNode {
  func endLostScopes<State>(in scope: EffectScope, ofWrapper state: inout State) {
    // It calls itself by hand, or is called by what it calls.
    guard !isEnding else { return }
    isEnding = true
    defer { isEnding = false }
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
  // Unchecked: the context is read only where a store's frame is on the thread, which is on the
  // actor that owns both.
  weak var context: NodeContext?

  package static var liveValue: StoreNodes { StoreNodes() }
  package static var testValue: StoreNodes { StoreNodes() }
}
