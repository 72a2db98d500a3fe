import Headrace
import HeadraceTesting
import Testing

@Reducer
struct Search {
  struct State: Equatable {
    var query = ""
    var results: [String] = []
    var problem: String?
  }

  enum Action: Equatable {
    case queryChanged(String)
    case cancelButtonTapped
    case resultsResponse([String])
    case searchFailed(String)
  }

  private enum CancelID { case search }

  @Dependency(\.continuousClock) private var clock
  var find: @Sendable (String) async throws -> [String]

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state.query = query
        return .run { [find] send in
          await send(.resultsResponse(try await find(query)))
        } catch: { error, send in
          await send(.searchFailed("\(error)"))
        }
        .debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)
      case .cancelButtonTapped:
        return .cancel(id: CancelID.search)
      case .resultsResponse(let results):
        state.results = results
        return .none
      case .searchFailed(let problem):
        state.problem = problem
        return .none
      }
    }
  }
}

@Reducer
struct Ticker {
  struct State: Equatable {
    var ticks = 0
    var position = 0
  }

  enum Action: Equatable {
    case opened, started, ticked, saved, savedTwice
    case positionChanged(Int)
    case dragged(Int)
  }

  enum CancelID { case saving }

  @Dependency(\.continuousClock) var clock
  let positions: @Sendable () -> AsyncStream<Int>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .started:
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
        }
      case .ticked:
        state.ticks += 1
        return .none
      case .dragged(let position):
        return .send(.positionChanged(position))
          .throttle(id: CancelID.saving, for: .seconds(1), clock: clock, latest: true)
      case .positionChanged(let position):
        state.position = position
        return .none
      case .saved:
        return .run(overflow: .latest) { [positions] send in
          await withTaskGroup { group in
            for await position in positions() {
              group.addTask { await send(.positionChanged(position)) }
            }
          }
        }
      case .opened:
        return .run(startsImmediately: true) { [positions] send in
          for await position in positions() { await send(.positionChanged(position)) }
        }
      case .savedTwice:
        return .concatenate(
          .cancel(id: CancelID.saving),
          .merge(.send(.ticked), .send(.positionChanged(0))))
      }
    }
  }
}

struct EffectsTests {
  @Test func aSearchWaitsUntilTheUserRests() async {
    let clock = TestClock()
    let store = TestStore(initialState: Search.State()) {
      Search(find: { [$0] })
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.queryChanged("h")) { $0.query = "h" }
    await clock.advance(by: .milliseconds(299))
    await store.send(.queryChanged("head")) { $0.query = "head" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.resultsResponse(["head"])) { $0.results = ["head"] }
  }

  @Test func timersThrottlesAndStreamsRun() async {
    let clock = TestClock()
    let store = TestStore(initialState: Ticker.State()) {
      Ticker(
        positions: {
          AsyncStream {
            $0.yield(7)
            $0.finish()
          }
        })
    } withDependencies: {
      $0.continuousClock = clock
    }
    let timer = await store.send(.started)
    await clock.advance(by: .seconds(1))
    await store.receive(.ticked) { $0.ticks = 1 }
    await timer.cancel()
    await store.send(.saved)
    await store.receive(.positionChanged(7)) { $0.position = 7 }
    await store.send(.dragged(3))
    await store.receive(.positionChanged(3)) { $0.position = 3 }
    await store.send(.opened)
    await store.receive(.positionChanged(7)) { $0.position = 7 }
    await store.send(.savedTwice)
    await store.receive(.ticked) { $0.ticks = 2 }
    await store.receive(.positionChanged(0)) { $0.position = 0 }
  }

  @Test @MainActor func aSendIsAwaitedOrCancelled() async {
    let store = Store(initialState: Search.State()) {
      Search(find: { [$0] })
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }
    let search = store.send(.queryChanged("head"))
    await search.finish()  // or: await search.cancel()
    #expect(store.results == ["head"])
    for effect in store.effects {
      print(effect.id, effect.name ?? "", effect.fileID, effect.line, effect.age)
    }
  }
}
