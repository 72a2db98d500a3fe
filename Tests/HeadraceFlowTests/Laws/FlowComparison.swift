import Headrace
import HeadraceTesting

@testable import HeadraceFlow

/// A store that runs a script, and the effects that must be alive in it by law 8.
struct FlowComparison {
  /// The path of a screen: the routes and tabs that lead to it.
  typealias Path = [Part]

  /// A route, and one of its tabs if it has tabs.
  struct Part: Hashable {
    let route: RouteID
    var tab: TreeTab?
    /// The screen of the tab, which is a new one after the tab was discarded.
    var content: RouteID?
  }

  private let owner: TestStoreOwner
  private let executor = TestExecutor()
  private let gates = FlowGates()
  private var core: StoreCore<TreeFlow.State, TreeFlow.Action>
  private(set) var counts = Counts()
  private var archive: [UInt8]?

  /// The effects that must be in flight, with their screens.
  private var alive: [Int: Path] = [:]

  struct Counts {
    var actions = 0
    var started = 0
    var ended = 0
    var arrived = 0
    var late = 0
    var links = 0
    var restorations = 0
    var resumed = 0
    var questions = 0
    var restarts = 0
    var tabs = 0
    var events: [FlowGates.Event: Int] = [:]
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
    dependencies.continuousClock = ImmediateClock()
    dependencies.routeStepDelay = .seconds(1)
    // A script does not know the stack, so many of its operations are refused.
    dependencies.refusedRouteOperations = .returnFalse
    return StoreCore(
      initialState: { state }, dependencies: dependencies, owner: owner, testExecutor: executor
    ) { TreeFlow() }
  }

  /// Runs a step, and returns a violation of the law afterwards.
  mutating func run(_ step: FlowStep) -> String? {
    let places = Place.all(in: core.state)
    let flows = places.filter { $0.flow != nil }
    switch step {
    case .work(let flow, let route, let name, let then):
      let action: TreePage.Action = then.map { .workThen(name, $0) } ?? .work(name)
      return start(name, action, on: route, of: flows[flow % flows.count])
    case .operate(let flow, let step):
      return send(.operate(step), to: flows[flow % flows.count].path)
    case .operateInSteps(let flow, let step):
      return send(.operateInSteps(step), to: flows[flow % flows.count].path)
    case .goBackToRoot(let flow):
      return send(.router(.goBackToRoot), to: flows[flow % flows.count].path)
    case .request(let flow, let id, let name):
      let path = flows[flow % flows.count].path
      if let violation = send(.request(NewScreen(id: id, rule: nil)), to: path) { return violation }
      guard let place = Place.all(in: core.state).first(where: { $0.path == path }),
        case .page(let page)? = place.routes.last?.screen, page.id == id
      else { return nil }
      return start(name, .work(name), on: place.routes.count - 1, of: place)
    case .select(let index, let tab):
      return send(.tabs(.select(tab)), toTabs: index)
    case .discard(let index, let tab):
      return send(.discard(tab), toTabs: index)
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
      counts.restarts += 1
      executor.exclusively { core.shutDown() }
      executor.run()
      counts.ended += alive.count
      alive = [:]
      core = Self.makeCore(
        core.state.withoutQuestions, gates: gates, owner: owner, executor: executor)
      return violation
    }
  }

  /// Lets everything continue that waits, and returns a violation of the law.
  mutating func finish() -> String? {
    while let name = gates.names.first {
      if let violation = open(name) { return violation }
    }
    for event in FlowGates.Event.allCases { counts.events[event] = gates.count(of: event) }
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
      path.append(Part(route: screen.id))
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
    let isAsked = path.map(isAskedForAValue) ?? false
    let linkWaits = Place.all(in: core.state).contains { $0.flow?.links.waiting != nil }
    gates.open(name)
    executor.run()
    counts.actions += 1
    // The answer to a guard's question changes routes.
    guard name > 0 else {
      counts.questions += 1
      return violation
    }
    alive[name] = nil
    let places = Place.all(in: core.state)
    let found = places.filter { $0.pongs.contains(name) }.map(\.path)
    if path == nil { counts.late += 1 } else { counts.arrived += 1 }
    // The action may have opened a waiting link, which has replaced the screen; or it was the
    // answer to a request, and the screen was dismissed.
    let expected = path.flatMap { path in
      (linkWaits || isAsked) && !places.contains { $0.path == path } ? nil : path
    }
    guard found == (expected.map { [$0] } ?? []) else {
      return "the action of effect \(name), of \(path.map { "\($0)" } ?? "none"), reached \(found)"
    }
    return violation
  }

  /// Returns true if a coordinator waits for the answer of a screen.
  private func isAskedForAValue(_ path: Path) -> Bool {
    Place.all(in: core.state).contains {
      $0.path == path.dropLast() && $0.flow?.request.route == path.last?.route
    }
  }

  private static func embed(
    _ action: TreeFlow.Action, at path: ArraySlice<Part>
  ) -> TreeFlow.Action {
    guard let part = path.first else { return action }
    let inner = embed(action, at: path.dropFirst())
    guard let tab = part.tab else {
      return .router(.routeAction(id: part.route, action: .flow(inner)))
    }
    return .router(
      .routeAction(
        id: part.route, action: .tabs(.tabs(.tabAction(id: tab, action: .flow(inner))))))
  }

  /// Sends an action to tabs, if they exist.
  private mutating func send(_ action: TreeTabs.Action, toTabs index: Int) -> String? {
    let tabs = Place.all(in: core.state).flatMap { place in
      place.routes.filter { $0.screen.is(\.tabs) }.map { (place.path, $0.id) }
    }
    guard !tabs.isEmpty else { return nil }
    let (path, id) = tabs[index % tabs.count]
    counts.tabs += 1
    return send(.router(.routeAction(id: id, action: .tabs(action))), to: path)
  }
}

// MARK: - The Law

extension FlowComparison {
  /// The current violation of the law.
  private var violation: String? {
    mutating get {
      let places = Place.all(in: core.state)
      let paths = Set(places.map(\.path))
      for place in places {
        // An effect that a restoration restarts has a name that no script knows.
        guard let name = place.working, name > FlowGates.resumptions, alive[name] == nil else {
          continue
        }
        alive[name] = place.path
        counts.resumed += 1
        counts.started += 1
      }
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
      if let place = places.first(where: { place in
        place.working.map { alive[$0] != place.path } ?? false
      }) {
        return "\(place.path) waits for ever for effect \(place.working ?? 0)"
      }
      return places.lazy.compactMap(\.flaw).first
    }
  }

  /// A screen of the tree: a page, or a coordinator.
  private struct Place {
    let path: Path
    var flow: TreeFlow.State?
    var pongs: [Int]
    var working: Int?

    var routes: [Route<TreeScreen.State>] { flow?.routes ?? [] }

    /// A violation of a stack's or a guard's rules.
    var flaw: String? {
      guard let flow else { return nil }
      if routes.first?.style != .root || routes.dropFirst().contains(where: { $0.style == .root }) {
        return "\(path) has another root: \(routes.map(\.style))"
      }
      guard routes.count <= flow.rule.limit else {
        return "\(path) is deeper than its guard allows: \(routes.count)"
      }
      guard let asked = flow.request.route else { return nil }
      let known = routes + (flow.question?.proposed ?? [])
      return known.contains { $0.id == asked } ? nil : "\(path) waits for a screen that is gone"
    }

    static func all(in flow: TreeFlow.State, at path: Path = []) -> [Place] {
      var places = [
        Place(path: path, flow: flow, pongs: flow.page.pongs, working: flow.page.working)
      ]
      for route in flow.routes {
        switch route.screen {
        case .page(let page):
          places.append(
            Place(path: path + [Part(route: route.id)], pongs: page.pongs, working: page.working))
        case .flow(let inner):
          places += all(in: inner, at: path + [Part(route: route.id)])
        case .tabs(let screen):
          for tab in TreeTab.allCases {
            guard let content = screen.tabs.contents[tab], case .flow(let inner) = content.state
            else { continue }
            places += all(
              in: inner, at: path + [Part(route: route.id, tab: tab, content: content.id)])
          }
        }
      }
      return places
    }
  }
}
