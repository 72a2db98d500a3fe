import Headrace
import HeadraceTesting
import Testing

@Reducer
struct Retrying {
  struct State: Equatable {
    var text = ""
    var problem: String?
  }

  enum Action: Equatable {
    case fetchButtonTapped
    case fetched(String)
    case failed(String)
  }

  @Dependency(\.continuousClock) private var clock
  let fetch: @Sendable () async throws -> String

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .fetchButtonTapped:
      return .run { [clock, fetch] send in
        for seconds in [1, 2, 4] {
          do {
            return await send(.fetched(try await fetch()))
          } catch let error where !(error is CancellationError) {
            try await clock.sleep(for: .seconds(seconds))
          }
        }
        await send(.fetched(try await fetch()))
      } catch: { error, send in
        await send(.failed("\(error)"))
      }
    case .fetched(let text):
      state.text = text
      return .none
    case .failed(let problem):
      state.problem = problem
      return .none
    }
  }
}

/// The article's retry asks four times, and waits between them on the test's clock.
@Suite struct RetryingTests {
  struct Unreachable: Error {}

  private actor Server {
    private(set) var calls = 0
    private let failures: Int

    init(failures: Int) { self.failures = failures }

    func answer() throws -> String {
      calls += 1
      if calls <= failures { throw Unreachable() }
      return "answer \(calls)"
    }
  }

  @Test(arguments: [(0, 0), (1, 1), (2, 3), (3, 7)])
  func anAnswerThatComesLateIsReceived(failures: Int, seconds: Int) async {
    let (clock, server) = (TestClock(), Server(failures: failures))
    let store = TestStore(initialState: Retrying.State()) {
      Retrying { try await server.answer() }
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.fetchButtonTapped)
    await clock.advance(by: .seconds(seconds))
    await store.receive(\.fetched) { $0.text = "answer \(failures + 1)" }
  }

  @Test func theFourthFailureIsReported() async {
    let (clock, server) = (TestClock(), Server(failures: 4))
    let store = TestStore(initialState: Retrying.State()) {
      Retrying { try await server.answer() }
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.fetchButtonTapped)
    await clock.advance(by: .seconds(7))
    await store.receive(\.failed) { $0.problem = "Unreachable()" }
    #expect(await server.calls == 4)
  }
}
