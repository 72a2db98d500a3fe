import Headrace
import HeadraceFlow
import HeadraceTesting
import TestEffort
import Testing

@MainActor
@Suite("Toasts")
struct ToastQueueTests {
  private func makeStore(
    visibleMax: Int = 1, waitingMax: Int = 2, clock: TestClock<Duration> = TestClock()
  ) -> TestStoreOf<ToastQueue> {
    TestStore(initialState: ToastQueue.State()) {
      ToastQueue(visibleMax: visibleMax, waitingMax: waitingMax)
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  private func toast(_ text: String) -> Toast { .info(TextState(verbatim: text)) }

  @Test func aToastGoesByItself() async {
    let clock = TestClock()
    let store = makeStore(clock: clock)
    await store.send(.show(.success(TextState("Paid")))) {
      $0.visible = [.success(TextState("Paid"))]
    }
    let id = store.state.visible[0].id
    await clock.advance(by: .milliseconds(2_999))
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.expired, id) { $0.visible = [] }
  }

  @Test func aToastMayHaveATimeOfItsOwnAndAnErrorStaysLonger() async {
    let clock = TestClock()
    let store = makeStore(visibleMax: 2, clock: clock)
    await store.send(.show(.info(TextState("Hi"), duration: .seconds(1)))) {
      $0.visible = [.info(TextState("Hi"), duration: .seconds(1))]
    }
    await store.send(.show(.error(TextState("No")))) { $0.visible.append(.error(TextState("No"))) }
    await clock.advance(by: .seconds(1))
    await store.receive(\.expired) { $0.visible.removeFirst() }
    await clock.advance(by: .milliseconds(4_999))
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.expired) { $0.visible = [] }
  }

  @Test func toastsWaitInTheirOrderAndTheirTimeBeginsWhenTheyAreShown() async {
    let clock = TestClock()
    let store = makeStore(clock: clock)
    await store.send(.show(toast("1"))) { $0.visible = [self.toast("1")] }
    await store.send(.show(toast("2"))) { $0.waiting = [self.toast("2")] }
    await store.send(.show(toast("3"))) { $0.waiting.append(self.toast("3")) }
    for text in ["2", "3"] {
      await clock.advance(by: .seconds(3))
      await store.receive(\.expired) {
        $0.visible = [self.toast(text)]
        $0.waiting.removeFirst()
      }
    }
    await clock.advance(by: .milliseconds(2_999))
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.expired) { $0.visible = [] }
  }

  @Test func loadingToastsStayUntilTheyAreReplaced() async {
    let clock = TestClock()
    let store = makeStore(clock: clock)
    await store.send(.show(.loading(TextState("Paying"), id: "payment"))) {
      $0.visible = [.loading(TextState("Paying"), id: "payment")]
    }
    await clock.advance(by: .seconds(3_600))
    await store.send(.show(.success(TextState("Paid"), id: "payment"))) {
      $0.visible = [.success(TextState("Paid"), id: "payment")]
    }
    await clock.advance(by: .seconds(1))
    // Loading again: the duration of the success doesn't end it.
    await store.send(.show(.loading(TextState("Paying"), id: "payment"))) {
      $0.visible = [.loading(TextState("Paying"), id: "payment")]
    }
    await clock.advance(by: .seconds(3_600))
    await store.send(.end("payment")) { $0.visible = [] }
  }

  @Test func equalToastsAreShownOnceAndLonger() async {
    let clock = TestClock()
    let store = makeStore(visibleMax: 2, clock: clock)
    await store.send(.show(toast("1"))) { $0.visible = [self.toast("1")] }
    let id = store.state.visible[0].id
    await clock.advance(by: .seconds(2))
    await store.send(.show(toast("1")))
    #expect(store.state.visible.map(\.id) == [id])
    await clock.advance(by: .seconds(2))
    await clock.advance(by: .seconds(1))
    await store.receive(\.expired, id) { $0.visible = [] }
  }

  @Test func waitingToastsAreReplacedInPlaceAndNotRepeated() async {
    let clock = TestClock()
    let store = makeStore(waitingMax: 3, clock: clock)
    await store.send(.show(.loading(TextState("Busy"), id: "busy"))) {
      $0.visible = [.loading(TextState("Busy"), id: "busy")]
    }
    await store.send(.show(.info(TextState("10 %"), id: "progress"))) {
      $0.waiting = [.info(TextState("10 %"), id: "progress")]
    }
    await store.send(.show(toast("1"))) { $0.waiting.append(self.toast("1")) }
    await store.send(.show(.info(TextState("20 %"), id: "progress"))) {
      $0.waiting[0] = .info(TextState("20 %"), id: "progress")
    }
    await store.send(.show(toast("1")))
    await store.send(.endAll) { $0 = ToastQueue.State() }
  }

  @Test func whenTooManyWaitTheOldestIsDroppedAndTheParentIsNotified() async {
    let store = makeStore(waitingMax: 2)
    await store.send(.show(.loading(TextState("0"), id: "0"))) {
      $0.visible = [.loading(TextState("0"), id: "0")]
    }
    await store.send(.show(.loading(TextState("1"), id: "1"))) {
      $0.waiting = [.loading(TextState("1"), id: "1")]
    }
    await store.send(.show(toast("2"))) { $0.waiting.append(self.toast("2")) }
    await store.send(.show(toast("3"))) { $0.waiting[1] = self.toast("3") }
    await store.receive(\.delegate.dropped, toast("2"))
    await store.send(.show(.loading(TextState("4"), id: "4"))) {
      $0.waiting[1] = .loading(TextState("4"), id: "4")
    }
    await store.receive(\.delegate.dropped, toast("3"))
    // All load: the new one is dropped.
    await store.send(.show(.loading(TextState("5"), id: "5")))
    await store.receive(\.delegate.dropped, .loading(TextState("5"), id: "5"))
    await store.send(.endAll) { $0 = ToastQueue.State() }
  }

  @Test func aQueueWithoutAPlaceToWaitDropsImmediately() async {
    let store = makeStore(visibleMax: 0, waitingMax: -1)
    await store.send(.show(.loading(TextState("0"), id: "0"))) {
      $0.visible = [.loading(TextState("0"), id: "0")]
    }
    await store.send(.show(toast("1")))
    await store.receive(\.delegate.dropped, toast("1"))
    await store.send(.end("0")) { $0.visible = [] }
  }

  @Test func swipedToastsMakeRoomAndStopTheirClocks() async {
    let clock = TestClock()
    let store = makeStore(clock: clock)
    await store.send(.show(toast("1"))) { $0.visible = [self.toast("1")] }
    await store.send(.show(toast("2"))) { $0.waiting = [self.toast("2")] }
    await store.send(.show(toast("3"))) { $0.waiting.append(self.toast("3")) }
    await store.send(.end(store.state.waiting[0].id)) { $0.waiting.removeFirst() }
    await store.send(.end(store.state.visible[0].id)) {
      $0.visible = [self.toast("3")]
      $0.waiting = []
    }
    await store.send(.end("nobody"))
    await clock.advance(by: .seconds(3))
    await store.receive(\.expired) { $0.visible = [] }
  }

  /// Random toasts: never more than the limits, none twice, none before an earlier one.
  ///
  /// No loading toast ends by itself, and all of them end.
  @Test func theLimitsHoldOnRandomToasts() async {
    let caseCount: UInt64 = Effort.count(200)
    var (loadingCount, stayedCount) = (0, 0)
    for seed in 1...caseCount {
      var random = SeededGenerator(seed: seed)
      let clock = TestClock()
      let visibleMax = Int.random(in: 1...3, using: &random)
      let waitingMax = Int.random(in: 0...3, using: &random)
      let store = makeStore(visibleMax: visibleMax, waitingMax: waitingMax, clock: clock)
      store.exhaustivity = .off
      for _ in 0..<30 {
        let before = store.state.visible + store.state.waiting
        let number = Int.random(in: 0..<6, using: &random)
        var named: ToastID?
        let kind = Toast.Kind.allCases.randomElement(using: &random) ?? .info
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
          named = ToastID("\(number)")
          await store.send(.end(ToastID("\(number)")))
        case 1: await clock.advance(by: .seconds(number))
        case 2: await store.send(.show(toast("\(number)")))
        default:
          named = ToastID("\(number)")
          await store.send(
            .show(Toast(kind, TextState(verbatim: "\(number)"), id: ToastID("\(number)"))))
        }
        await store.skipReceivedActions(strict: false)
        let (visible, waiting) = (store.state.visible, store.state.waiting)
        #expect(visible.count <= visibleMax && waiting.count <= waitingMax, "seed \(seed)")
        #expect(waiting.isEmpty || visible.count == visibleMax, "seed \(seed)")
        let ids = (visible + waiting).map(\.id)
        #expect(Set(ids).count == ids.count, "seed \(seed)")
        let stayed = before.map(\.id).filter(ids.contains)
        #expect(ids.filter(stayed.contains) == stayed, "seed \(seed)")
        #expect(ids.prefix(stayed.count) == stayed[...], "seed \(seed): a new one is last")
        let loading = before.filter { $0.kind == .loading && $0.id != named }
        #expect(loading.allSatisfy { (visible + waiting).contains($0) }, "seed \(seed)")
        loadingCount += loading.count
        stayedCount += stayed.count
      }
      for number in 0..<6 { await store.send(.end(ToastID("\(number)"))) }
      for _ in 0..<6 { await clock.advance(by: .seconds(6)) }
      await store.skipReceivedActions(strict: false)
      #expect(store.state == ToastQueue.State(), "seed \(seed)")
    }
    #expect(loadingCount > Effort.count(1_000) && stayedCount > Effort.count(5_000))
    print("toasts: \(caseCount) walks of 30 steps, \(loadingCount) of toasts that load")
  }

  @Test func everyCaseIsFoundByItsName() {
    let one = toast("1")
    #expect(ToastQueue.Action.show(one)[case: \.show] == one)
    #expect(ToastQueue.Action.end("a")[case: \.end] == "a")
    #expect(ToastQueue.Action.endAll.is(\.endAll) && !ToastQueue.Action.endAll.is(\.show))
    #expect(ToastQueue.Action.expired("a")[case: \.expired] == "a")
    #expect(ToastQueue.Action.delegate(.dropped(one))[case: \.delegate.dropped] == one)
    #expect(ToastID("a").description == "a")
    #expect(one.id != toast("1").id && one == toast("1"))
    #expect(Toast.warning(TextState("a")) != .info(TextState("a")))
  }
}
