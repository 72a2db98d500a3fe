/// A feature around a leaf, for a leaf that calls the feature itself.
///
/// A feature may run its own logic for another action:
///
///     Reduce { state, action in
///       switch action {
///       case .refreshButtonTapped: return reduce(into: &state, action: .child(.load))
///       …
///
/// Then the store runs the node that the leaf is part of. Compiled once more, the feature would
/// have other scopes, and its children could not cancel the effects that were started this way.
class EnclosingFeature {
  /// The next feature around it with the same state.
  let outer: EnclosingFeature?
  /// The type of its reducer.
  let type: ObjectIdentifier

  init(_ type: Any.Type, below outer: EnclosingFeature?) {
    self.type = ObjectIdentifier(type)
    self.outer = outer
  }
}

/// A feature with a body, and the node of the body.
///
/// The node's arena retains it. The leaves hold it weakly, because the node retains them.
final class CompiledFeature<Base: Reducer>: EnclosingFeature {
  /// The node, as a function; `nil` until the node is made.
  var run: ((inout Base.State, Base.Action) -> Effect<Base.Action>)?
  private let reducer: Base
  private let dependencies: DependencyValues

  init(_ reducer: Base, dependencies: DependencyValues, below outer: EnclosingFeature?) {
    self.reducer = reducer
    self.dependencies = dependencies
    super.init(Base.self, below: outer)
  }

  /// Whether a reducer is certainly this one, under the same dependencies.
  func stands(for other: Base, dependencies: DependencyValues) -> Bool {
    self.dependencies.storage === dependencies.storage && ReducerEquality.isSame(reducer, other)
  }
}

/// The features around a leaf, once for each time that the leaf was compiled.
struct EnclosingFeatures {
  private struct Entry {
    weak var feature: EnclosingFeature?
  }

  private var entries: [Entry] = []

  mutating func add(_ feature: EnclosingFeature?) {
    guard let feature else { return }
    entries.removeAll { $0.feature == nil }
    entries.append(Entry(feature: feature))
  }

  /// The compiled feature that a reducer certainly is, under the current dependencies.
  func find<Base: Reducer>(_ base: Base) -> CompiledFeature<Base>? {
    for entry in entries.reversed() {
      var next = entry.feature
      while let feature = next {
        if feature.type == ObjectIdentifier(Base.self),
          let feature = feature as? CompiledFeature<Base>,
          feature.stands(for: base, dependencies: .current)
        {
          return feature
        }
        next = feature.outer
      }
    }
    return nil
  }
}

// MARK: - Making the Nodes

extension _NodeContext {
  /// Makes the node of a feature's body. The leaves in it can call the feature.
  @usableFromInline
  func makingBody<Feature: Reducer, Node: _ReducerNode>(
    of feature: Feature, _ make: () -> Node
  ) -> Node where Node.State == Feature.State, Node.Action == Feature.Action {
    let compiled = CompiledFeature(feature, dependencies: dependencies, below: enclosing)
    let outer = enclosing
    enclosing = compiled
    let node = make()
    enclosing = outer
    compiled.run = { state, action in node.reduce(into: &state, action: action) }
    arena.keep(compiled)
    return node
  }
}
