import Headrace
import Testing

extension MacroAttack {
  @Reducer
  struct Tagged {
    @ObservableState
    struct State: Equatable { var seen: [String] = [] }

    enum Action: Equatable, Sendable {
      case read, readLate, note
      case got(String)
    }

    @Dependency(\.attackTag) var tag

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .read:
          return .run { send in
            @Dependency(\.attackTag) var inside
            let value = inside
            await send(.got(value))
          }
        case .readLate:
          return .concatenate(
            .run { _ in await Task.yield() },
            .run { send in
              @Dependency(\.attackTag) var inside
              let value = inside
              await send(.got(value))
            })
        case .note:
          state.seen.append(tag)
          return .none
        case .got(let value):
          state.seen.append(value)
          return .none
        }
      }
    }
  }

  @Reducer
  struct TaggedDesk {
    @ObservableState
    struct State: Equatable {
      var plain = Tagged.State()
      @Presents var shown: Tagged.State? = Tagged.State()
    }

    enum Action: Equatable, Sendable {
      case plain(Tagged.Action)
      case shown(PresentationAction<Tagged.Action>)
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.plain, action: \.plain) { Tagged() }
      EmptyReducer()
        .ifLet(\.$shown, action: \.shown) {
          Timed(isOn: true, base: Tagged()).dependency(\.attackTag, "shown")
        }
    }
  }

  @MainActor
  @Suite("Attacked with the macros: dependencies", .timeLimit(.minutes(30)))
  struct Dependencies {
    @Test("Law 11: an override around a wrapper reaches the base that it calls, and its effects")
    func anOverrideAroundAWrapper() async {
      let store = Store(initialState: Tagged.State()) {
        Timed(isOn: true, base: Tagged()).dependency(\.attackTag, "over")
      }
      await store.send(.note).finish()
      await store.send(.read).finish()
      await store.send(.readLate).finish()
      #expect(store.seen == ["over", "over", "over"])
    }

    @Test("Law 11: an override around a call by hand reaches the effects of that call")
    func anOverrideAroundACall() async {
      let store = Store(initialState: Tagged.State()) {
        Reduce<Tagged.State, Tagged.Action> { state, action in
          withDependencies {
            $0.attackTag = "hand"
          } operation: {
            Tagged().reduce(into: &state, action: action)
          }
        }
      }
      await store.send(.note).finish()
      await store.send(.readLate).finish()
      #expect(store.seen == ["hand", "hand"])
    }

    @Test("Law 11: an override reaches its subtree, and nothing beside it")
    func anOverrideBesideOthers() async {
      let store = Store(initialState: TaggedDesk.State()) {
        TaggedDesk()
      } withDependencies: {
        $0.attackTag = "store"
      }
      await store.send(.plain(.readLate)).finish()
      await store.send(.shown(.presented(.readLate))).finish()
      await store.send(.plain(.note)).finish()
      #expect(store.withState { $0.plain.seen } == ["store", "store"])
      #expect(store.withState { $0.shown?.seen } == ["shown"])
    }

    @Test("Law 11: a store that is made within another's reducer has its own values")
    func aStoreWithinAReducer() async {
      let host = Host()
      let outer = Store(initialState: Tagged.State()) {
        Reduce<Tagged.State, Tagged.Action> { state, action in
          if host.inner == nil { host.makeInner() }
          host.inner?.send(.note)
          return Tagged().reduce(into: &state, action: action)
        }
      } withDependencies: {
        $0.attackTag = "outer"
      }
      await outer.send(.note).finish()
      await outer.send(.read).finish()
      await host.inner?.send(.read).finish()
      #expect(outer.seen == ["outer", "outer"])
      #expect(host.inner?.seen.allSatisfy { $0 == "inner" } == true)
      #expect(host.inner?.seen.isEmpty == false)
    }
  }
}
