import Headrace
import HeadraceFlow
import HeadraceTesting

/// A store that runs a script, and what law 8 says must be alive in it.
struct FlowComparison {
  /// Where a screen is: the ids of the routes that lead to it.
  typealias Path = [RouteID]

  private let owner: TestStoreOwner
  private let executor = TestExecutor()
  private let gates = FlowGates()
  private var core: StoreCore<TreeFlow.State, TreeFlow.Action>
  private(set) var counts = Counts()
  private var archive: [UInt8]?

  /// The effects that must be in flight, with the screens that they are of.
  private var alive: [Int: Path] = [:]

  struct Counts {
    var actions = 0
    var started = 0
    var ended = 0
    var arrived = 0
    var late = 0
    var links = 0
    var restorations = 0
  }

  init() {
    owner = TestStoreOwner(executor)
    core = Self.makeCore(
      TreeFlow.State(id: 0, rule: .free), gates: gates, owner: owner, executor: executor)
  }

  private static func makeCore(
    _ state: TreeFlow.State, gates: FlowGates, owner: TestStoreOwner, executor: TestExecutor
  ) -> StoreCore<TreeFlow.State, TreeFlow.Action> {
    var dependencies = DependencyValues.current
    dependencies[FlowGates.self] = gates
    return StoreCore(
      initialState: { state }, dependencies: dependencies, owner: owner, taskExecutor: executor
    ) { TreeFlow() }
  }

  /// Does a step, and tells what is against the law afterwards.
  mutating func run(_ step: FlowStep) -> String? {
    let places = Place.all(in: core.state)
    let flows = places.filter { $0.flow != nil }
    switch step {
    case .work(let flow, let route, let name, let then):
      let action: TreePage.Action = then.map { .workThen(name, $0) } ?? .work(name)
      return start(name, action, on: route, of: flows[flow % flows.count])
    case .operate(let flow, let step):
      return send(.operate(step), to: flows[flow % flows.count].path)
    case .update(let flow, let left, let added):
      let place = flows[flow % flows.count]
      let routes = place.routes.enumerated().filter { !left.contains($0.offset) }.map(\.element)
      let new = added.map { [Route.cover($0.state)] } ?? []
      return send(.router(.updateRoutes(routes + new)), to: place.path)
    case .dismiss(let flow, let route):
      let place = flows[flow % flows.count]
      let index = route % place.routes.count
      guard index > 0 else { return nil }
      return send(.router(.dismiss(id: place.routes[index].id)), to: place.path)
    case .link(let flow, let screen, let mode):
      counts.links += 1
      return send(.links(.open(screen.url, mode: mode)), to: flows[flow % flows.count].path)
    case .archive(let flow):
      return keepArchive(of: flows[flow % flows.count])
    case .restore(let flow):
      guard let archive else { return nil }
      counts.restorations += 1
      return send(.restoration(.restore(archive)), to: flows[flow % flows.count].path)
    case .open(let ordinal):
      let names = gates.names
      return names.isEmpty ? nil : open(names[ordinal % names.count])
    case .restart:
      executor.exclusively { core.shutDown() }
      executor.run()
      counts.ended += alive.count
      alive = [:]
      core = Self.makeCore(
        core.state.withoutQuestions, gates: gates, owner: owner, executor: executor)
      return violation
    }
  }

  /// Lets everything on that waits, and tells what is against the law.
  mutating func finish() -> String? {
    while let name = gates.names.first {
      if let violation = open(name) { return violation }
    }
    defer {
      executor.exclusively { core.shutDown() }
      executor.run()
    }
    return core.effects.isEmpty ? nil : "effects are left: \(core.effects.map(\.path))"
  }

  private mutating func keepArchive(of place: Place) -> String? {
    guard let flow = place.flow else { return nil }
    do throws(RouteArchiveError) {
      archive = try treeArchive.encode(flow)
      return nil
    } catch {
      return "a stack of \(flow.routes.count) routes has no archive: \(error)"
    }
  }

  private mutating func start(
    _ name: Int, _ action: TreePage.Action, on route: Int?, of place: Place
  ) -> String? {
    var path = place.path
    var flowAction = TreeFlow.Action.page(action)
    if let route {
      let screen = place.routes[route % place.routes.count]
      // Coordinators among the screens work by themselves.
      guard case .page = screen.screen else { return nil }
      path.append(screen.id)
      flowAction = .router(.routeAction(id: screen.id, action: .page(action)))
    }
    counts.started += 1
    alive[name] = path
    return send(flowAction, to: place.path)
  }

  private mutating func send(_ action: TreeFlow.Action, to path: Path) -> String? {
    counts.actions += 1
    executor.exclusively { _ = core.send(Self.embed(action, at: path[...])) }
    executor.run()
    return violation
  }

  private mutating func open(_ name: Int) -> String? {
    let path = alive[name]
    let linkWaits = Place.all(in: core.state).contains { $0.flow?.links.waiting != nil }
    gates.open(name)
    executor.run()
    counts.actions += 1
    // The answer to a guard's question moves routes.
    guard name > 0 else { return violation }
    alive[name] = nil
    let places = Place.all(in: core.state)
    let found = places.filter { $0.pongs.contains(name) }.map(\.path)
    if path == nil { counts.late += 1 } else { counts.arrived += 1 }
    // The action may have opened a link that waited, which has taken the screen's place.
    let expected = path.flatMap { path in
      linkWaits && !places.contains { $0.path == path } ? nil : path
    }
    guard found == (expected.map { [$0] } ?? []) else {
      return "the action of effect \(name), of \(path.map { "\($0)" } ?? "none"), reached \(found)"
    }
    return violation
  }

  private static func embed(_ action: TreeFlow.Action, at path: ArraySlice<RouteID>)
    -> TreeFlow.Action
  {
    guard let id = path.first else { return action }
    return .router(
      .routeAction(id: id, action: .flow(embed(action, at: path.dropFirst()))))
  }
}

// MARK: - The Law

extension FlowComparison {
  /// What is against the law now.
  private var violation: String? {
    mutating get {
      let places = Place.all(in: core.state)
      let paths = Set(places.map(\.path))
      let count = alive.count
      alive = alive.filter { paths.contains($0.value) }
      counts.ended += count - alive.count
      let names = core.effects.compactMap { $0.name.flatMap { Int($0) } }.sorted()
      guard names == alive.keys.sorted() else {
        return "in flight are \(names), and must be \(alive.keys.sorted())"
      }
      let asking = core.effects.count { $0.name == "routeGuard" }
      let questions = places.count { $0.flow?.question != nil }
      guard asking == questions else { return "\(asking) guards ask \(questions) questions" }
      guard paths.count == places.count else { return "a route is there twice" }
      return places.lazy.compactMap(\.flaw).first
    }
  }

  /// A screen of the tree: a page, or a coordinator.
  private struct Place {
    let path: Path
    var flow: TreeFlow.State?
    var pongs: [Int]

    var routes: [Route<TreeScreen.State>] { flow?.routes ?? [] }

    /// What a stack or its guard doesn't allow.
    var flaw: String? {
      guard let flow else { return nil }
      if routes.first?.style != .root || routes.dropFirst().contains(where: { $0.style == .root }) {
        return "\(path) has another root: \(routes.map(\.style))"
      }
      guard flow.rule == .free || routes.count <= FlowRule.limit else {
        return "\(path) is deeper than its guard allows: \(routes.count)"
      }
      return nil
    }

    static func all(in flow: TreeFlow.State, at path: Path = []) -> [Place] {
      var places = [Place(path: path, flow: flow, pongs: flow.page.pongs)]
      for route in flow.routes {
        switch route.screen {
        case .page(let page):
          places.append(Place(path: path + [route.id], pongs: page.pongs))
        case .flow(let inner):
          places += all(in: inner, at: path + [route.id])
        }
      }
      return places
    }
  }
}
