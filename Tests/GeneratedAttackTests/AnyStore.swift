import Headrace
import HeadraceFlow

/// A store of any feature.
enum AnyStore {
  case tree(Store<Tree, TreeAction>)
  case kid(Store<Kid, KidAction>)
  case mode(Store<Mode, ModeAction>)
  case mote(Store<Mote, MoteAction>)

  /// Returns the store of a child, if the child exists.
  func child(_ hop: Hop, in world: World) -> AnyStore? {
    switch self {
    case .tree(let store): Self.child(of: store, hop, in: world)
    case .kid(let store):
      switch hop.slot {
      case .sub: store.scope(state: \.sub, action: \.sub).map { .mote($0) }
      case .card: store.scope(state: \.$card, action: \.card).map { .mote($0) }
      default: store.scope(state: \.rows, action: \.rows)[id: hop.key].map { .tree($0) }
      }
    case .mode(let store):
      switch hop.slot {
      case .one: store.scope(state: \.one, action: \.one).map { .kid($0) }
      default: store.scope(state: \.two, action: \.two).map { .mote($0) }
      }
    case .mote: nil
    }
  }

  private static func child(
    of store: Store<Tree, TreeAction>, _ hop: Hop, in world: World
  ) -> AnyStore? {
    switch hop.slot {
    case .fixed: .kid(store.scope(state: \.fixed, action: \.fixed))
    case .opt: store.scope(state: \.opt, action: \.opt).map { .kid($0) }
    case .mote: store.scope(state: \.mote, action: \.mote).map { .mote($0) }
    case .shown: store.scope(state: \.$shown, action: \.shown).map { .kid($0) }
    case .mode: .mode(store.scope(state: \.mode, action: \.mode))
    case .rows: store.scope(state: \.rows, action: \.rows)[id: hop.key].map { .tree($0) }
    case .stack:
      world.stackIDs[hop.key].flatMap { id in
        store.scope(state: \.stack, action: \.stack)[id: id].map { .tree($0) }
      }
    default: nil
    }
  }

  /// Sends a command to the feature, or to one below it.
  func send(_ path: ArraySlice<Hop>, _ command: Command, in world: World) -> StoreTask {
    switch self {
    case .tree(let store): store.send(.make(path, command, in: world))
    case .kid(let store): store.send(.make(path, command, in: world))
    case .mode(let store): store.send(.make(path, command, in: world))
    case .mote(let store): store.send(.make(path, command, in: world))
    }
  }

  /// Reads the values that an observer reads.
  func read(_ properties: ArraySlice<Hop>, _ part: Reading.Part) -> [Int?] {
    switch self {
    case .tree(let store):
      guard let hop = properties.first else {
        switch part {
        case .a: return [store.a]
        case .b: return [store.b]
        case .all: return [store.state.a, store.state.b]
        case .keys(.rows): return store.scope(state: \.rows, action: \.rows).ids
        case .keys(.stack):
          return store.stack.map(\.id)
        case .keys: return store.routes.map(\.screen.id)
        }
      }
      let rest = properties.dropFirst()
      return switch hop.slot {
      case .fixed: store.fixed.read(rest, part)
      case .opt: store.opt?.read(rest, part) ?? [nil]
      case .mote: store.mote?.read(rest, part) ?? [nil]
      case .shown: store.shown?.read(rest, part) ?? [nil]
      case .mode: store.mode.read(rest, part)
      case .rows: store.rows[id: hop.key]?.read(rest, part) ?? [nil]
      case .stack: store.stack.first { $0.id == hop.key }?.read(rest, part) ?? [nil]
      default: store.routes.first { $0.screen.id == hop.key }?.screen.read(rest, part) ?? [nil]
      }
    case .kid(let store):
      guard let hop = properties.first else {
        return switch part {
        case .a: [store.a]
        case .b: [store.b]
        case .all: [store.state.a, store.state.b]
        case .keys: store.rows.ids.map { $0 }
        }
      }
      let rest = properties.dropFirst()
      return switch hop.slot {
      case .sub: store.sub?.read(rest, part) ?? [nil]
      case .card: store.card?.read(rest, part) ?? [nil]
      default: store.rows[id: hop.key]?.read(rest, part) ?? [nil]
      }
    case .mode(let store): return store.state.read(properties, part)
    case .mote(let store):
      return switch part {
      case .a: [store.a]
      case .b: [store.b]
      default: [store.state.a, store.state.b]
      }
    }
  }
}

// MARK: - Reading Values

extension Mote {
  func read(_ properties: ArraySlice<Hop>, _ part: Reading.Part) -> [Int?] {
    switch part {
    case .a: [a]
    case .b: [b]
    default: [a, b]
    }
  }
}

extension Kid {
  func read(_ properties: ArraySlice<Hop>, _ part: Reading.Part) -> [Int?] {
    guard let hop = properties.first else {
      return switch part {
      case .a: [a]
      case .b: [b]
      case .all: [a, b]
      case .keys: rows.ids.map { $0 }
      }
    }
    let rest = properties.dropFirst()
    return switch hop.slot {
    case .sub: sub?.read(rest, part) ?? [nil]
    case .card: card?.read(rest, part) ?? [nil]
    default: rows[id: hop.key]?.read(rest, part) ?? [nil]
    }
  }
}

extension Mode {
  func read(_ properties: ArraySlice<Hop>, _ part: Reading.Part) -> [Int?] {
    let rest = properties.dropFirst()
    return switch (self, properties.first?.slot) {
    case (.one(let kid), .one): kid.read(rest, part)
    case (.two(let mote), .two): mote.read(rest, part)
    case (_, nil): part.count == 1 ? [0] : [0, 0]
    default: [nil]
    }
  }
}

extension Reading.Part {
  /// The number of values that are read.
  fileprivate var count: Int { self == .all ? 2 : 1 }
}

extension Tree {
  func read(_ properties: ArraySlice<Hop>, _ part: Reading.Part) -> [Int?] {
    guard let hop = properties.first else {
      return switch part {
      case .a: [a]
      case .b: [b]
      case .all: [a, b]
      case .keys(.rows): rows.ids.map { $0 }
      case .keys(.stack): stack.map(\.id)
      case .keys: routes.map(\.screen.id)
      }
    }
    let rest = properties.dropFirst()
    return switch hop.slot {
    case .fixed: fixed.read(rest, part)
    case .opt: opt?.read(rest, part) ?? [nil]
    case .mote: mote?.read(rest, part) ?? [nil]
    case .shown: shown?.read(rest, part) ?? [nil]
    case .mode: mode.read(rest, part)
    case .rows: rows[id: hop.key]?.read(rest, part) ?? [nil]
    case .stack: stack.first { $0.id == hop.key }?.read(rest, part) ?? [nil]
    default: routes.first { $0.screen.id == hop.key }?.screen.read(rest, part) ?? [nil]
    }
  }
}

// MARK: - Comparing With the Model

extension Tree {
  /// Returns true if the state is equal to the model's.
  func matches(_ model: ModelState?) -> Bool {
    guard let model, model.kind == .tree, id == model.id, a == model.a, b == model.b,
      fixed.matches(model.only(.fixed)), mode.matches(model.only(.mode)),
      opt.map({ $0.matches(model.only(.opt)) }) ?? (model.only(.opt) == nil),
      mote.map({ $0.matches(model.only(.mote)) }) ?? (model.only(.mote) == nil),
      shown.map({ $0.matches(model.only(.shown)) }) ?? (model.only(.shown) == nil)
    else { return false }
    return rows.areAll(model.children[.rows]) { $0.matches($1) }
      && stack.areAll(model.children[.stack]) { $0.matches($1) }
      && routes.areAll(model.children[.routes]) { $0.screen.matches($1) }
  }
}

extension Collection {
  /// Returns true if there are as many children as in the model, and each is equal to the model's.
  fileprivate func areAll(
    _ children: [ModelChild]?, _ matches: (Element, ModelState) -> Bool
  ) -> Bool {
    count == children?.count ?? 0 && zip(self, children ?? []).allSatisfy { matches($0, $1.state) }
  }
}

extension Kid {
  fileprivate func matches(_ model: ModelState?) -> Bool {
    guard let model, model.kind == .kid, id == model.id, a == model.a, b == model.b,
      sub.map({ $0.matches(model.only(.sub)) }) ?? (model.only(.sub) == nil),
      card.map({ $0.matches(model.only(.card)) }) ?? (model.only(.card) == nil)
    else { return false }
    return rows.areAll(model.children[.rows]) { $0.matches($1) }
  }
}

extension Mode {
  fileprivate func matches(_ model: ModelState?) -> Bool {
    switch self {
    case .idle: model?.kind == .mode && model?.only(.one) == nil && model?.only(.two) == nil
    case .one(let kid): kid.matches(model?.only(.one))
    case .two(let mote): mote.matches(model?.only(.two))
    }
  }
}

extension Mote {
  fileprivate func matches(_ model: ModelState?) -> Bool {
    model?.kind == .mote && a == model?.a && b == model?.b
  }
}

extension ModelState {
  /// The child in a slot for one.
  fileprivate func only(_ slot: Slot) -> ModelState? { children[slot]?.first?.state }
}
