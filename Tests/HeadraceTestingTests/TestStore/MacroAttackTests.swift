import Headrace
import HeadraceTesting
import Testing

/// Attacks on the laws, written with the macros; see the tests of Headrace for the others.
enum MacroAttack {
  enum TagKey: DependencyKey {
    static let liveValue = "live"
    static let testValue = "test"
  }

  /// A generic wrapper that calls its base by hand.
  @Reducer
  struct Timed<Base: Reducer> {
    typealias State = Base.State
    typealias Action = Base.Action

    let isOn: Bool
    @Dependency(\.continuousClock) var clock
    let base: Base

    func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
      base.reduce(into: &state, action: action)
    }
  }

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
  @Suite("Attacked with the macros: the dependencies of test stores", .timeLimit(.minutes(30)))
  struct Dependencies {
    @Test("Law 11: two concurrent test stores see their own overrides, in their effects too")
    func twoTestStores() async {
      let one = TestStore(initialState: Tagged.State()) {
        Tagged()
      } withDependencies: {
        $0.attackTag = "one"
      }
      let two = TestStore(initialState: Tagged.State()) {
        Tagged()
      } withDependencies: {
        $0.attackTag = "two"
      }
      await one.send(.read)
      await two.send(.readLate)
      await one.receive(\.got, "one") { $0.seen = ["one"] }
      await two.receive(\.got, "two") { $0.seen = ["two"] }
      await one.send(.note) { $0.seen = ["one", "one"] }
      await one.finish()
      await two.finish()
    }

    @Test("Law 11: a test store's override reaches a presented child that a wrapper calls")
    func aTestStoreOfAWrapper() async {
      let store = TestStore(initialState: TaggedDesk.State()) {
        TaggedDesk()
      } withDependencies: {
        $0.attackTag = "test store"
      }
      await store.send(.shown(.presented(.read)))
      await store.receive(\.shown.presented.got, "shown") { $0.shown?.seen = ["shown"] }
      await store.send(.plain(.note)) { $0.plain.seen = ["test store"] }
      await store.finish()
    }
  }
}

extension DependencyValues {
  var attackTag: String {
    get { self[MacroAttack.TagKey.self] }
    set { self[MacroAttack.TagKey.self] = newValue }
  }
}
