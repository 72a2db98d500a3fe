import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct PlanetariumTests {
  @Test(arguments: ["planetarium://planets/Mars", "planetarium://planets/Mars/moons/2"])
  func linksLeadBackToTheirURLs(url: String) throws {
    #expect(try planetariumLinks.url(for: planetariumLinks.routes(for: url)) == url)
  }

  @Test func aLinkHasItsWayBack() async {
    let store = TestStore(initialState: Planetarium.State()) { Planetarium() }
    await store.send(.links(.open("planetarium://planets/Mars/moons/2"))) {
      $0.routes.push(.planet(Planet(name: "Mars")))
      $0.routes.push(.moon(Moon(planet: "Mars", number: 2)))
    }
    await store.receive(\.links.opened)
  }

  @Test func aLinkWaitsForTheDoorsAndIsOpenedOnce() async {
    let store = TestStore(initialState: Planetarium.State(isOpen: false)) { Planetarium() }
    let link = DeepLink("planetarium://planets/Mars")
    await store.send(.links(.open(link.url))) { $0.links.waiting = link }
    await store.send(.doorsChanged(isOpen: true)) {
      $0.isOpen = true
      $0.links.waiting = nil
      $0.routes.push(.planet(Planet(name: "Mars")))
    }
    await store.receive(\.links.opened, link)
  }

  @Test func aLinkThatLeadsNowhereIsReportedInASentence() async {
    let store = TestStore(initialState: Planetarium.State()) { Planetarium() }
    await store.send(.links(.open("planetarium://planet/Mars")))
    await store.receive(\.links.dropped) {
      $0.notice = "No screen has the link 'planet/Mars'. The nearest is 'planets/{name}'."
    }
  }
}
