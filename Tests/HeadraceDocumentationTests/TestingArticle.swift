import Headrace
import HeadraceTesting
import Testing

@Reducer
struct Download {
  struct State: Equatable {
    var isRunning = false
    var bytes: [Int] = []
  }

  enum Action: Equatable {
    case startButtonTapped
    case stopButtonTapped
    case partArrived(Int)
    case ended
  }

  private enum CancelID { case download }

  @Dependency(\.continuousClock) private var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped:
        state.isRunning = true
        return .run { [clock] send in
          for part in 1...2 {
            try await clock.sleep(for: .seconds(1))
            await send(.partArrived(part))
          }
          await send(.ended)
        }
        .cancellable(id: CancelID.download)
      case .stopButtonTapped:
        state.isRunning = false
        return .cancel(id: CancelID.download)
      case .partArrived(let part):
        state.bytes.append(part)
        return .none
      case .ended:
        state.isRunning = false
        return .none
      }
    }
  }
}

struct TestingArticleTests {
  private let clock = TestClock()

  private var store: TestStoreOf<Download> {
    TestStore(initialState: Download.State()) {
      Download()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func everyProblemIsReported() async {
    let store = store
    await store.send(.startButtonTapped) { $0.isRunning = true }
    await clock.advance(by: .seconds(1))
    await store.receive(.partArrived(1)) { $0.bytes = [1] }  // by value
    await clock.advance(by: .seconds(1))
    await store.receive(\.partArrived, 2) { $0.bytes = [1, 2] }  // by case and payload
    await store.receive({ $0 == .ended }, assert: { $0.isRunning = false })  // by predicate
    await store.finish()
  }

  @Test func theOrderMayBeLeftOpen() async {
    let store = store
    await store.send(.startButtonTapped) { $0.isRunning = true }
    await clock.advance(by: .seconds(2))
    await store.receive(unordered: [.ended, .partArrived(1), .partArrived(2)]) {
      $0.isRunning = false
      $0.bytes = [1, 2]
    }
  }

  @Test func aTestCanLookAtOneThing() async {
    let store = store
    store.exhaustivity = .off
    await store.send(.startButtonTapped)
    await clock.run()
    await store.skipReceivedActions()
    store.assert { $0.bytes = [1, 2] }
  }

  @Test func cancellingEndsTheWork() async {
    let store = store
    await store.send(.startButtonTapped) { $0.isRunning = true }
    await store.send(.stopButtonTapped) { $0.isRunning = false }
    await clock.advance(by: .seconds(2))  // Nothing arrives.
  }

  @Test func counts() {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    store.send(.incrementButtonTapped) { $0.count = 1 }
  }

  @MainActor @Test func aClosedScreenReleasesItsStore() async {
    var screen: CounterScreen?
    await checkRelease {
      let store = Store(initialState: Counter.State()) { Counter() }
      screen = CounterScreen(store: store)
      screen?.close()
      return store
    }
    withExtendedLifetime(screen) {}
  }
}

/// A screen that a host closes.
@MainActor
private final class CounterScreen {
  private var store: StoreOf<Counter>?

  init(store: StoreOf<Counter>) { self.store = store }

  func close() { store = nil }
}
