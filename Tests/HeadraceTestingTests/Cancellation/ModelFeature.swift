/// The position of a child below its parent, and the child's identity.
struct Hop: Equatable {
  enum Place: Equatable {
    case fixed
    case child(Slot)
  }

  let place: Place
  /// The id of a row or of an element of a stack, or the case of a choice.
  let key: Int
  /// Distinguishes another child of the same key; effects end with it.
  let identity: Int
}

/// A feature of the model, with all its children in one list.
struct ModelFeature {
  struct Child {
    let hop: Hop
    var feature: ModelFeature
  }

  let id: Int
  let depth: Int
  var children: [Child] = []

  init(id: Int, depth: Int) {
    self.id = id
    self.depth = depth
    guard depth > 0 else { return }
    let fixed = ModelFeature(id: Tree.State.fixedID(below: id), depth: depth - 1)
    children = [Child(hop: Hop(place: .fixed, key: 0, identity: 0), feature: fixed)]
  }

  /// Returns the feature at the end of a path; `nil` if it, or one on the way, was removed or
  /// replaced.
  func feature(at path: ArraySlice<Hop>) -> ModelFeature? {
    guard let hop = path.first else { return self }
    return children.first { $0.hop == hop }?.feature.feature(at: path.dropFirst())
  }

  mutating func change(at path: ArraySlice<Hop>, _ body: (inout ModelFeature) -> Void) {
    guard let hop = path.first else { return body(&self) }
    guard let index = children.firstIndex(where: { $0.hop == hop }) else { return }
    children[index].feature.change(at: path.dropFirst(), body)
  }

  func indices(of slot: Slot) -> [Int] {
    children.indices.filter { children[$0].hop.place == .child(slot) }
  }
}

/// The counters for a model's numbers.
struct ModelCounters {
  /// The next id of an element of a stack.
  var stackElement = 0
  /// The last identity of those that are new whenever a child is assigned.
  var identity = 0
}

extension ModelFeature {
  mutating func apply(_ change: Change, _ counters: inout ModelCounters) {
    guard depth > 0 else { return }
    switch change {
    case .add(let slot, let id):
      let old = slot == .sheet ? index(of: slot, 0).map { children[$0] } : nil
      if slot != .rows, slot != .stack { removeAll(slot) }
      let child = makeChild(
        slot, id: id, stackElement: counters.stackElement, insteadOf: old, &counters)
      if slot == .stack { counters.stackElement += 1 }
      children.append(child)
    case .remove(let slot, let ordinal):
      if let index = index(of: slot, ordinal) { children.remove(at: index) }
    case .replace(let slot, let ordinal, let id):
      replace(slot, ordinal, by: id, &counters)
    case .renew(let slot, let ordinal):
      replace(slot, ordinal, by: nil, &counters)
    }
  }

  mutating func removeAll(_ slot: Slot) {
    children.removeAll { $0.hop.place == .child(slot) }
  }

  private func index(of slot: Slot, _ ordinal: Int) -> Int? {
    let indices = indices(of: slot)
    return indices.isEmpty ? nil : indices[ordinal % indices.count]
  }

  private mutating func replace(
    _ slot: Slot, _ ordinal: Int, by id: Int?, _ counters: inout ModelCounters
  ) {
    guard let index = index(of: slot, ordinal) else { return }
    let old = children.remove(at: index)
    var child = makeChild(
      slot, id: id ?? old.feature.id, stackElement: old.hop.key, insteadOf: old, &counters)
    guard slot == .rows else {
      if slot == .choice {
        let hop = Hop(place: .child(.choice), key: old.hop.key, identity: child.feature.id)
        child = Child(hop: hop, feature: child.feature)
      }
      return children.insert(child, at: index)
    }
    let rows = indices(of: .rows)
    let position = ordinal % (rows.count + 1)
    children.insert(child, at: position < rows.count ? rows[position] : children.count)
  }

  private func makeChild(
    _ slot: Slot, id: Int, stackElement: Int, insteadOf old: Child?,
    _ counters: inout ModelCounters
  ) -> Child {
    counters.identity += 1
    let feature = ModelFeature(id: id, depth: depth - 1)
    // A presented child, or an assigned element of a stack, is the same child if the previous one
    // had its id.
    if slot == .sheet || slot == .stack, let old, old.feature.id == id {
      return Child(hop: old.hop, feature: feature)
    }
    let hop =
      switch slot {
      case .optional: Hop(place: .child(slot), key: 0, identity: id)
      case .choice: Hop(place: .child(slot), key: id % 2, identity: id)
      case .rows: Hop(place: .child(slot), key: id, identity: id)
      case .sheet: Hop(place: .child(slot), key: 0, identity: counters.identity)
      case .stack: Hop(place: .child(slot), key: stackElement, identity: counters.identity)
      }
    return Child(hop: hop, feature: feature)
  }
}

extension ModelFeature: CustomStringConvertible {
  var description: String {
    let all = [.fixed] + Slot.allCases.map { Hop.Place.child($0) }
    let parts = all.flatMap { place in
      children.filter { $0.hop.place == place }.map { child in
        switch place {
        case .fixed: "fixed \(child.feature)"
        case .child(.choice): "\(child.hop.key == 0 ? "one" : "two") \(child.feature)"
        case .child(.rows): "row \(child.feature)"
        case .child(.stack): "#\(child.hop.key) \(child.feature)"
        case .child(let slot): "\(slot) \(child.feature)"
        }
      }
    }
    return "\(id)(\(parts.joined(separator: ", ")))"
  }
}
