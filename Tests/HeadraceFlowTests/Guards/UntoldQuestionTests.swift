import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

/// An operator that doesn't know a guard's question reports the end of an unfinished change.
///
/// It once did so without a warning.
@MainActor
@Suite("Guards that ask, and operators that are not told where") struct UntoldQuestionTests {
  private func makeStore(_ untold: UntoldDesk.Untold) -> TestStoreOf<UntoldDesk> {
    let store = TestStore(initialState: UntoldDesk.State()) { UntoldDesk(untold: untold) }
    store.exhaustivity = .off
    return store
  }

  /// Sends an action, and receives the operator's immediate report and the guard's answer.
  private func expectReport(
    _ text: String, line: UInt, of action: UntoldDesk.Action,
    telling told: CaseKeyPath<UntoldDesk.Action, some Any>, in store: TestStoreOf<UntoldDesk>
  ) async {
    let site = "HeadraceFlowTests/UntoldQuestionTests.swift:\(line)"
    await withKnownIssue {
      await store.send(action)
      await store.receive(told)
      #expect(store.state.routes.count == 1)
      await store.receive(\.router.guarded.answered)
    } matching: {
      $0.comments.map(\.rawValue).joined().contains(text.replacing("SITE", with: site))
    }
    #expect(store.state.routes.count == 2)
  }

  @Test func aLinkIsReported() async {
    await expectReport(
      """
      A guard has asked a question, but 'deepLinks' was not given the property that holds it.

      The 'deepLinks' at SITE reports a link as dropped while a guard asks about it, although its \
      stack may still be shown. Pass 'asking:' with the property that 'routeGuard(asking:)' has.
      """, line: UntoldDesk.linksLine, of: .links(.open("desk:statements/5")),
      telling: \.links.dropped, in: makeStore(.links))
  }

  @Test func anArchiveIsReported() async throws {
    var routes = Desk.State().routes
    routes.push(.statement(DeskStatement.State(month: 5)))
    let bytes = try deskArchive.encode(Desk.State(routes: routes))
    await expectReport(
      """
      A guard has asked a question, but 'restoring' was not given the property that holds it.

      The 'restoring' at SITE reports an archive as refused while a guard asks about it, although \
      its stack may still be shown. Pass 'asking:' with the property that 'routeGuard(asking:)' has.
      """, line: UntoldDesk.restorationLine, of: .restoration(.restore(bytes)),
      telling: \.restoration.failed, in: makeStore(.restoration))
  }

  @Test func aRequestIsReported() async {
    await expectReport(
      """
      A guard has asked a question, but 'routeResult' was not given the property that holds it.

      The 'routeResult' at SITE reports a request as cancelled while a guard asks about its \
      screen, although the screen may still be shown. Pass 'asking:' with the property that \
      'routeGuard(asking:)' has.
      """, line: UntoldDesk.resultLine, of: .chooseRecipient, telling: \.recipientChosen.cancelled,
      in: makeStore(.result))
  }
}

/// A coordinator whose guard asks, and one of whose operators is not told where.
@Reducer
private struct UntoldDesk {
  enum Untold { case links, restoration, result }

  struct State: Equatable {
    var routes = Desk.State().routes
    var question: RouteQuestion<DeskScreen.State>?
    var recipient = RouteRequest()
    var restoration = RestorationState()
    var links = DeepLinkState()
  }
  enum Action {
    case router(IndexedRouterActionOf<DeskScreen>)
    case recipientChosen(RouteResult<String>)
    case restoration(RestorationAction)
    case links(DeepLinkAction)
    case chooseRecipient
  }

  var untold: Untold

  static let resultLine: UInt = #line + 14
  static let restorationLine: UInt = #line + 17
  static let linksLine: UInt = #line + 20

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .chooseRecipient = action else { return .none }
      state.recipient = state.routes.presentForResult(.sheet(.contacts(DeskContacts.State())))
      return .none
    }
    .forEachRoute(\.routes, action: \.router) { DeskScreen.body }
    .routeGuard(asking: \.question) { change in
      change.added.isEmpty ? .allow : .ask { .allow }
    }
    .routeResult(
      \.recipient, action: \.recipientChosen, routes: \.routes, router: \.router,
      from: \.contacts.picked, asking: untold == .result ? nil : \.question
    )
    .restoring(
      untoldArchive, state: \.restoration, action: \.restoration,
      asking: untold == .restoration ? nil : \.question
    )
    .deepLinks(
      deskLinks, state: \.links, action: \.links, routes: \.routes, router: \.router,
      asking: untold == .links ? nil : \.question)
  }
}

private let untoldArchive = RouteArchive<UntoldDesk, DeskScreen>(
  routes: \.routes, router: \.router, format: deskFormat
) {
  ArchivedScreen("home", state: \.home, action: \.home, DeskHome.archive)
  ArchivedScreen(
    "statement", state: \.statement, action: \.statement, DeskStatement.archive)
}
