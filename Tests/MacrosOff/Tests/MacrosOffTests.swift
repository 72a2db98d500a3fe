import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@MainActor
@Suite("Features without macros")
struct MacrosOffTests {
  @Test func aFeatureThatConformsByHandIsTestedLikeAnyOther() async {
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0[QuoteClient.self].price = { symbol in symbol.count * 100 }
    }
    await store.send(.queryChanged("ETH")) { $0.query = "ETH" }
    await store.receive(\.priceResponse) {
      $0.price = 300
      $0.detail.wrappedValue = Detail.State()
    }
    await store.send(.detail(.presented(.starTapped))) {
      $0.detail.wrappedValue?.isStarred = true
    }
    await store.send(.detail(.dismiss)) { $0.detail.wrappedValue = nil }
    await store.finish()
  }

  @Test func observersOfOnePropertyAreNotToldOfAnother() {
    let store = Store(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0[QuoteClient.self].price = { _ in 1 }
    }
    var queries: [String] = []
    let token = store.observe { queries.append(store.query) }
    store.send(.priceResponse(7, at: 1))
    #expect(queries == [""])
    store.send(.queryChanged("BTC"))
    #expect(queries == ["", "BTC"])
    token.cancel()
  }

  @Test func caseKeyPathsLeadIntoEnumsThatConformByHand() {
    let action = Search.Action.detail(.presented(.starTapped))
    #expect(action.is(\.detail.presented))
    #expect(Search.Action.priceResponse(2, at: 1)[case: \.priceResponse]?.at == 1)
    #expect(action[case: \.queryChanged] == nil)
  }

  @Test func anEndpointWithoutImplementationReportsByName() async {
    await withKnownIssue {
      await #expect(throws: UnimplementedEndpoint("QuoteClient.price")) {
        try await QuoteClient.testValue.price("ETH")
      }
    } matching: {
      $0.comments.map(\.rawValue).joined()
        .contains("'QuoteClient.price' was called, but has no implementation.")
    }
  }

  @Test func routesNeedNoMacros() {
    var routes: [Route<String>] = [.root("home", embedInNavigationView: true)]
    routes.push("detail")
    #expect(routes.map(\.screen) == ["home", "detail"])
    routes.goBack()
    #expect(routes.map(\.screen) == ["home"])
  }
}
