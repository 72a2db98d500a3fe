import HeadraceFlow
import Testing

/// Tries counts that no caller would intend.
@Suite("Attacks on operations", .refusalsAreExpected) struct OperationAttacks {
  private let routes: [Route<String>] = [
    .root("a", embedInNavigationView: true), .push("b"), .sheet("c", embedInNavigationView: true),
    .push("d"),
  ]

  @Test(arguments: [Int.min, -1, 0, 5, Int.max])
  func aCountThatCannotBeChangesNothing(count: Int) {
    for start in [routes, []] {
      var routes = start
      let ids = routes.map(\.id)
      refused(routes.goBack(count))
      refused(routes.pop(count))
      refused(routes.dismiss(count))
      #expect(routes.map(\.id) == ids)
    }
  }

  @Test func aStackWithoutARootRefusesEverything() {
    var routes: [Route<String>] = []
    refused(routes.push("a"))
    refused(routes.presentSheet("a"))
    refused(routes.presentCover("a"))
    refused(routes.replaceCurrent("a"))
    refused(routes.goBackToRoot())
    refused(routes.popToRoot())
    refused(routes.dismissAll())
    refused(routes.popToCurrentNavigationRoot())
    refused(routes.goTo("a"))
    let request = routes.presentForResult(.sheet("a"))
    #expect(!request.isWaiting)
    #expect(routes.isEmpty)
  }

  @Test func aStackIsNotReplacedByAnInvalidOne() {
    var routes = routes
    let ids = routes.map(\.id)
    refused(routes.replaceAll(with: []))
    refused(routes.replaceAll(with: [.push("x")]))
    refused(routes.replaceAll(with: [.root("x"), .root("y")]))
    refused(routes.replaceAll(with: [routes[0], routes[1], routes[1]]))
    refused(routes.present(.root("x")))
    refused(routes.present(.push("x")))
    #expect(routes.map(\.id) == ids)
  }

  private func refused(_ result: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(!result, sourceLocation: sourceLocation)
  }
}
