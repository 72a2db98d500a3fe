import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

/// Tries to show a toast twice, to lose one, and to keep one for ever.
@MainActor
@Suite("Attacks on toasts") struct ToastAttacks {
  private func makeStore(
    visibleMax: Int = 2, waitingMax: Int = 3, clock: TestClock<Duration> = TestClock()
  ) -> TestStoreOf<ToastQueue> {
    TestStore(initialState: ToastQueue.State()) {
      ToastQueue(visibleMax: visibleMax, waitingMax: waitingMax)
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  private func info(_ text: String, _ name: ToastID) -> Toast {
    .info(TextState(verbatim: text), id: name)
  }

  /// Without a duration it ends with the next moment: a test that does not advance its clock sees
  /// it.
  @Test func aToastWithoutTimeGoesWithTheNextMoment() async {
    let clock = TestClock()
    let store = makeStore(clock: clock)
    let toast = Toast.info(TextState("x"), id: "a", duration: .zero)
    await store.send(.show(toast)) { $0.visible = [toast] }
    await clock.advance()
    await store.receive(\.expired, "a") { $0.visible = [] }
  }

  @Test func aToastWithANegativeTimeDisappearsImmediately() async {
    let store = makeStore()
    let toast = Toast.info(TextState("x"), id: "a", duration: .seconds(-1))
    await store.send(.show(toast)) { $0.visible = [toast] }
    await store.receive(\.expired, "a") { $0.visible = [] }
  }

  @Test func aToastThatIsLoadingIgnoresItsTime() async {
    let clock = TestClock()
    let store = makeStore(clock: clock)
    let toast = Toast(.loading, TextState("x"), id: "a", duration: .seconds(1))
    await store.send(.show(toast)) { $0.visible = [toast] }
    await clock.advance(by: .seconds(60))
    await store.send(.end("a")) { $0.visible = [] }
  }

  @Test func theClockEndsNoToastThatLoads() async {
    let store = makeStore()
    let toast = Toast.loading(TextState("x"), id: "a")
    await store.send(.show(toast)) { $0.visible = [toast] }
    await store.send(.expired("a"))
    await store.send(.end("a")) { $0.visible = [] }
  }

  @Test func equalToastsWithOtherDurationsAreShownOnce() async throws {
    let clock = TestClock()
    let store = makeStore(clock: clock)
    await store.send(.show(.info(TextState("x"), duration: .seconds(1)))) {
      $0.visible = [.info(TextState("x"), duration: .seconds(1))]
    }
    let id = try #require(store.state.visible.first?.id)
    await store.send(.show(.info(TextState("x"), duration: .seconds(9)))) {
      $0.visible[0].duration = .seconds(9)
    }
    #expect(store.state.visible.map(\.id) == [id])
    await clock.advance(by: .milliseconds(8_999))
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.expired, id) { $0.visible = [] }
  }

  @Test func oneTapManyTimesIsOneToast() async {
    let store = makeStore(waitingMax: 0)
    let toast = info("x", "a")
    await store.send(.show(toast)) { $0.visible = [toast] }
    for _ in 0..<1_000 { await store.send(.show(toast)) }
    await store.send(.end("a")) { $0.visible = [] }
  }

  @Test func twoJobsThatSayTheSameLoadUntilEachHasEnded() async {
    let store = makeStore()
    let first = Toast.loading(TextState("Sending"), id: "first")
    let second = Toast.loading(TextState("Sending"), id: "second")
    await store.send(.show(first)) { $0.visible = [first] }
    await store.send(.show(second)) { $0.visible = [first, second] }
    await store.send(.end("first")) { $0.visible = [second] }
    await store.send(.end("second")) { $0.visible = [] }
  }
}
