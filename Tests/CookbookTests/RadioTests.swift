import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct RadioTests {
  @Test func eachTabKeepsItsStack() async {
    let store = TestStore(initialState: Radio.State()) { Radio() }
    await store.send(\.tabs[id: .stations].titleTapped, "Jazz") {
      $0.tabs[.stations].routes.push("Jazz")
    }
    await store.send(.songArrived("Blue in Green")) {
      $0.tabs.badges = [.songs: .text("New")]
      $0.tabs[.songs].routes.push("Blue in Green")
    }
    await store.send(\.tabs.select, .songs) {
      $0.tabs.select(.songs)
      $0.tabs.badges = [:]
    }
    #expect(store.state.tabs[.stations].routes.map(\.screen) == ["Stations", "Jazz"])
  }

  @Test func aTabThatIsTappedAgainGoesBackToItsRoot() async {
    let store = TestStore(initialState: Radio.State()) { Radio() }
    await store.send(\.tabs[id: .stations].titleTapped, "Jazz") {
      $0.tabs[.stations].routes.push("Jazz")
    }
    await store.send(\.tabs.select, .stations)
    await store.receive(\.tabs[id: .stations].router.goBackToRoot) {
      $0.tabs[.stations].routes.goBackToRoot()
    }
  }
}
