import Headrace
import HeadraceTesting

@testable import HeadraceFlow

/// One step of a walk. Routes are named by their positions, since ids change with a restoration.
enum DeskStep {
  case show(Route<DeskScreen.State>)
  case screen(Int, DeskScreen.Action)
  case loadInDrawer(Int)
  case pick(String)
  case link(month: Int, DeepLinkMode)
  case back
  case settle

  /// Creates a step that is possible on a stack.
  init(on state: Desk.State, using random: inout SeededGenerator) {
    let top = state.routes.count - 1
    let number = Int.random(in: 1...12, using: &random)
    let drawer = number > 6 ? state.routes.firstIndex { $0.screen.is(\.drawer) } : nil
    let place = drawer ?? .random(in: 0...top, using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0: self = .show(.push(.statement(DeskStatement.State(month: number))))
    case 1, 2:
      // Above 1,000, an interrupted payment has failed.
      let amount = number > 6 ? number * 1_000 : number
      self = .show(.sheet(.payment(DeskPayment.State(amount: amount)), embedInNavigationView: true))
    case 3: self = .show(.cover(.contacts(DeskContacts.State(names: ["\(number)"]))))
    case 4:
      let screen: DeskScreen.State =
        switch number {
        case 1...6: .drawer(Drawer.State(label: "\(number)"))
        case 7...10: .lock(DeskLock.State())
        default: .voucher(DeskLock.State())
        }
      self = .show(.cover(screen, embedInNavigationView: number.isMultiple(of: 2)))
    case 5: self = .back
    case 6: self = .settle
    case 7: self = .link(month: number, [.replace, .keepRoot, .append][number % 3])
    default: self.init(on: state.routes, at: place, number)
    }
  }

  /// Creates a step on a screen.
  private init(on routes: [Route<DeskScreen.State>], at place: Int, _ number: Int) {
    let isTop = place == routes.count - 1
    switch routes[place].screen {
    case .home: self = .screen(place, .home(.noted("\(number)")))
    case .statement(let screen):
      self = screen.isLoading ? .settle : .screen(place, .statement(.load))
    case .payment(let screen):
      if isTop, number < 4 {
        self = .screen(place, .payment(.recipientButtonTapped))
      } else {
        self = screen.phase == .sending ? .settle : .screen(place, .payment(.send))
      }
    case .contacts: self = isTop ? .pick("\(number)") : .back
    case .drawer(let drawer):
      if case .statement(let screen)? = drawer.routes.last?.screen {
        self = screen.isLoading ? .settle : .loadInDrawer(place)
      } else {
        self = .screen(place, .drawer(.put(month: number)))
      }
    case .lock, .voucher: self = .back
    }
  }
}

/// The reaction of a desk's guard to stacks from its host: links and restorations.
enum DeskGuardian: CaseIterable {
  case none, asking, refusing
}

/// A process: a store with its own clock.
@MainActor
struct DeskProcess {
  let clock: TestClock<Duration>
  let store: TestStoreOf<Desk>
  let guardian: DeskGuardian

  /// Begins a process.
  init(_ guardian: DeskGuardian, from state: @autoclosure () -> Desk.State = Desk.State()) {
    let clock = TestClock()
    self.clock = clock
    self.guardian = guardian
    store = TestStore(initialState: state()) {
      Desk(guardian: {
        switch guardian {
        case .none: .allow
        case .refusing: .reject(reason: "No.")
        case .asking:
          .ask {
            try await clock.sleep(for: .seconds(1))
            return .allow
          }
        }
      })
    } withDependencies: {
      $0.continuousClock = clock
      // A walk pushes onto any screen, and goes back from the root.
      $0.refusedRouteOperations = .returnFalse
    }
    store.exhaustivity = .off
  }

  func send(_ action: Desk.Action) async {
    await store.send(action)
    await store.skipReceivedActions(strict: false)
  }

  func send(_ action: DeskScreen.Action, at place: Int) async {
    await send(.router(.routeAction(id: store.state.routes[place].id, action: action)))
  }

  func take(_ step: DeskStep) async {
    let routes = store.state.routes
    switch step {
    case .show(let route): await send(.show(route.replacing(route.screen)))
    case .screen(let place, let action): await send(action, at: place)
    case .loadInDrawer(let place):
      guard case .drawer(let drawer) = routes[place].screen, let top = drawer.routes.last?.id
      else { return }
      await send(
        .drawer(.router(.routeAction(id: top, action: .statement(.load)))), at: place)
    case .pick(let name): await send(.contacts(.picked(name)), at: routes.count - 1)
    case .link(let month, let mode):
      await send(.links(.open("desk:statements/\(month)", mode: mode)))
    case .back: await send(.back)
    case .settle: await settle()
    }
  }

  /// Lets every effect end, and a guard answer.
  func settle() async {
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
  }

  /// Restores a stack, and answers its questions.
  func restore(_ bytes: [UInt8], restarts: Bool) async {
    await send(.restoration(.restore(bytes)))
    if guardian == .asking { await settle() }
    for id in store.state.restoration.asking {
      await send(.restoration(.answer(id, restarts: restarts)))
    }
  }

  func end() async {
    await store.skipInFlightEffects(strict: false)
  }
}

// MARK: - What Must Be Restored

/// The desk that is required after its process has ended, made by hand: without archives.
@MainActor
struct DeskSurvival {
  /// The fates of the screens.
  struct Counts {
    var restarted = 0
    var nested = 0
    var failed = 0
    var askedAndRestarted = 0
    var askedAndFailed = 0
    var omitted = 0
    var replaced = 0
    var refused = 0
    var askedGuards = 0
    var requests = 0
    var lostLinks = 0
  }

  private(set) var counts = Counts()
  private var routes: [Route<DeskScreen.State>] = []
  private var recipient: Int?
  /// The restarted effects: the actions of screens, with their positions.
  private var restarts: [(place: Int, action: (DeskScreen.State) -> DeskScreen.Action?)] = []
  /// True if the walk can continue as if nothing had happened.
  private(set) var isLossless = true

  init(of state: Desk.State, _ guardian: DeskGuardian, restarts answer: Bool) {
    if state.question != nil || state.links != DeepLinkState() {
      counts.lostLinks += 1
      isLossless = false
    }
    if guardian == .refusing {
      counts.refused += 1
      isLossless = false
      routes = Desk.State().routes
      return
    }
    if guardian == .asking { counts.askedGuards += 1 }
    keep(state)
    for place in routes.indices { goOn(place, answer) }
  }

  private mutating func keep(_ state: Desk.State) {
    for route in state.routes {
      switch route.screen {
      case .lock:
        counts.omitted += 1
        isLossless = false
        continue
      case .voucher:
        counts.replaced += 1
        isLossless = false
        return
      case .home, .statement, .payment, .contacts, .drawer: break
      }
      let below = routes.last
      guard route.style != .push || below?.isPush == true || below?.embedInNavigationView == true
      else { return }
      if route.id == state.recipient.route {
        counts.requests += 1
        recipient = routes.count
      }
      routes.append(route)
    }
  }

  private mutating func goOn(_ place: Int, _ answer: Bool) {
    switch routes[place].screen {
    case .statement(let screen) where screen.isLoading:
      counts.restarted += 1
      restarts.append((place, { _ in .statement(.load) }))
    case .payment(var screen) where screen.phase == .sending:
      if screen.amount > 1_000 {
        counts.failed += 1
        isLossless = false
        screen.phase = .cancelled
      } else if answer {
        counts.askedAndRestarted += 1
        restarts.append((place, { _ in .payment(.send) }))
      } else {
        counts.askedAndFailed += 1
        isLossless = false
        screen.phase = .unknown
      }
      routes[place].screen = .payment(screen)
    case .drawer(let drawer):
      for (index, inner) in drawer.routes.enumerated() {
        guard case .statement(let screen) = inner.screen, screen.isLoading else { continue }
        counts.nested += 1
        restarts.append(
          (
            place,
            {
              guard case .drawer(let drawer) = $0 else { return nil }
              return .drawer(
                .router(.routeAction(id: drawer.routes[index].id, action: .statement(.load))))
            }
          ))
      }
    case .home, .statement, .payment, .contacts, .lock, .voucher: break
    }
  }

  /// Begins a process with the desk.
  func process(_ guardian: DeskGuardian) async -> DeskProcess {
    let process = DeskProcess(guardian, from: state)
    for (place, action) in restarts {
      guard let action = action(process.store.state.routes[place].screen) else { continue }
      await process.send(action, at: place)
    }
    return process
  }

  /// The desk, with newly made routes.
  private var state: Desk.State {
    var state = Desk.State()
    state.routes = routes.map { route in
      guard case .drawer(var drawer) = route.screen else { return route.replacing(route.screen) }
      drawer.routes = drawer.routes.map { $0.replacing($0.screen) }
      return route.replacing(.drawer(drawer))
    }
    if let recipient { state.recipient = RouteRequest(waitingFor: state.routes[recipient].id) }
    return state
  }
}

extension DeskSurvival.Counts {
  static func += (total: inout Self, other: Self) {
    total.restarted += other.restarted
    total.nested += other.nested
    total.failed += other.failed
    total.askedAndRestarted += other.askedAndRestarted
    total.askedAndFailed += other.askedAndFailed
    total.omitted += other.omitted
    total.replaced += other.replaced
    total.refused += other.refused
    total.askedGuards += other.askedGuards
    total.requests += other.requests
    total.lostLinks += other.lostLinks
  }

  /// Each count, with its name.
  var all: [(name: String, count: Int)] {
    [
      ("effects restarted", restarted), ("in a nested coordinator", nested), ("failed", failed),
      ("asked about and restarted", askedAndRestarted),
      ("asked about and failed", askedAndFailed), ("screens omitted", omitted),
      ("replaced by their parents", replaced), ("stacks refused by a guard", refused),
      ("asked about by a guard", askedGuards), ("requests that waited on", requests),
      ("links lost", lostLinks),
    ]
  }
}
