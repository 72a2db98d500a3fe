import Headrace
import Synchronization

@testable import HeadraceFlow

/// The work that screens and coordinators start, and the changes of stacks: data, so that a script
/// can be repeated and shortened.
enum StackStep: Equatable, Sendable {
  case push(NewScreen), sheet(NewScreen), cover(NewScreen), goBack(Int), goBackToRoot, pop(Int)
  case dismiss(Int), replaceCurrent(NewScreen), replaceTop(NewScreen, keeping: Int)
  case removeBelow(Int), takeOffAndPutBack, replaceCurrentByEqual
}

/// A screen that a script makes.
struct NewScreen: Equatable, Sendable {
  let id: Int
  /// The rule of its coordinator; `nil` for a page.
  let rule: FlowRule?
  /// True if it has tabs, with a coordinator in each.
  var hasTabs = false

  var state: TreeScreen.State {
    if hasTabs { return .tabs(TreeTabs.State()) }
    guard let rule else { return .page(TreePage.State(id: id)) }
    return .flow(TreeFlow.State(id: id, rule: rule))
  }
}

/// The rule of a coordinator's guard.
enum FlowRule: String, CaseIterable, Codable, Sendable {
  case free, shallow, redirecting, asking

  /// The number of routes that it allows.
  var limit: Int {
    switch self {
    case .free: .max
    case .shallow, .asking: 4
    case .redirecting: 2
    }
  }
}

/// A screen whose effects wait at gates.
@Reducer
struct TreePage {
  struct State: Codable, Equatable, Sendable {
    let id: Int
    var pongs: [Int] = []
    /// The newest effect, until its answer.
    var working: Int?

    init(id: Int) { self.id = id }
  }
  enum Action: Equatable { case work(Int), workThen(Int, StackStep), resume, pong(Int) }

  @Dependency(FlowGates.self) var gates

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .work(let name), .workThen(let name, _):
      return start(name, &state)
    case .resume:
      return start(gates.makeResumption(), &state)
    case .pong(let name):
      state.pongs.append(name)
      if state.working == name { state.working = nil }
      return .none
    }
  }

  private func start(_ name: Int, _ state: inout State) -> Effect<Action> {
    state.working = name
    return .run(name: "\(name)") { [gates] send in
      await gates.pass(name)
      await send(.pong(name))
    }
  }
}

@Reducer(state: .equatable, .sendable, action: .equatable)
enum TreeScreen {
  case page(TreePage)
  case tabs(TreeTabs)
  case flow(TreeFlow)
}

/// A coordinator with any screens, coordinators among them.
@Reducer
struct TreeFlow {
  struct State: Codable, Equatable, Sendable {
    let id: Int
    let rule: FlowRule
    var routes: [Route<TreeScreen.State>]
    var page: TreePage.State
    var question: RouteQuestion<TreeScreen.State>?
    var links = DeepLinkState()
    var restoration = RestorationState()
    var request = RouteRequest()

    /// The stack has its own archive, and waiting work is not archived.
    private enum CodingKeys: CodingKey { case id, rule, page }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        id: try values.decode(Int.self, forKey: .id),
        rule: try values.decode(FlowRule.self, forKey: .rule))
      page = try values.decode(TreePage.State.self, forKey: .page)
    }

    init(id: Int, rule: FlowRule) {
      self.id = id
      self.rule = rule
      page = TreePage.State(id: id)
      routes = [.root(.page(TreePage.State(id: -id)), embedInNavigationView: true)]
    }
  }

  @CasePathable
  indirect enum Action: Equatable {
    case router(IndexedRouterActionOf<TreeScreen>)
    case operate(StackStep)
    case operateInSteps(StackStep)
    case request(NewScreen)
    case answered(RouteResult<Int>)
    case page(TreePage.Action)
    case links(DeepLinkAction)
    case restoration(RestorationAction)
  }

  @Dependency(FlowGates.self) var gates

  var body: some Reducer<State, Action> {
    Scope(state: \.page, action: \.page) { TreePage() }
    Reduce { state, action in
      switch action {
      case .operate(let step), .page(.workThen(_, let step)),
        .router(.routeAction(_, .page(.workThen(_, let step)))):
        step.run(on: &state.routes)
      case .operateInSteps(let step):
        return .routeWithDelaysIfUnsupported(state.routes, action: \.router) { step.run(on: &$0) }
      case .request(let screen):
        state.request = state.routes.presentForResult(.cover(screen.state))
      case .answered(.answered): gates.count(.result)
      case .router(.steps): gates.count(.step)
      case .router(.guarded(.rejected)): gates.count(.refusal)
      case .router(.guarded(.redirected)): gates.count(.redirect)
      case .router, .page, .links, .restoration, .answered:
        break
      }
      return .none
    }
    .forEachRoute(\.routes, action: \.router) { TreeScreen.body }
    .routeGuard(asking: \.question) { [gates] change in
      let rule = change.state.rule
      guard change.proposed.count <= rule.limit else {
        guard rule == .redirecting else { return .reject(reason: "Too deep.") }
        return .redirect(Array(change.current.prefix(2)))
      }
      guard rule == .asking, !change.added.isEmpty else { return .allow }
      let name = gates.makeQuestion()
      return .ask {
        await gates.pass(name)
        return name.isMultiple(of: 2) ? .allow : .reject(reason: "Odd.")
      }
    }
    .routeResult(
      \.request, action: \.answered, routes: \.routes, router: \.router, from: \.page.pong,
      asking: \.question
    )
    .deepLinks(
      treeLinks, state: \.links, action: \.links, routes: \.routes, router: \.router,
      asking: \.question
    )
    .restoring(
      treeArchive, state: \.restoration, action: \.restoration, asking: \.question)
  }
}

extension TreeScreen.State {
  /// The screen without its questions and its work.
  var withoutQuestions: Self {
    switch self {
    case .page(var page):
      page.working = nil
      return .page(page)
    case .tabs(let tabs):
      return .tabs(tabs.withoutQuestions)
    case .flow(let flow):
      return .flow(flow.withoutQuestions)
    }
  }
}

extension TreeFlow.State {
  /// The coordinator without its questions and its work.
  var withoutQuestions: Self {
    var state = self
    state.question = nil
    state.page.working = nil
    if let route = state.request.route, !state.routes.contains(id: route) {
      state.request = RouteRequest()
    }
    for index in state.routes.indices {
      state.routes[index].screen = state.routes[index].screen.withoutQuestions
    }
    return state
  }
}

extension StackStep {
  func run(on routes: inout [Route<TreeScreen.State>]) {
    switch self {
    case .push(let screen): routes.push(screen.state)
    case .sheet(let screen): routes.presentSheet(screen.state, embedInNavigationView: true)
    case .cover(let screen): routes.presentCover(screen.state)
    case .goBack(let count): routes.goBack(count)
    case .goBackToRoot: routes.goBackToRoot()
    case .pop(let count): routes.pop(count)
    case .dismiss(let count): routes.dismiss(count)
    case .replaceCurrent(let screen): routes.replaceCurrent(screen.state)
    case .replaceCurrentByEqual:
      // A copy has neither the question of its original nor the work for it.
      if let top = routes.last?.screen { routes.replaceCurrent(top.withoutQuestions) }
    case .replaceTop(let screen, let kept):
      routes.replaceAll(with: routes.prefix(Swift.max(1, kept)) + [.cover(screen.state)])
    case .removeBelow(let index):
      if index > 0, index < routes.count - 1 { routes.remove(at: index) }
    case .takeOffAndPutBack:
      guard routes.count > 1 else { return }
      let top = routes.removeLast()
      routes.append(top)
    }
  }
}

/// Effects wait here, even if they are cancelled, until a script lets them continue.
final class FlowGates: Sendable {
  private struct Waiting {
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastQuestion = 0
    var lastResumption = FlowGates.resumptions
    var counts: [Event: Int] = [:]
  }

  /// The notifications of coordinators.
  enum Event: String, CaseIterable {
    case step, refusal, redirect, result
  }

  /// The names of restarted effects after a restoration are above.
  static let resumptions = 1_000_000

  private let waiting = Mutex(Waiting())

  func pass(_ name: Int) async {
    await withCheckedContinuation { waiter in waiting.withLock { $0.waiters[name] = waiter } }
  }

  /// Lets an effect continue.
  func open(_ name: Int) {
    waiting.withLock { $0.waiters.removeValue(forKey: name) }?.resume()
  }

  /// The waiting effects, in the order of their names.
  var names: [Int] { waiting.withLock { $0.waiters.keys.sorted() } }

  func count(_ event: Event) {
    waiting.withLock { $0.counts[event, default: 0] += 1 }
  }

  func count(of event: Event) -> Int { waiting.withLock { $0.counts[event] ?? 0 } }

  /// Returns a name for an effect that is restarted.
  func makeResumption() -> Int {
    waiting.withLock {
      $0.lastResumption += 1
      return $0.lastResumption
    }
  }

  /// Returns a name below zero.
  func makeQuestion() -> Int {
    waiting.withLock {
      $0.lastQuestion -= 1
      return $0.lastQuestion
    }
  }
}

extension FlowGates: DependencyKey {
  static var liveValue: FlowGates { FlowGates() }
  static var testValue: FlowGates { FlowGates() }
}
