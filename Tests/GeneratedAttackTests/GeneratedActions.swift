import Headrace
import HeadraceFlow

/// An action that leads to a feature and carries a command for it.
protocol CommandAction: SendableMetatype {
  /// Makes the action that leads along a path.
  static func make(_ path: ArraySlice<Hop>, _ command: Command, in world: World) -> Self
  /// The command, and the number of features further down that it is for; `nil` without a command.
  var target: (command: Command, distance: Int)? { get }
}

extension Optional where Wrapped == (command: Command, distance: Int) {
  fileprivate var further: Self { map { ($0.command, $0.distance + 1) } }
}

extension MoteAction: CommandAction {
  static func make(_ path: ArraySlice<Hop>, _ command: Command, in world: World) -> Self {
    .command(command)
  }

  var target: (command: Command, distance: Int)? {
    switch self {
    case .command(let command): (command, 0)
    }
  }
}

extension KidAction: CommandAction {
  static func make(_ path: ArraySlice<Hop>, _ command: Command, in world: World) -> Self {
    guard let hop = path.first else { return .command(command) }
    let rest = path.dropFirst()
    return switch hop.slot {
    case .sub: .sub(.make(rest, command, in: world))
    case .card:
      command.isDismissal && rest.isEmpty
        ? .card(.dismiss) : .card(.presented(.make(rest, command, in: world)))
    case .rows: .rows(.element(id: hop.key, action: .make(rest, command, in: world)))
    default: preconditionFailure("A kid has no \(hop.slot).")
    }
  }

  var target: (command: Command, distance: Int)? {
    switch self {
    case .command(let command): (command, 0)
    case .sub(let action): action.target.further
    case .card(.presented(let action)): action.target.further
    case .card(.dismiss): nil
    case .rows(.element(_, let action)): action.target.further
    }
  }
}

extension ModeAction: CommandAction {
  static func make(_ path: ArraySlice<Hop>, _ command: Command, in world: World) -> Self {
    guard let hop = path.first else { return .command(command) }
    let rest = path.dropFirst()
    return switch hop.slot {
    case .one: .one(.make(rest, command, in: world))
    case .two: .two(.make(rest, command, in: world))
    default: preconditionFailure("A mode has no \(hop.slot).")
    }
  }

  var target: (command: Command, distance: Int)? {
    switch self {
    case .command(let command): (command, 0)
    case .one(let action): action.target.further
    case .two(let action): action.target.further
    }
  }
}

extension TreeAction: CommandAction {
  static func make(_ path: ArraySlice<Hop>, _ command: Command, in world: World) -> Self {
    guard let hop = path.first else { return .command(command) }
    let rest = path.dropFirst()
    let isDismissal = command.isDismissal && rest.isEmpty
    switch hop.slot {
    case .fixed: return .fixed(.make(rest, command, in: world))
    case .opt: return .opt(.make(rest, command, in: world))
    case .mote: return .mote(.make(rest, command, in: world))
    case .shown where isDismissal: return .shown(.dismiss)
    case .shown: return .shown(.presented(.make(rest, command, in: world)))
    case .mode: return .mode(.make(rest, command, in: world))
    case .rows: return .rows(.element(id: hop.key, action: .make(rest, command, in: world)))
    case .stack:
      // An element that never existed behaves like one that was removed.
      let id = world.stackIDs[hop.key] ?? 1_000_000
      if isDismissal { return .stack(.popFrom(id: id)) }
      return .stack(.element(id: id, action: .make(rest, command, in: world)))
    case .routes:
      let id = world.routeIDs[hop.key] ?? Route.root(Kid(id: 0)).id
      if isDismissal { return .routes(.dismiss(id: id)) }
      return .routes(.routeAction(id: id, action: .make(rest, command, in: world)))
    default: preconditionFailure("A node has no \(hop.slot).")
    }
  }

  var target: (command: Command, distance: Int)? {
    switch self {
    case .command(let command): (command, 0)
    case .fixed(let action): action.target.further
    case .opt(let action): action.target.further
    case .mote(let action): action.target.further
    case .shown(.presented(let action)): action.target.further
    case .mode(let action): action.target.further
    case .rows(.element(_, let action)): action.target.further
    case .stack(.element(_, let action)): action.target.further
    case .routes(.routeAction(_, let action)): action.target.further
    default: nil
    }
  }
}
