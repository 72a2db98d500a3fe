import Headrace
import HeadraceTesting

/// Counts the seconds until it is stopped.
struct Stopwatch: Reducer {
  struct State: Equatable {
    var isRunning = false
    var seconds = 0
  }

  enum Action: Equatable {
    case startButtonTapped
    case stopButtonTapped
    case resetButtonTapped
    case tick
  }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped:
        state.isRunning = true
        return .run(name: "timer") { [clock] send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.tick)
          }
        }
        .cancellable(id: CancelID.timer)
      case .stopButtonTapped:
        state.isRunning = false
        return .cancel(id: CancelID.timer)
      case .resetButtonTapped:
        state.seconds = 0
        return .none
      case .tick:
        state.seconds += 1
        return .none
      }
    }
  }
}

extension Stopwatch.Action: CasePathable {
  struct AllCasePaths: Sendable {
    var tick: AnyCasePath<Stopwatch.Action, Void> {
      AnyCasePath(embed: { .tick }, extract: { $0 == .tick ? () : nil })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

struct LoaderClient: TestDependencyKey, Sendable {
  var load: @Sendable () async throws -> String

  static let testValue = LoaderClient(load: { "" })
}

extension DependencyValues {
  var loader: LoaderClient {
    get { self[LoaderClient.self] }
    set { self[LoaderClient.self] = newValue }
  }
}

/// Loads a text.
struct Loader: Reducer {
  struct State: Equatable {
    var text = ""
  }

  enum Action: Equatable {
    case loadButtonTapped
    case response(String)
  }

  @Dependency(\.loader) var loader

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .loadButtonTapped:
      return .run { [loader] send in await send(.response(try await loader.load())) }
    case .response(let text):
      state.text = text
      return .none
    }
  }
}

extension Loader.Action: CasePathable {
  struct AllCasePaths: Sendable {
    var response: AnyCasePath<Loader.Action, String> {
      AnyCasePath(
        embed: { .response($0) },
        extract: { if case .response(let text) = $0 { text } else { nil } })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// Work on an executor that no test store knows.
@MainActor
struct Outside {
  nonisolated init() {}
  func value() -> String { "outside" }
}

/// Each action starts the next.
struct Chain: Reducer {
  struct State: Equatable {
    var steps: [Int] = []
  }

  enum Action: Equatable {
    case begin, first, second
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .begin:
      return .run { send in await send(.first) }
    case .first:
      state.steps.append(1)
      return .run { send in await send(.second) }
    case .second:
      state.steps.append(2)
      return .none
    }
  }
}

/// Several concurrent sleeps; it reports the end of each.
struct Sleeps: Reducer {
  struct State: Equatable {}

  enum Action: Equatable {
    case sleep([Int])
  }

  let woke: @Sendable (_ seconds: Int) -> Void
  @Dependency(\.continuousClock) var clock

  init(woke: @escaping @Sendable (_ seconds: Int) -> Void) {
    self.woke = woke
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .sleep(let seconds):
      .merge(
        seconds.map { seconds in
          .run { [clock, woke] _ in
            try await clock.sleep(for: .seconds(seconds))
            woke(seconds)
          }
        })
    }
  }
}
