import Headrace
import HeadraceCompatibility
import HeadraceTesting
import Testing

/// Names for tests that authors bring from The Composable Architecture and its libraries.
@Suite struct TestingNameTests {
  struct Greeter: TestDependencyKey, Equatable {
    var text = "test"
    static let testValue = Greeter()
  }

  @Reducer struct Asking {
    struct State: Equatable { var text = "" }
    enum Action: Equatable { case asked, answered(String), counted(Int, String), ended }
    @Dependency(Greeter.self) var greeter
    @Dependency(\.continuousClock) var clock
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .asked:
          return .run { [clock, greeter] send in
            try await clock.sleep(for: .seconds(1))
            await send(.answered(greeter.text))
            await send(.counted(1, "one"))
            await send(.ended)
          }
        case .answered(let text):
          state.text = text
          return .none
        case .counted, .ended:
          return .none
        }
      }
    }
  }

  @Test(.dependency(Greeter(text: "given")))
  func slashesAreReceived() async {
    let store = TestStore(initialState: Asking.State()) {
      Asking()
    } withDependencies: {
      $0.continuousClock = .immediate
    }
    store.useMainSerialExecutor = true
    #expect(store.useMainSerialExecutor)
    await store.send(.asked)
    await store.receive(/Asking.Action.answered) { $0.text = "given" }
    await store.receive(/Asking.Action.counted)
    await store.receive(/Asking.Action.ended)
  }

  @Test func theSerialExecutorIsThereAlready() async {
    #expect(withMainSerialExecutor { 1 } == 1)
    let two = await withMainSerialExecutor {
      await Task.yield()
      return 2
    }
    #expect(two == 2)
  }

  @Test(.mainSerialExecutor) func theSerialExecutorCanBeAskedFor() {
    uncheckedUseMainSerialExecutor = true
    #expect(uncheckedUseMainSerialExecutor)
  }

  @Test func momentsHaveTheirDistanceFromTheBeginning() async {
    let clock = TestClock()
    await clock.advance(by: .seconds(2))
    #expect(clock.now.offset == .seconds(2))
    #expect(ImmediateClock<Duration>.Instant(offset: .seconds(3)).offset == .seconds(3))
  }

  @Test(.dependencies { $0.continuousClock = TestClock() })
  func aDependencyIsReadAsTheTypeThatTheTestHasGivenIt() async {
    @Dependency(\.continuousClock, as: TestClock<Duration>.self) var clock
    await clock.advance(by: .seconds(1))
    #expect(clock.now.offset == .seconds(1))
  }

  @Test(.dependencies { $0[PlayerKey.self] = QuietPlayer(volume: 3) })
  func theValueOfAKeyIsReadAsTheTypeThatTheTestHasGivenIt() {
    @Dependency(PlayerKey.self, as: QuietPlayer.self) var player
    #expect(player.volume == 3)
  }

  @Test func anotherTypeStopsTheTest() async {
    await #expect(processExitsWith: .failure) {
      withDependencies {
        $0[PlayerKey.self] = LoudPlayer()
      } operation: {
        @Dependency(PlayerKey.self, as: QuietPlayer.self) var player
        _ = player.volume
      }
    }
  }
}

private protocol Player: Sendable {}
private struct QuietPlayer: Player { var volume = 1 }
private struct LoudPlayer: Player {}

private enum PlayerKey: TestDependencyKey {
  static var testValue: any Player { QuietPlayer() }
}
