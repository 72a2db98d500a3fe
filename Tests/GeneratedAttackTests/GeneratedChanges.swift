import Headrace
import HeadraceFlow

/// A state that a program can change in place.
protocol ChangeableState {
  associatedtype Action: CommandAction
  /// Makes a change here or in the descendant at the end of the hops, if it exists.
  mutating func make(_ change: Change, at place: ArraySlice<Hop>, in world: World)
}

extension ChangeableState {
  /// Makes a change that every kind of state supports.
  fileprivate mutating func makeCommon(
    _ change: Change, _ fields: (WritableKeyPath<Self, Int>, WritableKeyPath<Self, Int>),
    in world: World
  ) {
    switch change {
    case .set(.a, let value): self[keyPath: fields.0] = value
    case .set(.b, let value): self[keyPath: fields.1] = value
    case .save(let number): world.copies[number] = self
    case .become(let number):
      if let copy = world.copies[number] as? Self { self = copy }
    default: break
    }
  }
}

/// Changes a child in place, if it exists.
private func change<State: ChangeableState>(
  _ state: inout State?, _ change: Change, at place: ArraySlice<Hop>, in world: World
) {
  if state != nil { state?.make(change, at: place, in: world) }
}

extension Mote: ChangeableState {
  typealias Action = MoteAction

  mutating func make(_ change: Change, at place: ArraySlice<Hop>, in world: World) {
    guard place.isEmpty else { return }
    makeCommon(change, (\.a, \.b), in: world)
  }
}

extension Kid: ChangeableState {
  typealias Action = KidAction

  mutating func make(_ change: Change, at place: ArraySlice<Hop>, in world: World) {
    guard let hop = place.first else { return make(change, in: world) }
    let rest = place.dropFirst()
    switch hop.slot {
    case .sub: sub?.make(change, at: rest, in: world)
    case .card: card?.make(change, at: rest, in: world)
    case .rows: rows[id: hop.key]?.make(change, at: rest, in: world)
    default: break
    }
  }

  private mutating func make(_ change: Change, in world: World) {
    switch change {
    case .put(.sub, _): sub = Mote()
    case .put(.card, _): card = Mote()
    case .clear(.sub): sub = nil
    case .clear(.card): card = nil
    case .renew(.sub, _):
      sub = nil
      sub = Mote()
    case .renew(.card, _):
      card = nil
      card = Mote()
    case .assign(.sub, let number):
      if let copy = world.copies[number] as? Mote { sub = copy }
    case .assign(.card, let number):
      if let copy = world.copies[number] as? Mote { card = copy }
    case .become(let number):
      if let copy = world.copies[number] as? Kid, copy.id == id { self = copy }
    case .saveAll(.rows, let number): world.copies[number] = rows
    case .putRow(let number):
      if let copy = world.copies[number] as? Tree { rows[id: copy.id] = copy }
    case .append(.rows, _), .remove(.rows, _), .renew(.rows, _), .rotate(.rows), .swapRows,
      .assignAll(.rows, _):
      rows.make(change, in: world)
    default: makeCommon(change, (\.a, \.b), in: world)
    }
  }
}

extension Mode: ChangeableState {
  typealias Action = ModeAction

  mutating func make(_ change: Change, at place: ArraySlice<Hop>, in world: World) {
    guard let hop = place.first else { return make(change, in: world) }
    switch (hop.slot, self) {
    case (.one, .one): modify(\.one) { $0.make(change, at: place.dropFirst(), in: world) }
    case (.two, .two): modify(\.two) { $0.make(change, at: place.dropFirst(), in: world) }
    default: break
    }
  }

  private mutating func make(_ change: Change, in world: World) {
    switch change {
    case .put(.one, let id): self = .one(Kid(id: id))
    case .put(.two, _): self = .two(Mote())
    case .clear(.one), .clear(.two): self = .idle
    case .renew(.one, let id):
      self = .idle
      self = .one(Kid(id: id))
    case .renew(.two, _):
      self = .idle
      self = .two(Mote())
    case .assign(.one, let number):
      if let copy = world.copies[number] as? Kid { self = .one(copy) }
    case .assign(.two, let number):
      if let copy = world.copies[number] as? Mote { self = .two(copy) }
    case .save(let number): world.copies[number] = self
    case .become(let number):
      if let copy = world.copies[number] as? Mode { self = copy }
    default: break
    }
  }
}

extension Tree: ChangeableState {
  typealias Action = TreeAction

  mutating func make(_ change: Change, at place: ArraySlice<Hop>, in world: World) {
    guard let hop = place.first else { return make(change, in: world) }
    let rest = place.dropFirst()
    switch hop.slot {
    case .fixed: fixed.make(change, at: rest, in: world)
    case .opt: opt?.make(change, at: rest, in: world)
    case .mote: mote?.make(change, at: rest, in: world)
    case .shown: shown?.make(change, at: rest, in: world)
    case .mode: mode.make(change, at: rest, in: world)
    case .rows: rows[id: hop.key]?.make(change, at: rest, in: world)
    case .stack:
      guard let id = stack.id(ofTree: hop.key) else { return }
      stack[id: id]?.make(change, at: rest, in: world)
    case .routes:
      guard let index = routes.firstIndex(where: { $0.screen.id == hop.key }) else { return }
      routes[index].screen.make(change, at: rest, in: world)
    default: break
    }
  }

  private mutating func make(_ change: Change, in world: World) {
    switch change {
    case .put(let slot, let id): put(slot, id: id)
    case .clear(.opt): opt = nil
    case .clear(.mote): mote = nil
    case .clear(.shown): shown = nil
    case .clear(.mode): mode = .idle
    case .renew(.opt, let key): opt = nil; opt = Kid(id: key)
    case .renew(.mote, _): mote = nil; mote = Mote()
    case .renew(.shown, let key): shown = nil; shown = Kid(id: key)
    case .assign(let slot, let number): assign(slot, world.copies[number])
    case .become(let number):
      if let copy = world.copies[number] as? Tree, copy.id == id { self = copy }
    case .swapKids:
      guard let other = opt else { return }
      opt = fixed
      fixed = other
    case .saveAll(.stack, let number): world.copies[number] = stack
    case .saveAll(.routes, let number): world.copies[number] = routes
    case .append(.stack, _), .remove(.stack, _), .renew(.stack, _), .rotate(.stack),
      .assignAll(.stack, _):
      stack.make(change, in: world)
    case .append(.routes, _), .remove(.routes, _), .renew(.routes, _), .rotate(.routes),
      .assignAll(.routes, _):
      makeInRoutes(change, in: world)
    case .saveAll(.rows, let number): world.copies[number] = rows
    case .putRow(let number):
      if let copy = world.copies[number] as? Tree { rows[id: copy.id] = copy }
    case .append(.rows, _), .remove(.rows, _), .renew(.rows, _), .rotate(.rows), .swapRows,
      .assignAll(.rows, _):
      rows.make(change, in: world)
    default: makeCommon(change, (\.a, \.b), in: world)
    }
  }

  private mutating func put(_ slot: Slot, id: Int) {
    switch slot {
    case .fixed: fixed = Kid(id: id)
    case .opt: opt = Kid(id: id)
    case .mote: mote = Mote()
    case .shown: shown = Kid(id: id)
    default: break
    }
  }

  private mutating func assign(_ slot: Slot, _ copy: Any?) {
    switch (slot, copy) {
    case (.fixed, let copy as Kid): fixed = copy
    case (.opt, let copy as Kid): opt = copy
    case (.shown, let copy as Kid): shown = copy
    case (.mote, let copy as Mote): mote = copy
    case (.mode, let copy as Mode): mode = copy
    default: break
    }
  }

  private mutating func makeInRoutes(_ change: Change, in world: World) {
    switch change {
    case .append(_, let id):
      routes.presentCover(Kid(id: id))
      world.routeIDs[id] = routes.last?.id
    case .remove(_, let key):
      guard let index = routes.firstIndex(where: { $0.screen.id == key }), index > 0 else { return }
      routes.remove(at: index)
    case .renew(_, let key):
      // Replaces the top screen with another one, under another number.
      guard let top = routes.last, routes.count > 1, top.screen.id != key else { return }
      routes.replaceCurrent(Kid(id: key))
      world.routeIDs[key] = routes.last?.id
    case .rotate:
      guard routes.count > 2 else { return }
      let route = routes.remove(at: 1)
      routes.append(route)
    case .assignAll(_, let number):
      if let copy = world.copies[number] as? [Route<Kid>] { routes = copy }
    default: break
    }
  }
}

extension IdentifiedArray where ID == Int, Element == Tree {
  fileprivate mutating func make(_ change: Change, in world: World) {
    switch change {
    case .append(.rows, let id):
      if self[id: id] == nil { append(world.makeTree(id: id)) }
    case .remove(.rows, let key): remove(id: key)
    case .renew(.rows, let key):
      if remove(id: key) != nil { append(world.makeTree(id: key)) }
    case .rotate(.rows):
      guard let first else { return }
      remove(id: first.id)
      append(first)
    case .swapRows:
      if count > 1 { swapAt(0, count - 1) }
    case .assignAll(.rows, let number):
      if let copy = world.copies[number] as? Self { self = copy }
    default: break
    }
  }
}

extension StackState<Tree> {
  func id(ofTree number: Int) -> StackElementID? {
    ids.first { self[id: $0]?.id == number }
  }

  fileprivate mutating func make(_ change: Change, in world: World) {
    switch change {
    case .append(_, let id):
      append(world.makeTree(id: id))
      world.stackIDs[id] = ids.last
    case .remove(_, let key):
      if let id = id(ofTree: key) { self[id: id] = nil }
    case .renew(_, let key):
      if let id = id(ofTree: key) { self[id: id] = world.makeTree(id: key) }
    case .rotate:
      if !isEmpty { removeLast() }
    case .assignAll(_, let number):
      if let copy = world.copies[number] as? Self { self = copy }
    default: break
    }
  }
}
