import CustomDump
import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@Suite("Routes") struct RouteTests {
  @Test func aRouteTellsItsStyle() {
    let sheet = Route.sheet(1, configuration: .half)
    #expect(sheet.isSheet && sheet.isPresented && !sheet.isPush && !sheet.isCover)
    #expect(sheet.sheetConfiguration == .half)
    let cover = Route.cover(1)
    #expect(cover.isCover && cover.isPresented && !cover.isPush && !cover.isSheet)
    #expect(cover.sheetConfiguration == nil)
    let push = Route.push(1)
    #expect(push.isPush && !push.isPresented && !push.isSheet && !push.isCover)
    let root = Route.root(1)
    #expect(!root.isPush && !root.isPresented && !root.isSheet && !root.isCover)
  }

  @Test func mappingTheScreenKeepsTheRoute() {
    let route = Route.sheet(3, embedInNavigationView: true, configuration: .half)
    let mapped = route.map { "\($0)" }
    #expect(mapped.id == route.id)
    #expect(mapped == .sheet("3", embedInNavigationView: true, configuration: .half))
  }

  @Test func mappingThrowsWhatTheClosureThrows() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try Route.push(1).map { (_: Int) throws(Failure) -> Int in throw Failure() }
    }
  }

  // MARK: - Identity

  @Reducer
  struct Pages {
    struct State: Equatable {
      var routes: [Route<Int>] = [.root(0, embedInNavigationView: true)]
    }
    enum Action: Equatable { case push(Int), replace(Int) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .push(let page): state.routes.push(page)
      case .replace(let page): state.routes.replaceCurrent(page)
      }
      return .none
    }
  }

  @Test(arguments: 1...3)
  func aStoreNumbersItsRoutesFromZeroWhateverElseRuns(run: Int) async {
    let store = TestStore(initialState: Pages.State()) { Pages() }
    await store.send(.push(run)) { $0.routes.push(run) }
    await store.send(.replace(9)) { $0.routes.replaceCurrent(9) }
    await store.send(.push(8)) { $0.routes.push(8) }
    #expect(store.state.routes.map(\.id) == [0, 2, 3])
  }

  @Test func aRouteThatIsMadeOutsideOfAStoreHasAnIDThatNoStoreGives() async {
    let store = TestStore(initialState: Pages.State()) { Pages() }
    let outside = (0..<3).map { Route.push($0) }
    #expect(Set(outside.map(\.id)).count == 3)
    #expect(Set(outside.map(\.id)).isDisjoint(with: Set((0...1000).map { Int($0) }.map(ids))))
    #expect(!outside.map(\.id).contains(store.state.routes[0].id))
  }

  private func ids(_ number: Int) -> RouteID { RouteID(integerLiteral: number) }

  @Test func aDumpShowsTheNumberOfARoute() {
    let store = TestStore(initialState: Pages.State()) { Pages() }
    var text = ""
    customDump(store.state.routes[0], to: &text)
    #expect(text.contains("id: #0"))
    #expect("\(store.state.routes[0].id)" == "#0")
  }
}
