import Headrace
import HeadraceFlow

/// A dependency value that shows which override a reducer or an effect sees.
enum ProbeKey: DependencyKey {
  static var liveValue: Int { 0 }
  static var testValue: Int { 0 }
}

extension DependencyValues {
  var probe: Int {
    get { self[ProbeKey.self] }
    set { self[ProbeKey.self] = newValue }
  }
}

/// The behaviour of every feature in a program: it carries out the action's command.
struct Interpreter<State: ChangeableState>: Reducer {
  typealias Action = State.Action
  let world: World
  let token: Token
  @Dependency(\.probe) var probe

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let (command, distance) = action.target else { return .none }
    world.log(.reduced(command.number, distance: distance, dependency: probe))
    var effect = Effect<Action>.none
    for reaction in command.reactions where reaction.distance == distance {
      for placed in reaction.changes {
        state.make(placed.change, at: placed.place[...], in: world)
      }
      for act in reaction.acts { world.act(act) }
      effect = effect.merge(with: world.effect(reaction.effect))
    }
    return effect
  }
}

extension World {
  /// Makes an effect from its plan.
  func effect<Action: CommandAction>(_ plan: EffectPlan) -> Effect<Action> {
    switch plan {
    case .none: .none
    case .send(let path, let command): .send(.make(path[...], command, in: self))
    case .run(let work): run(work)
    case .cancel(let id): .cancel(id: id)
    case .merge(let plans): .merge(plans.map { effect($0) })
    case .concatenate(let plans): .concatenate(plans.map { effect($0) })
    case .cancellable(let plan, let id, let cancelInFlight):
      effect(plan).cancellable(id: id, cancelInFlight: cancelInFlight)
    case .map(let plan): effect(plan).map { $0 }
    case .throttle(let plan, let id, let time, let latest):
      effect(plan).throttle(id: id, for: .seconds(time), clock: clock, latest: latest)
    case .debounce(let plan, let id, let time):
      effect(plan).debounce(id: id, for: .seconds(time), clock: clock)
    }
  }

  private func run<Action: CommandAction>(_ work: Work) -> Effect<Action> {
    let token = Token(self)
    return .run(name: "\(work.number)") { send in
      @Dependency(\.probe) var probe
      await self.work(work, of: Action.self, dependency: probe, send: send)
      withExtendedLifetime(token) {}
    }
  }
}

// MARK: - The Features

/// The feature of a ``Mote``.
struct MoteFeature: Reducer {
  typealias State = Mote
  typealias Action = MoteAction
  let world: World

  var body: some Reducer<Mote, MoteAction> {
    let _ = world.bodyWasRead()
    Interpreter<Mote>(world: world, token: Token(world))
  }
}

/// The feature of a ``Mode``.
struct ModeFeature: Reducer {
  typealias State = Mode
  typealias Action = ModeAction
  let depth: Int
  let world: World

  var body: some Reducer<Mode, ModeAction> {
    let _ = world.bodyWasRead()
    Interpreter<Mode>(world: world, token: Token(world))
      .ifCaseLet(\.one, action: \.one) { KidFeature(depth: depth + 1, world: world) }
      .ifCaseLet(\.two, action: \.two) { MoteFeature(world: world) }
  }
}

/// The feature of a ``Kid``, with the wrappers that its depth puts around ``KidCore``.
struct KidFeature: Reducer {
  typealias State = Kid
  typealias Action = KidAction
  let depth: Int
  let world: World

  var body: some Reducer<Kid, KidAction> {
    let _ = world.bodyWasRead()
    let level = world.program.level(depth)
    let label = "the children of a kid of the depth \(depth)"
    let core = KidCore(isDemo: depth == 0, depth: min(depth, 2), label: label, world: world)
    if let probe = level.override {
      Wrapping(wrapper: level.wrapper, core: core).dependency(\.probe, probe)
    } else {
      Wrapping(wrapper: level.wrapper, core: core)
    }
  }
}

/// The children of a ``Kid``, with a property that makes equal reducers differ in their bytes.
struct KidCore: Reducer {
  typealias State = Kid
  typealias Action = KidAction
  let isDemo: Bool
  let depth: Int
  let label: String
  let world: World
  @Dependency(\.probe) var probe

  var body: some Reducer<Kid, KidAction> {
    let _ = world.bodyWasRead()
    Interpreter<Kid>(world: world, token: Token(world))
      .ifLet(\.sub, action: \.sub) { MoteFeature(world: world) }
      .ifLet(\.$card, action: \.card) { MoteFeature(world: world) }
      .forEach(\.rows, action: \.rows) { TreeFeature(depth: min(depth + 1, 2), world: world) }
  }
}

/// The feature of a ``Tree``, with the wrappers that its depth puts around ``TreeCore``.
struct TreeFeature: Reducer {
  typealias State = Tree
  typealias Action = TreeAction
  let depth: Int
  let world: World

  var body: some Reducer<Tree, TreeAction> {
    let _ = world.bodyWasRead()
    let level = world.program.level(depth)
    let label = "the children of a tree of the depth \(depth)"
    let core = TreeCore(isDemo: depth == 0, depth: min(depth, 2), label: label, world: world)
    if let probe = level.override {
      Wrapping(wrapper: level.wrapper, core: core).dependency(\.probe, probe)
    } else {
      Wrapping(wrapper: level.wrapper, core: core)
    }
  }
}

/// The children of a ``Tree``.
struct TreeCore: Reducer {
  typealias State = Tree
  typealias Action = TreeAction
  let isDemo: Bool
  let depth: Int
  let label: String
  let world: World
  @Dependency(\.probe) var probe

  var body: some Reducer<Tree, TreeAction> {
    let _ = world.bodyWasRead()
    let level = world.program.level(depth)
    if level.hasOnChange {
      CombineReducers { features(level) }
        .onChange(of: \.a) { old, state in
          world.log(.changed(from: old, to: state.a))
          state.b += 1
          world.actOnChange()
          return .none
        }
    } else {
      features(level)
    }
  }

  @ReducerBuilder<Tree, TreeAction>
  private func features(_ level: LevelShape) -> some Reducer<Tree, TreeAction> {
    if level.isParentFirst {
      withChildren
      scopes
    } else {
      scopes
      withChildren
    }
  }

  private var below: Int { min(depth + 1, 2) }

  @ReducerBuilder<Tree, TreeAction>
  private var scopes: some Reducer<Tree, TreeAction> {
    Scope(state: \.fixed, action: \.fixed) { KidFeature(depth: below, world: world) }
    Scope(state: \.mode, action: \.mode) { ModeFeature(depth: below, world: world) }
  }

  private var withChildren: some Reducer<Tree, TreeAction> {
    Interpreter<Tree>(world: world, token: Token(world))
      .ifLet(\.opt, action: \.opt) { KidFeature(depth: below, world: world) }
      .ifLet(\.mote, action: \.mote) { MoteFeature(world: world) }
      .ifLet(\.$shown, action: \.shown) { KidFeature(depth: below, world: world) }
      .forEach(\.rows, action: \.rows) { TreeFeature(depth: below, world: world) }
      .forEach(\.stack, action: \.stack) { TreeFeature(depth: below, world: world) }
      .forEachRoute(\.routes, action: \.routes) { KidFeature(depth: below, world: world) }
  }
}
