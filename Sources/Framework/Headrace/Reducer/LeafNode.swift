/// The node of a reducer that implements ``Reducer/reduce(into:action:)``.
public final class LeafNode<Base: Reducer>: ReducerNode {
  @usableFromInline let base: Base
  @usableFromInline let wrapped: WrappedReducers

  @usableFromInline
  init(_ base: Base, in context: NodeContext) {
    self.base = base
    self.wrapped = WrappedReducers(in: context)
  }

  /// Calls the reducer.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let outer = wrapped.begin()
    let effect = base.reduce(into: &state, action: action)
    outer.resume()
    return effect
  }

  /// Ends lost scopes of the reducers that this one wraps.
  @inlinable
  public func endLostScopes(in scope: EffectScope, state: inout Base.State) {
    wrapped.endLostScopes(in: scope, state: &state)
  }
}

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
  private let context: NodeContext
  private var nodes: [any WrappedNode] = []

  @usableFromInline
  init(in context: NodeContext) {
    self.context = context
    self.flags = context.flags
  }

  /// Begins to run a reducer that may call others by hand.
  ///
  /// - Returns: The leaf that ran until now, to resume when the reducer has run.
  @inlinable
  func begin() -> Outer {
    let flags = flags
    let outer = Outer(leaf: flags.pointee.runningLeaf, flags: flags)
    flags.pointee.runningLeaf = Unmanaged.passUnretained(self)
    return outer
  }

  /// The leaf that another one interrupts.
  @frozen
  @usableFromInline
  struct Outer {
    @usableFromInline let leaf: Unmanaged<WrappedReducers>?
    @usableFromInline let flags: UnsafeMutablePointer<StoreFlags>

    @inlinable
    init(leaf: Unmanaged<WrappedReducers>?, flags: UnsafeMutablePointer<StoreFlags>) {
      self.leaf = leaf
      self.flags = flags
    }

    @inlinable
    func resume() {
      flags.pointee.runningLeaf = leaf
    }
  }

  static func reduce<Base: Reducer>(
    _ base: Base, into state: inout Base.State, action: Base.Action
  ) -> Effect<Base.Action> {
    let context = DependencyValues.current[StoreNodes.self].context
    guard let leaf = context?.flags.pointee.runningLeaf?.takeUnretainedValue() else {
      // Called by hand, outside every store: there is nowhere to keep the node.
      let context = NodeContext(dependencies: .current)
      return base.makeNode(in: context).reduce(into: &state, action: action)
    }
    return leaf.child(for: base).reduce(into: &state, action: action)
  }

  private func child<Base: Reducer>(for base: Base) -> ChildNode<Base> {
    let outer = context.dependencies
    context.dependencies = .current
    defer { context.dependencies = outer }
    let shared = context.sharedNode(for: base)
    if !nodes.contains(where: { $0 === shared }) {
      if nodes.count == Self.countMax { nodes.removeFirst() }
      nodes.append(shared)
    }
    return shared.node
  }

  @usableFromInline
  func endLostScopes<State>(in scope: EffectScope, state: inout State) {
    for node in nodes { node.endLostScopes(in: scope, ofWrapper: &state) }
  }
}

/// A node below a wrapping reducer, whose state is the wrapper's own where the types agree.
private protocol WrappedNode: AnyObject {
  func endLostScopes<State>(in scope: EffectScope, ofWrapper state: inout State)
}

extension SharedNode: WrappedNode {
  fileprivate func endLostScopes<State>(in scope: EffectScope, ofWrapper state: inout State) {
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
