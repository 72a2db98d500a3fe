import Foundation
import Headrace
import HeadraceFlow

/// The screens that the tests of restoration and of results archive.
@Reducer(state: .equatable, .sendable, action: .equatable, .sendable)
enum DeskScreen {
  case home(DeskHome)
  case statement(DeskStatement)
  case payment(DeskPayment)
  case contacts(DeskContacts)
  case lock(DeskLock)
  case voucher(DeskLock)
  case drawer(Drawer)
}

@Reducer
struct DeskHome {
  struct State: Equatable, Codable, Sendable {
    var note = ""
  }
  enum Action: Equatable, Sendable { case noted(String) }

  static let archive = ScreenArchive<State, Action>()

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .noted(let note): state.note = note
    }
    return .none
  }
}

/// A screen that may load as often as it likes.
@Reducer
struct DeskStatement {
  struct State: Equatable, Codable, Sendable {
    var month: Int
    var lines: [String] = []
    var isLoading = false
  }
  enum Action: Equatable, Sendable { case load, loaded(String) }

  /// The state as version 1 encoded it.
  struct Version1: Codable {
    var monthName: String
  }

  static let archive = ScreenArchive<State, Action>(version: 2)
    .migrating(from: 1, Version1.self) { old in
      old.monthName == "May" ? State(month: 5) : nil
    }
    .restarting(when: { $0.isLoading }, by: .load)

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load:
      state.isLoading = true
      return .run { [clock, month = state.month] send in
        try await clock.sleep(for: .seconds(1))
        await send(.loaded("line of \(month)"))
      }
    case .loaded(let line):
      state.isLoading = false
      state.lines.append(line)
      return .none
    }
  }
}

/// A screen whose effect must not run twice unseen.
@Reducer
struct DeskPayment {
  struct State: Equatable, Codable, Sendable {
    enum Phase: String, Codable { case editing, sending, sent, unknown, cancelled }
    var amount: Int
    var phase = Phase.editing
    var recipient: String?
  }
  enum Action: Equatable, Sendable { case send, sent, recipientButtonTapped, recipient(String) }

  static let archive = ScreenArchive<State, Action>()
    .failing(when: { $0.phase == .sending && $0.amount > 1_000 }) { $0.phase = .cancelled }
    .asking(when: { $0.phase == .sending }, restart: .send) { $0.phase = .unknown }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .send:
      state.phase = .sending
      return .run { [clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(.sent)
      }
    case .sent:
      state.phase = .sent
      return .none
    case .recipient(let name):
      state.recipient = name
      return .none
    case .recipientButtonTapped:
      return .none
    }
  }
}

@Reducer
struct DeskContacts {
  struct State: Equatable, Codable, Sendable {
    var names = ["Ada", "Alan"]
  }
  enum Action: Equatable, Sendable { case picked(String), leave }

  static let archive = ScreenArchive<State, Action>()

  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    action == .leave ? .run { [dismiss] _ in await dismiss() } : .none
  }
}

@Reducer
struct DeskLock {
  struct State: Equatable, Codable, Sendable {}
  enum Action: Equatable, Sendable { case tapped }

  static let archive = ScreenArchive<State, Action>()

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

@Reducer
struct Desk {
  struct State: Equatable {
    var routes: [Route<DeskScreen.State>] = [
      .root(.home(DeskHome.State()), embedInNavigationView: true)
    ]
    var recipient = RouteRequest()
    var restoration = RestorationState()
    var links = DeepLinkState()
    var question: RouteQuestion<DeskScreen.State>?
    var log: [String] = []
  }
  enum Action {
    case router(IndexedRouterActionOf<DeskScreen>)
    case restoration(RestorationAction)
    case recipientChosen(RouteResult<String>)
    case links(DeepLinkAction)
    case show(Route<DeskScreen.State>)
    case back
  }

  /// The guard's decision; nil if it allows everything.
  var guardian: (@Sendable () -> RouteGuardDecision<DeskScreen.State>)?

  var body: some ReducerOf<Self> {
    Reduce { state, action in handle(&state, action) }
      .forEachRoute(\.routes, action: \.router) { DeskScreen.body }
      .routeGuard(asking: \.question) { change in
        change.source == .host ? guardian?() ?? .allow : .allow
      }
      .routeResult(
        \.recipient, action: \.recipientChosen, routes: \.routes, router: \.router,
        from: \.contacts.picked, asking: \.question
      )
      .restoring(
        deskArchive, state: \.restoration, action: \.restoration, asking: \.question
      )
      .deepLinks(
        deskLinks, state: \.links, action: \.links, routes: \.routes, router: \.router,
        asking: \.question)
  }

  private func handle(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .show(let route):
      if route.isPush {
        state.routes.push(route.screen)
      } else {
        state.routes.present(route)
      }
    case .back: state.routes.goBack()
    case .router(.routeAction(_, .payment(.recipientButtonTapped))):
      state.recipient = state.routes.presentForResult(.sheet(.contacts(DeskContacts.State())))
    case .recipientChosen(let result):
      state.log.append("\(result)")
      guard case .answered(let name) = result else { break }
      for route in state.routes where route.screen.is(\.payment) {
        return .send(.router(.routeAction(id: route.id, action: .payment(.recipient(name)))))
      }
    case .restoration(let action) where !action.is(\.restore): state.log.append("\(action)")
    case .links(let action) where !action.is(\.open): state.log.append("\(action)")
    case .router, .restoration, .links: break
    }
    return .none
  }
}

let deskLinks = DeepLinkParser<DeskScreen.State>(
  "desk:", root: .home(DeskHome.State())
) {
  ScreenLink(
    \.statement,
    LinkPattern {
      "statements"
      Segment("month", Int.self)
    } make: {
      DeskStatement.State(month: $0)
    } values: {
      $0.month
    })
}

let deskFormat = RouteArchiveFormat(
  encode: {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return try Array(encoder.encode($0))
  },
  decode: { try JSONDecoder().decode($0, from: Data($1)) })

let deskArchive = makeDeskArchive()

func makeDeskArchive(
  limits: RouteArchiveLimits = RouteArchiveLimits(), format: RouteArchiveFormat = deskFormat
) -> RouteArchive<Desk, DeskScreen> {
  RouteArchive(
    routes: \.routes, router: \.router, requests: ["recipient": \.recipient], format: format,
    limits: limits
  ) {
    ArchivedScreen("home", state: \.home, action: \.home, DeskHome.archive)
    ArchivedScreen(
      "statement", formerly: ["account"], state: \.statement, action: \.statement,
      DeskStatement.archive)
    ArchivedScreen("payment", state: \.payment, action: \.payment, DeskPayment.archive)
    ArchivedScreen("contacts", state: \.contacts, action: \.contacts, DeskContacts.archive)
    ArchivedScreen("drawer", state: \.drawer, action: \.drawer, Drawer.archive)
    ArchivedScreen(\.lock, .omitted)
    ArchivedScreen(\.voucher, .replacedByParent)
  }
}
