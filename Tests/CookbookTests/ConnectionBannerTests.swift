import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct ConnectionBannerTests {
  private let statuses = AsyncStream<ConnectionBanner.Status>.makeStream()

  private func makeStore() -> TestStoreOf<ConnectionBanner> {
    TestStore(initialState: ConnectionBanner.State()) {
      ConnectionBanner()
    } withDependencies: {
      $0.network.statuses = { [stream = statuses.stream] in stream }
    }
  }

  @Test func eachStatusIsShownUntilTheHostCancels() async {
    let store = makeStore()
    let appearance = await store.send(.appeared)
    statuses.continuation.yield(.online)
    await store.receive(\.statusChanged, .online) { $0.status = .online }
    #expect(!store.state.isShown)
    statuses.continuation.yield(.offline)
    await store.receive(\.statusChanged, .offline) {
      $0.status = .offline
      $0.lossCount = 1
    }
    #expect(store.state.isShown)
    await appearance.cancel()
    statuses.continuation.yield(.online)
    await store.finish()
  }

  @Test func initiallyOfflineIsNotALostConnection() async {
    let store = makeStore()
    await store.send(.appeared)
    statuses.continuation.yield(.offline)
    await store.receive(\.statusChanged, .offline) { $0.status = .offline }
    statuses.continuation.yield(.offline)
    await store.receive(\.statusChanged, .offline)
    statuses.continuation.finish()
    await store.finish()
  }
}
