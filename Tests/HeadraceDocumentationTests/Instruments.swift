import Headrace
import HeadraceLogging
import HeadraceTesting
import HeadraceTracing
import InMemoryTracing
import Logging
import Testing

@Reducer
struct Weather {
  struct State: Equatable {
    var city = ""
  }

  enum Action {
    case refreshButtonTapped
    case cityChanged(String)
    case reportResponse
  }

  struct Storm: Error {}

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .refreshButtonTapped:
        return .run(name: "report") { send in
          await send(.reportResponse)
          throw Storm()
        }
      case .cityChanged(let city):
        state.city = city
        return .none
      case .reportResponse:
        return .none
      }
    }
  }
}

final class FailureCounter: StoreInstrument {
  typealias State = Weather.State
  typealias Action = Weather.Action

  private(set) var counts: [String: Int] = [:]

  func effectEnded(_ effect: EffectInfo, outcome: EffectOutcome) {
    guard case .failed = outcome else { return }
    counts[effect.name ?? "unnamed", default: 0] += 1
  }
}

final class CityWatch: StoreInstrument {
  typealias Action = Weather.Action

  private(set) var cities: [String] = []

  func actionReduced(_ action: Weather.Action, id: ActionID, state: Weather.State) {
    guard state.city != cities.last else { return }
    cities.append(state.city)
  }
}

@MainActor
struct InstrumentArticleTests {
  @Test func aStoreTakesTheAdapters() async {
    let store = Store(initialState: Weather.State()) { Weather() }
    let tracer = InMemoryTracer()
    store.instruments.append(LoggingInstrument(logger: Logger(label: "weather")))
    store.instruments.append(TracingInstrument(tracer: tracer))
    store.send(.cityChanged("Rome"))
    #expect(tracer.finishedSpans.map(\.operationName) == ["Action.cityChanged"])
  }

  @Test func aWatchComparesWhatItKeeps() {
    let store = Store(initialState: Weather.State()) { Weather() }
    let watch = CityWatch()
    store.instruments.append(watch)
    store.send(.cityChanged("Rome"))
    store.send(.cityChanged("Rome"))
    store.send(.cityChanged("Oslo"))
    #expect(watch.cities == ["Rome", "Oslo"])
  }

  @Test func failuresAreCountedInATest() async {
    let testStore = TestStore(initialState: Weather.State()) { Weather() }
    let failures = FailureCounter()
    testStore.instruments = [failures]
    await withKnownIssue {
      await testStore.send(.refreshButtonTapped)
      await testStore.receive(\.reportResponse)
      await testStore.finish()
    }
    #expect(failures.counts == ["report": 1])
  }
}
