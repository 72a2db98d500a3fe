import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@Suite("Refused operations") struct RouteRefusalTests {
  /// Runs an operation, and compares the report.
  private func expectReport(
    _ text: String, on routes: [Route<Int>], _ operation: (inout [Route<Int>]) -> Bool
  ) {
    var changed = routes
    withKnownIssue {
      check(!operation(&changed))
    } matching: { issue in
      let report = issue.comments.map(\.rawValue).joined()
      guard report.contains("An operation on a route stack was refused") else { return false }
      #expect(report.contains(text))
      return true
    }
    #expect(changed.map(\.id) == routes.map(\.id))
  }

  private let bare: [Route<Int>] = [.root(0)]
  private let presented: [Route<Int>] = [.root(0, embedInNavigationView: true), .cover(1)]
  private let pushed: [Route<Int>] = [.root(0, embedInNavigationView: true), .push(1)]

  @Test func aPushWithoutANavigationViewNamesTheRemedy() {
    expectReport(
      """
      An operation on a route stack was refused: 'push' on [root, cover].

      The screen on top is in no navigation view, so there is nothing to push onto. Give the route \
      on top 'embedInNavigationView: true' where it is made, or present the screen as a sheet or a \
      cover.
      """, on: presented
    ) { $0.push(2) }
    expectReport("'push' on [root].", on: bare) { $0.goTo(2) }
  }

  @Test func anEmptyStackCantBeGoneOnFrom() {
    let text = """
      The stack has no route, so there is no screen to push onto, to present over or to replace. \
      Begin it with '.root'.
      """
    expectReport(text, on: []) { $0.push(1) }
    expectReport(text, on: []) { $0.presentSheet(1) }
    expectReport(text, on: []) { $0.presentCover(1) }
    expectReport(text, on: []) { $0.present(.cover(1)) }
    expectReport(text, on: []) { $0.replaceCurrent(1) }
  }

  @Test func onlySheetsAndCoversArePresented() {
    expectReport(
      """
      An operation on a route stack was refused: 'present' on [root].

      Only sheets and covers are presented, and this route is a 'push'. Use 'push' for a screen \
      that is pushed; a stack has only one root.
      """, on: bare
    ) { $0.present(.push(1)) }
  }

  @Test func aRequestThatCantBePresentedIsReported() {
    func ask(_ route: Route<Int>) -> (inout [Route<Int>]) -> Bool {
      { $0.presentForResult(route).isWaiting }
    }
    expectReport("'presentForResult' on [root].", on: bare, ask(.push(1)))
    expectReport("'presentForResult' on [root].", on: bare, ask(.root(1)))
    expectReport("The stack has no route", on: [], ask(.sheet(1)))
  }

  @Test func moreThanThereIsCantBeLeft() {
    expectReport(
      """
      It was to leave 2, and 1 can be left: the root stays. Ask for at least 1 and for no more \
      than there are, or use 'goBackToRoot' or 'dismissAll'.
      """, on: presented
    ) { $0.goBack(2) }
    expectReport("'goBack' on [root, cover].", on: presented) { $0.goBack(0) }
    expectReport("'pop' on [root, push].", on: pushed) { $0.pop(2) }
    expectReport("'dismiss' on [root, push].", on: pushed) { $0.dismiss() }
  }

  @Test func presentedRoutesAreNotPopped() {
    let text = """
      It pops only screens that were pushed, and one of them was presented. Use 'dismiss' to leave \
      a sheet or a cover, or 'goBack', which leaves screens of any style.
      """
    expectReport("'pop' on [root, cover].\n\n\(text)", on: presented) { $0.pop() }
    expectReport("'popTo' on [root, cover].\n\n\(text)", on: presented) { $0.popTo { $0 == 0 } }
    expectReport("'popToRoot' on [root, cover].\n\n\(text)", on: presented) { $0.popToRoot() }
  }

  @Test func aScreenThatIsNotBelowTheTopCantBeGoneBackTo() {
    let text = """
      No screen below the top matches. Check 'contains' first, or use 'goTo', which pushes the \
      screen if it is not on the stack.
      """
    expectReport("'goBackTo' on [root, push].\n\n\(text)", on: pushed) { $0.goBackTo { $0 == 1 } }
    expectReport("'goBackTo' on [root, push].\n\n\(text)", on: pushed) { $0.goBackTo(id: 900) }
    expectReport("'popTo' on [root, push].\n\n\(text)", on: pushed) { $0.popTo(id: $0[1].id) }
  }

  @Test func invalidStacksAreRejected() {
    expectReport(
      """
      An operation on a route stack was refused: 'replaceAll' on [root].

      The new stack is invalid: it has two roots. A stack begins with one '.root' route, has no \
      other root, and has no route twice.
      """, on: bare
    ) { $0.replaceAll(with: [.root(1), .root(2)]) }
    expectReport("invalid: it is empty.", on: bare) { $0.replaceAll(with: []) }
    expectReport("invalid: its first route is not a root.", on: bare) {
      $0.replaceAll(with: [.push(1)])
    }
    let twice = Route.push(1)
    expectReport("invalid: it has \(twice.id) twice.", on: bare) {
      $0.replaceAll(with: [.root(0), twice, twice])
    }
  }

  @Test func redundantOperationsAreNotReported() {
    var routes = bare
    check(!routes.goBackToRoot())
    check(!routes.popToRoot())
    check(!routes.popToCurrentNavigationRoot())
    check(!routes.dismissAll())
  }

  @Test func goingBackFromTheRootIsNotReported() {
    let operations: [(String, (inout [Route<Int>]) -> Bool)] = [
      ("goBack", { $0.goBack() }), ("goBack(2)", { $0.goBack(2) }),
      ("goBackTo(id:)", { $0.goBackTo(id: $0.first?.id ?? 900) }),
      ("goBackTo", { $0.goBackTo { _ in true } }), ("goBackToRoot", { $0.goBackToRoot() }),
      ("pop", { $0.pop() }), ("pop(2)", { $0.pop(2) }), ("popTo", { $0.popTo { _ in true } }),
      ("popTo(id:)", { $0.popTo(id: $0.first?.id ?? 900) }), ("popToRoot", { $0.popToRoot() }),
      ("popToCurrentNavigationRoot", { $0.popToCurrentNavigationRoot() }),
      ("dismiss", { $0.dismiss() }), ("dismiss(2)", { $0.dismiss(2) }),
      ("dismissAll", { $0.dismissAll() }),
    ]
    for root in [bare, [.root(0, embedInNavigationView: true)], []] {
      for (name, operation) in operations {
        var routes = root
        let isDone = operation(&routes)
        #expect(!isDone, "\(name)")
        #expect(routes.map(\.id) == root.map(\.id), "\(name)")
      }
    }
  }

  @Test func aCountBelowOneIsReportedAtTheRoot() {
    expectReport("'goBack' on [root].", on: bare) { $0.goBack(0) }
    expectReport("'pop' on [root].", on: bare) { $0.pop(-1) }
    expectReport("'dismiss' on [root].", on: bare) { $0.dismiss(0) }
  }

  @Test func nothingIsReportedWhereTheAuthorDecides() {
    var routes = bare
    withDependencies {
      $0.refusedRouteOperations = .returnFalse
    } operation: {
      check(!routes.push(1))
      check(!routes.goBack())
    }
  }

  @Test func itIsReportedLiveAndInTests() {
    for context in [DependencyContext.live, .test, .preview] {
      withDependencies {
        $0.context = context
      } operation: {
        #expect(DependencyValues.current.refusedRouteOperations == .report)
      }
    }
  }

  // MARK: - The Switch

  @Reducer
  struct Silent {
    struct State: Equatable { var routes: [Route<Int>] = [.root(0)] }
    enum Action { case tapped }
    static let pushLine = #line + 2
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.routes.push(1)
      return .none
    }
  }

  @Test func aCoordinatorsRefusalsAreReportedAtItsLine() async {
    let store = TestStore(initialState: Silent.State()) {
      Silent()
    }
    await withKnownIssue {
      await store.send(.tapped)
    } matching: {
      $0.sourceLocation?.line == Silent.pushLine
    }
  }
}
