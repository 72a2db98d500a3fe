import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct ClubhouseTests {
  @Test func aGuestIsLedElsewhere() async {
    let store = TestStore(initialState: Clubhouse.State()) { Clubhouse() }
    await store.send(.courtButtonTapped) { $0.routes.presentSheet(.membership) }
    await store.receive(\.router.guarded.redirected)
    await store.send(.joined) {
      $0.isMember = true
      $0.routes.dismiss()
    }
    await store.send(.courtButtonTapped) { $0.routes.push(.court) }
  }

  @Test func aMatchIsFinishedFirst() async {
    var state = Clubhouse.State(isMember: true)
    state.routes.push(.court)
    let store = TestStore(initialState: state) { Clubhouse() }
    await store.send(.playChanged(isPlaying: true)) { $0.isPlaying = true }
    let hall = Array(store.state.routes.prefix(1))
    await store.send(.router(.updateRoutes(hall)))
    await store.receive(\.router.guarded.rejected) { $0.notice = "Finish the match first." }
    await store.send(.playChanged(isPlaying: false)) {
      $0.isPlaying = false
      $0.notice = nil
    }
    await store.send(.router(.updateRoutes(hall))) { $0.routes.goBack() }
  }
}
