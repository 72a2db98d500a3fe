/// A state as the model knows it: a state of any kind, as one plain value.
struct ModelState: Equatable {
  let kind: Kind
  let id: Int
  var a = 0
  var b = 0
  /// Shared by all copies of a state.
  var lineage = 0
  /// The children, by slot; a slot for one child has at most one.
  var children: [Slot: [ModelChild]] = [:]

  init(_ kind: Kind, id: Int = 0) {
    self.kind = kind
    self.id = id
  }
}

/// A child in the state of its parent.
struct ModelChild {
  let key: Int
  /// The number of its incarnation, in slots that distinguish them.
  var incarnation: Int
  /// The number of the uninterrupted presentation that it is shown in.
  var presentation = 0
  var state: ModelState
}

extension ModelChild: Equatable {
  /// Compares what a program can see.
  static func == (first: ModelChild, second: ModelChild) -> Bool {
    first.key == second.key && first.state == second.state
  }
}

/// A hop, and the child that was there.
struct ModelPlace: Equatable {
  let hop: Hop
  let identity: Int
}

extension ModelState {
  /// Returns what distinguishes a child from another at the same hop: the one rule about identity.
  ///
  /// - A child on a route is a new one whenever it is put there. So is a presented child or one on
  ///   a stack, unless it replaces the same one; see ``isSamePresented``.
  /// - A row is the same child as long as one with its id exists after each action; so is a child
  ///   with an id that is optional or in a case.
  /// - A child without an id that is optional or in a case is the same as long as it or a copy of
  ///   it exists after each action: the states of these programs have `@ObservableState`.
  static func identity(of child: ModelChild, in slot: Slot) -> Int {
    switch slot {
    case .shown, .card, .stack, .routes: child.incarnation
    case .opt, .one: child.state.id
    case .mote, .sub, .two: child.state.lineage
    case .rows, .fixed, .mode: 0
    }
  }

  /// Returns true if a newly presented child or stack element is the current one: by its id, or
  /// without an id as a copy of it.
  static func isSamePresented(_ old: ModelState, _ new: ModelState, in slot: Slot) -> Bool {
    switch slot {
    case .shown, .stack: old.id == new.id
    case .card: old.lineage == new.lineage
    default: false
    }
  }

  func child(at hop: Hop) -> ModelChild? {
    guard let all = children[hop.slot] else { return nil }
    return hop.slot.isMany ? all.first { $0.key == hop.key } : all.first
  }

  /// Returns the state at a place, if it exists.
  func state(at hops: some Sequence<Hop>) -> ModelState? {
    var state = self
    for hop in hops {
      guard let child = state.child(at: hop) else { return nil }
      state = child.state
    }
    return state
  }

  /// Returns the children along a path, as far as they exist.
  func places(along hops: [Hop]) -> [ModelPlace] {
    var places: [ModelPlace] = []
    var state = self
    for hop in hops {
      guard let child = state.child(at: hop) else { return places }
      places.append(ModelPlace(hop: hop, identity: Self.identity(of: child, in: hop.slot)))
      state = child.state
    }
    return places
  }

  /// Returns the presentations of the presented children along a path; `nil` if a child does not
  /// exist.
  ///
  /// A store of a presented child ends with the presentation: it does not show the next one.
  func presentations(along hops: [Hop]) -> [Int]? {
    var presentations: [Int] = []
    var state = self
    for hop in hops {
      guard let child = state.child(at: hop) else { return nil }
      if hop.slot == .shown || hop.slot == .card { presentations.append(child.presentation) }
      state = child.state
    }
    return presentations
  }

  /// Returns true if the same children are still in these places.
  func holds(_ places: [ModelPlace]) -> Bool {
    self.places(along: places.map(\.hop)) == places
  }

  /// Changes the state at a place, or does nothing if it does not exist.
  mutating func modify(at hops: ArraySlice<Hop>, _ body: (inout ModelState) -> Void) {
    guard let hop = hops.first else { return body(&self) }
    guard
      let index = children[hop.slot]?.firstIndex(where: { !hop.slot.isMany || $0.key == hop.key })
    else { return }
    children[hop.slot]?[index].state.modify(at: hops.dropFirst(), body)
  }
}

/// A copy that a program keeps.
enum ModelCopy {
  case state(ModelState)
  case list(Slot, Kind, [ModelChild])
}

/// The data that changes need besides the state: copies, and numbers of incarnations.
struct ModelMemory {
  var copies: [Int: ModelCopy] = [:]
  /// The keys that elements of stacks and routes have had.
  var knownKeys: [Slot: Set<Int>] = [:]
  private var lastIncarnation = 0
  private var lastRoot = 10_000

  mutating func nextIncarnation() -> Int {
    lastIncarnation += 1
    return lastIncarnation
  }

  /// Makes a new child with its initial children.
  mutating func make(_ slot: Slot, id: Int) -> ModelChild {
    var state: ModelState
    switch slot.kind {
    case .tree:
      var node = ModelState(.tree, id: id)
      node.children[.fixed] = [make(.fixed, id: 0)]
      node.children[.mode] = [ModelChild(key: 0, incarnation: 0, state: ModelState(.mode))]
      lastRoot += 1
      node.children[.routes] = [make(.routes, id: lastRoot)]
      state = node
    case .kid: state = ModelState(.kid, id: id)
    case .mote, .mode: state = ModelState(slot.kind)
    }
    state.lineage = nextIncarnation()
    if slot.isMany { knownKeys[slot, default: []].insert(id) }
    return ModelChild(
      key: slot.isMany ? id : 0, incarnation: nextIncarnation(), state: state)
  }
}
