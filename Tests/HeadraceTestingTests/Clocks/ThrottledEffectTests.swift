import Headrace
import HeadraceTesting
import Testing

/// A throttled effect in a child that can be removed.
private struct Saver: Reducer {
  struct State: Equatable {
    var child: Int? = 0
    var saved: [Int] = []
  }

  @CasePathable
  enum Action: Equatable {
    case child(ChildAction)
    case close
    case cancel
  }

  enum ChildAction: Equatable { case save(Int), saved(Int), cancel(CancelID) }
  enum CancelID: CaseIterable { case inner, throttle, outer }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .close: state.child = nil
      case .cancel: return .cancel(id: CancelID.outer)
      case .child(.saved(let number)): state.saved.append(number)
      case .child: break
      }
      return .none
    }
    .ifLet(\.child, action: \.child) {
      Reduce<Int, ChildAction> { _, action in
        switch action {
        case .save(let number):
          return Effect<ChildAction>.run { await $0(.saved(number)) }
            .cancellable(id: CancelID.inner)
            .throttle(id: CancelID.throttle, for: .seconds(1), clock: clock, latest: true)
            .cancellable(id: CancelID.outer)
        case .saved: return .none
        case .cancel(let id): return .cancel(id: id)
        }
      }
    }
  }

  static func makeStore() -> (TestStoreOf<Saver>, TestClock<Duration>) {
    let clock = TestClock()
    let store = TestStore(initialState: State()) {
      Saver()
    } withDependencies: {
      $0.continuousClock = clock
    }
    return (store, clock)
  }
}

/// An effect that a throttle holds back is in flight.
struct ThrottledEffectTests {
  enum End: CaseIterable { case inner, throttle, outer, byParent, withItsFeature, bySender }

  @Test(
    "Law 7: it ends by any of its ids, with its feature and with its sender",
    arguments: End.allCases)
  func theHeldEffectEnds(end: End) async {
    let (store, clock) = Saver.makeStore()
    let opener = await store.send(.child(.save(1)))
    await store.receive(.child(.saved(1))) { $0.saved = [1] }
    // Law 9: the opener does not wait for the interval.
    await opener.finish()
    let held = await store.send(.child(.save(2)))
    switch end {
    case .inner: await store.send(.child(.cancel(.inner)))
    case .throttle: await store.send(.child(.cancel(.throttle)))
    case .outer: await store.send(.child(.cancel(.outer)))
    case .byParent: await store.send(.cancel)
    case .withItsFeature: await store.send(.close) { $0.child = nil }
    case .bySender: await held.cancel()
    }
    await held.finish()
    await clock.advance(by: .seconds(2))
    await store.finish()
  }

  @Test("Law 9: the opener's cancel() keeps another send's waiting effect")
  func theOpenersCancel() async {
    let (store, clock) = Saver.makeStore()
    let opener = await store.send(.child(.save(1)))
    await store.receive(.child(.saved(1))) { $0.saved = [1] }
    let held = await store.send(.child(.save(2)))
    await opener.cancel()
    await clock.advance(by: .seconds(1))
    await store.receive(.child(.saved(2))) { $0.saved = [1, 2] }
    await held.finish()
    await clock.advance(by: .seconds(1))
  }

  @Test("An effect that replaces another resumes its sender")
  func theSenderOfAReplacedEffect() async {
    let (store, clock) = Saver.makeStore()
    await store.send(.child(.save(1)))
    await store.receive(.child(.saved(1))) { $0.saved = [1] }
    let replaced = await store.send(.child(.save(2)))
    await store.send(.child(.save(3)))
    await replaced.finish()
    await clock.advance(by: .seconds(1))
    await store.receive(.child(.saved(3))) { $0.saved = [1, 3] }
    await clock.advance(by: .seconds(1))
  }

  @MainActor
  @Test("Law 13: it is listed beside the while, and instruments see each end once")
  func theHeldEffectIsListed() async {
    let clock = TestClock()
    let store = Store(initialState: Saver.State()) {
      Saver()
    } withDependencies: {
      $0.continuousClock = clock
    }
    let counter = EndCounter()
    store.instruments = [counter]
    await store.send(.child(.save(1))).finish()
    #expect(store.effects.isEmpty)
    let task = store.send(.child(.save(2)))
    #expect(store.effects.count == 2)
    #expect(store.effects.allSatisfy { $0.path.count == 2 })
    #expect(store.effects.map(\.line).first == store.effects.map(\.line).last)
    await task.cancel()
    #expect(store.effects.isEmpty)
    store.send(.child(.cancel(.throttle)))
    #expect(store.effects.isEmpty)
    #expect(counter.open.isEmpty)
    #expect(counter.startedCount == 3)
  }

  private final class EndCounter: StoreInstrument {
    typealias State = Saver.State
    typealias Action = Saver.Action

    var open: Set<EffectID> = []
    var startedCount = 0

    func effectStarted(_ effect: EffectInfo) {
      startedCount += 1
      #expect(open.insert(effect.id).inserted)
    }
    func effectEnded(_ effect: EffectInfo, outcome: EffectOutcome) {
      #expect(open.remove(effect.id) != nil)
    }
    func effectCancelled(_ effect: EffectInfo) {
      #expect(open.remove(effect.id) != nil)
    }
  }
}
