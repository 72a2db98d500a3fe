import Headrace
import Testing

@MainActor
@Suite("Law 7, attacked", .timeLimit(.minutes(30)))
struct Law07Attacks {
  @Test("Law 7: all effects with an id are cancelled, though what runs then drops the store")
  func cancellationHandlersReenterTheStore() async {
    let host = AttackHost()
    let gate = Gate()
    let log = Log()
    host.store = AttackRoot.store { _, action in
      switch action {
      case .go(0):
        return .merge(
          (0..<5).map { number in
            .run { _ in
              await withTaskCancellationHandler {
                await gate.pass()
              } onCancel: {
                MainActor.assumeIsolated {
                  log.write("cancelled \(number)")
                  host.store?.send(.go(2))
                  if number == 1 { host.store = nil }
                }
              }
            }
            .cancellable(id: "work")
          })
      case .go(1):
        return .cancel(id: "work")
      default:
        log.write("reduced")
        return .none
      }
    }
    let task = host.store?.send(.go(0))
    for _ in 1...5 { await gate.arrival() }
    host.store?.send(.go(1))
    await task?.finish()
    #expect(log.entries.count { $0.hasPrefix("cancelled") } == 5)
    #expect(host.store == nil)
  }

  @Test("Law 7: an effect whose tasks all send ends when cancelled or when its store is released")
  func cancellationUnderLoad() async {
    for overflow in [EffectOverflow.suspend, .latest(4), .drop(4)] {
      for round in 0..<20 {
        let host = AttackHost()
        host.store = AttackRoot.store { state, action in
          switch action {
          case .go(-1):
            return .run(overflow: overflow) { send in
              await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                  group.addTask { for number in 0..<50 { await send(.go(number)) } }
                }
              }
            }
            .cancellable(id: "load")
          case .go(-2):
            return .cancel(id: "load")
          default:
            state.count += 1
            return .none
          }
        }
        let task = host.store?.send(.go(-1))
        for _ in 0..<(round % 3) { await Task.yield() }
        if round.isMultiple(of: 2) {
          host.store?.send(.go(-2))
          #expect(host.store?.effects.isEmpty == true)
        } else {
          host.store = nil
        }
        await task?.finish()
      }
    }
  }

  @Test("Law 7: releasing a store ends all its effects, and frees the objects that they hold")
  func droppedStoresLeaveNothing() async {
    let freed = Arrivals()
    let clock = StillClock()
    let count = 50
    for round in 1...count {
      let held = Held(freed)
      let store = Self.busyStore(held, clock)
      for action in AttackRoot.Action.all(.go(1)) { store.send(action) }
      store.send(.child(.go(1)))
      store.send(.child(.leaf(.go(1))))
      store.send(.go(1))
      let child = store.scope(state: \.child, action: \.child)
      let token = child?.observe { [weak child] in
        withExtendedLifetime(held) { _ = child?.withState { $0.count } }
      }
      if round.isMultiple(of: 2) { await Task.yield() }
      token?.cancel()
    }
    for _ in 1...count { await freed.wait() }
  }

  private static func busyStore(_ held: Held, _ clock: StillClock) -> StoreOf<AttackRoot> {
    @Sendable func wait() async {
      await Gate().pass()
      withExtendedLifetime(held) {}
    }
    return AttackRoot.store(
      .full(),
      leaf: { _, _ in .run { _ in await wait() } },
      child: { _, action in
        guard case .go(1) = action else { return .none }
        return .merge(
          .run { send in
            withExtendedLifetime(held) {}
            await send(.go(9))
          }
          .cancellable(id: 1),
          .concatenate(.run { _ in await wait() }, .run { _ in await wait() })
            .throttle(id: 7, for: .seconds(60), clock: clock, latest: true))
      },
      root: { _, action in
        guard case .go(1) = action else { return .none }
        return .run { _ in await wait() }.debounce(id: "later", for: .seconds(60), clock: clock)
      })
  }

  @Test("Law 8: rows end with their effects, one thousand in one action")
  func manyRowsEndTogether() async {
    let count = 1000
    let lives = Lives()
    var state = AttackRoot.State()
    state.rows = IdentifiedArray(uniqueElements: (0..<count).map { AttackChild.State(id: $0) })
    let store = AttackRoot.store(
      state, child: { _, _ in lives.effect() },
      root: { state, action in
        if case .go(0) = action { state.rows.removeAll() }
        return .none
      })
    for id in 0..<count { store.send(.row(id, .go(0))) }
    store.send(.go(1))
    #expect(store.effects.count == count)
    await lives.begun(count)
    store.send(.go(0))
    #expect(store.effects.isEmpty)
    await lives.ended(count)
  }

  @Test("Law 6: one action may start ten thousand effects")
  func aWideMerge() async {
    let count = 10_000
    let lives = Lives()
    let store = AttackRoot.store { _, _ in
      .merge((0..<count).map { _ in .run { _ in lives.end() } })
    }
    let task = store.send(.go(0))
    #expect(store.effects.count == count)
    await task.finish()
    #expect(lives.ended == count)
    #expect(store.effects.isEmpty)
  }
}
