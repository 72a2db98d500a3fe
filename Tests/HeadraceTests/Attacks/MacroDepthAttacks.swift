import Headrace
import TestEffort
import Testing

extension MacroAttack {
  @MainActor
  @Suite("Attacked with the macros: depth and volume", .timeLimit(.minutes(30)), .serialized)
  struct Depth {
    @Test("Laws 6 and 9: 1,000 nested merges of a presented child all run")
    func nestedMerges() async {
      let lives = Lives()
      let store = desk(Place.state(), lives: lives)
      await store.send(.shown(.presented(.nest(1000)))).finish()
      #expect(lives.begun == 1000)
      #expect(lives.ended == 1000)
      #expect(store.effects.isEmpty)
    }

    @Test("Law 7: an effect with 1,000 ids is cancelled by the one in the middle")
    func nestedIDs() async {
      let store = desk(Place.state())
      let task = store.send(.rows(.element(id: 1, action: .nestIDs(1000))))
      #expect(store.effects.count == 1)
      store.send(.rows(.element(id: 2, action: .stopNumber(500))))
      #expect(store.effects.count == 1)
      store.send(.rows(.element(id: 1, action: .stopNumber(500))))
      #expect(store.effects.isEmpty)
      await task.finish()
    }

    @Test("Laws 8 and 12: of 100,000 rows one is notified; the effects of all end with them")
    func manyRows() throws {
      let count = Effort.count(100_000)
      var state = Desk.State()
      state.rows = IdentifiedArray(uniqueElements: (0..<count).map { Worker.State(id: $0) })
      let store = desk(state)
      let rows = store.scope(state: \.rows, action: \.rows)
      let (one, two) = (try #require(rows[id: 500]), try #require(rows[id: 501]))
      var (first, second) = ([Int](), [Int]())
      let tokens = [
        one.observe { first.append(one.count) }, two.observe { second.append(two.count) },
      ]
      one.send(.add(1))
      for id in stride(from: 0, to: count, by: 1000) {
        store.send(.rows(.element(id: id, action: .start)))
      }
      #expect(store.effects.count == count / 1000)
      #expect(first == [0, 1])
      #expect(second == [0])
      for token in tokens { token.cancel() }
      change(store) { $0.rows = [] }
      #expect(store.effects.isEmpty)
    }

    @Test("Laws 7 and 9: very many effects of one action end by one id")
    func manyEffects() async {
      let count = Effort.count(100_000)
      let lives = Lives()
      let store = desk { _, action in
        switch action {
        case .begin:
          return .merge(
            (0..<count).map { _ in
              Effect<Desk.Action>.run { _ in try await forever() }
            }
          )
          .cancellable(id: "all")
        case .retry:
          return .merge(
            (0..<count).map { _ in Effect<Desk.Action>.run { _ in lives.begin() } })
        case .halt:
          return .cancel(id: "all")
        default:
          return .none
        }
      }
      let task = store.send(.begin)
      #expect(store.effects.count == count)
      store.send(.halt)
      #expect(store.effects.isEmpty)
      await task.finish()
      await store.send(.retry).finish()
      #expect(lives.begun == count)
      #expect(store.effects.isEmpty)
    }

    @Test("Law 14: 2,000 presented children leave nothing of their effects")
    func presentedChildrenLeaveNothing() async throws {
      let lives = Lives()
      let store = desk(lives: lives)
      for id in 0..<2000 {
        change(store) { $0.shown = Worker.State(id: id) }
        let child = try #require(store.scope(state: \.$shown, action: \.shown))
        let token = child.observe { _ = child.count }
        child.send(.hold)
        child.send(.add(1))
        token.cancel()
        store.send(.shown(.dismiss))
      }
      #expect(store.effects.isEmpty)
      await lives.until { $0.freed == 2000 }
      #expect(lives.made == 2000)
    }
  }
}
