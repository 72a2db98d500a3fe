/// Retains the nodes that refer to each other unowned, and lets equal children share one.
///
/// A feature may contain itself, so that its nodes refer to each other in a circle. A store has one
/// arena for its tree, which lives as long as the store. Each reducer that is called by hand has
/// its own arena, which is released when another reducer replaces it.
final class NodeArena {
  private var owned: [AnyObject] = []
  private var known: [ObjectIdentifier: [AnyObject]] = [:]

  /// How many nodes of a type are compared to find an equal one. A feature that contains itself and
  /// differs at each level has more.
  private static let comparedCountMax = 64

  /// The nodes of children of a type that an equal child may share.
  func candidates<Child: Reducer>(of child: Child.Type) -> [ReusedNode<Child>] {
    known[ObjectIdentifier(child), default: []].compactMap { $0 as? ReusedNode<Child> }
  }

  /// Retains a feature, which the leaves in its body hold weakly, as long as this arena exists.
  func keep(_ feature: EnclosingFeature) {
    owned.append(feature)
  }

  /// Retains a node as long as this arena exists.
  func keep<Child: Reducer>(_ node: ReusedNode<Child>) {
    owned.append(node)
    let key = ObjectIdentifier(Child.self)
    if known[key, default: []].count == Self.comparedCountMax { known[key]?.removeFirst() }
    known[key, default: []].append(node)
  }
}
