import CustomDump
import Headrace
import HeadraceTesting
import Testing

/// XState, #5603, for the failures of test stores: a report about an action crashed on a value that
/// contained itself.
@Suite("XState #5603: failures about a value that contains itself", .timeLimit(.minutes(30)))
struct XState5603TestingTests {
  /// Contains itself, so code that prints it child by child never ends.
  final class Ouroboros: @unchecked Sendable, Equatable {
    // Unchecked: it is set once, before anything else sees the instance.
    private var tail: Ouroboros?
    private var tails: [Ouroboros] = []

    init() {
      tail = self
      tails = [self, self]
    }

    static func == (first: Ouroboros, second: Ouroboros) -> Bool { first === second }
  }

  @Reducer
  struct Feature {
    struct State: Equatable { var value: Ouroboros? }
    enum Action: Equatable { case start(Ouroboros), response(Ouroboros), wait }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .start(let value): return .run { await $0(.response(value)) }
      case .response(let value):
        state.value = value
        return .none
      case .wait: return .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
      }
    }
  }

  private func store() -> TestStoreOf<Feature> {
    TestStore(initialState: Feature.State()) { Feature() }
  }

  @Test func anActionThatIsNotReceivedIsReported() async {
    let found = await failures {
      let store = store()
      await store.send(.start(Ouroboros()))
      await store.send(.wait)
      await store.skipReceivedActions(strict: false)
      await store.skipInFlightEffects(strict: false)
    }
    #expect(found.contains { $0.text.contains("not received") })
  }

  @Test func anotherActionIsReported() async {
    let found = await failures {
      let store = store()
      await store.send(.start(Ouroboros()))
      await store.receive(.response(Ouroboros())) { $0.value = Ouroboros() }
    }
    #expect(found.contains { $0.text.contains("Expected to receive") })
  }

  @Test func anotherStateIsReported() async {
    let found = await failures {
      let store = store()
      await store.send(.start(Ouroboros()))
      await store.receive(\.response) { $0.value = Ouroboros() }
    }
    #expect(!found.isEmpty)
  }
}
