import Headrace
import TestEffort
import Testing

@MainActor
@Suite("Law 2, attacked", .timeLimit(.minutes(30)))
struct Law02Attacks {
  @Test("Law 2: a store that is only a temporary reduces all that one send leads to")
  func temporaryStores() {
    var actions: [Int] = []
    for _ in 1...10 {
      AttackRoot.store(root: { state, action in
        state.count += 1
        actions.append(state.count)
        if case .go(0) = action { return .send(.go(1)) }
        return .none
      })
      .send(.go(0))
    }
    #expect(actions == Array(repeating: [1, 2], count: 10).flatMap { $0 })
  }

  @Test("Law 2: so does the child store of a temporary")
  func childStoresOfTemporaries() {
    var log: [String] = []
    AttackRoot.store(
      child: { state, action in
        state.count += 1
        log.append("child \(state.count)")
        if case .go(0) = action { return .send(.go(1)) }
        return .none
      },
      root: { _, _ in
        log.append("root")
        return .none
      }
    )
    .scope(state: \.fixed, action: \.fixed).send(.go(0))
    #expect(log == ["child 1", "root", "child 2", "root"])
  }

  @Test("Law 2: a reducer may drop the last reference to its store", arguments: [false, true])
  func aReducerDropsItsStore(andSends sends: Bool) async {
    let host = AttackHost()
    let freed = Arrivals()
    for _ in 1...100 {
      let held = Held(freed)
      host.store = AttackRoot.store { state, action in
        withExtendedLifetime(held) { state.log.append(state.count) }
        guard case .go(1) = action else { return .none }
        host.store = nil
        state.log.append(state.count)
        return sends ? .send(.go(2)) : .none
      }
      weak let store = host.store
      host.store?.send(.go(1))
      #expect(store == nil)
    }
    for _ in 1...100 { await freed.wait() }
  }

  @Test("Law 2: a child's reducer may drop the root's store and its own")
  func aChildDropsAllStores() async {
    let host = AttackHost()
    let freed = Arrivals()
    var state = AttackRoot.State()
    state.child = AttackChild.State()
    for _ in 1...100 {
      let held = Held(freed)
      let store = AttackRoot.store(
        state,
        child: { state, _ in
          host.child = nil
          withExtendedLifetime(held) { state.count += 1 }
          return .none
        },
        root: { state, _ in
          state.log.append(1)
          state.child = nil
          return .none
        })
      host.child = store.scope(state: \.child, action: \.child)
      host.child?.send(.go(1))
      #expect(host.child == nil)
    }
    for _ in 1...100 { await freed.wait() }
  }

  @Test("Law 2: an action that a deinit sends while an effect is dropped waits its turn")
  func aDeinitSends() {
    let host = AttackHost()
    var (count, isReducing) = (0, false)
    host.store = AttackRoot.store { _, action in
      #expect(!isReducing)
      isReducing = true
      defer { isReducing = false }
      switch action {
      case .go(2):
        let end = AtItsEnd { MainActor.assumeIsolated { _ = host.store?.send(.go(9)) } }
        return .merge(
          .run { _ in withExtendedLifetime(end) {} }.cancellable(id: 1), .cancel(id: 1))
      case .go(9):
        count += 1
        return .none
      default:
        return .none
      }
    }
    for expected in 1...100 {
      host.store?.send(.go(2))
      #expect(count == expected, "the effect was never launched, so it is gone at once")
    }
  }

  @Test("Law 2: two stores whose reducers send to each other take turns")
  func twoStoresSendToEachOther() {
    let (left, right) = (AttackHost(), AttackHost())
    func make(_ other: AttackHost) -> StoreOf<AttackRoot> {
      AttackRoot.store { state, action in
        state.count += 1
        if case .go(let number) = action, number > 0 { other.store?.send(.go(number - 1)) }
        return .none
      }
    }
    left.store = make(right)
    right.store = make(left)
    left.store?.send(.go(1000))
    #expect(left.store?.count == 501)
    #expect(right.store?.count == 500)
  }

  @Test("Law 2: a chain of .send effects takes no stack, in a row neither")
  func chainsOfSends() {
    let depth = Effort.count(20_000)
    var state = AttackRoot.State()
    state.rows = [AttackChild.State(id: 1)]
    let store = AttackRoot.store(
      state,
      child: { state, action in
        guard case .go(let number) = action, number > 0 else { return .none }
        state.count += 1
        return .send(.go(number - 1)).cancellable(id: 1)
      },
      root: { state, action in
        guard case .go(let number) = action, number > 0 else { return .none }
        state.count += 1
        return .send(.go(number - 1))
      })
    store.send(.go(depth))
    #expect(store.count == depth)
    store.send(.row(1, .go(depth)))
    #expect(store.withState { $0.rows[id: 1]?.count } == depth)
    #expect(store.effects.isEmpty)
  }

  @Test("Law 2: a long concatenation of effects and sends keeps its order")
  func longConcatenations() async {
    let count = 1000
    let log = Log()
    let store = AttackRoot.store { _, action in
      switch action {
      case .go(-1):
        return .concatenate(
          (0..<count).map { number in
            number.isMultiple(of: 2)
              ? .run { _ in log.write("\(number)") } : .send(.go(number))
          })
      case .go(let number):
        log.write("\(number)")
        return .none
      default:
        return .none
      }
    }
    await store.send(.go(-1)).finish()
    #expect(log.entries == (0..<count).map { "\($0)" })
  }
}
