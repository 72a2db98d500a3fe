import Headrace
import HeadraceTesting
import Testing

/// A feature that performs each request in a separate effect.
struct Requests<Request: Equatable & Sendable>: Reducer {
  struct State: Equatable {
    var performedCount = 0
  }

  enum Action: Equatable, Sendable {
    case requested(Request)
    case performed
  }

  let perform: @Sendable (Request) async throws -> Void

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .requested(let request):
      return .run(name: "\(request)") { send in
        try await perform(request)
        await send(.performed)
      }
    case .performed:
      state.performedCount += 1
      return .none
    }
  }
}

/// Sends requests to a feature, and waits until all are performed.
func send<Request: Equatable & Sendable>(
  _ requests: [Request], perform: @escaping @Sendable (Request) async throws -> Void
) async {
  let store = TestStore(initialState: Requests<Request>.State()) { Requests(perform: perform) }
  store.exhaustivity = .off
  for request in requests { await store.send(.requested(request)) }
  await store.finish()
  #expect(store.state.performedCount == requests.count)
}

/// Runs tasks in a group.
///
/// - Parameter interval: The number of steps that a task can make, in the ordinary order, before
///   the next one starts.
func runTasks(
  interval: Int = 0, _ tasks: [@Sendable () async throws -> Void]
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for task in tasks {
      group.addTask { try await task() }
      for _ in 0..<interval { await Task.yield() }
    }
    try await group.waitForAll()
  }
}
