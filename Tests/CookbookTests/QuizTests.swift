import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct QuizTests {
  private let clock = TestClock()

  private func makeStore(_ state: Quiz.State) -> TestStoreOf<Quiz> {
    TestStore(initialState: state) {
      Quiz()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func aRoundCountsAnswersUntilItsTimeIsOver() async {
    let store = makeStore(.lobby(QuizLobby.State()))
    await store.send(\.lobby.startButtonTapped)
    await store.send(\.lobby.nameChanged, "Ada") { $0.modify(\.lobby) { $0.name = "Ada" } }
    await store.send(\.lobby.startButtonTapped)
    await store.receive(\.lobby.delegate.started, "Ada") {
      $0 = .round(QuizRound.State(player: "Ada"))
    }
    await store.receive(\.round.started)
    for score in 1...2 {
      await store.send(\.round.answered, true) { $0.modify(\.round) { $0.score = score } }
      await store.send(\.round.answered, false)
    }
    for secondsLeft in [2, 1, 0] {
      await clock.advance(by: .seconds(1))
      await store.receive(\.round.secondPassed) {
        $0.modify(\.round) { $0.secondsLeft = secondsLeft }
      }
    }
    await store.receive(\.round.delegate.finished) { $0 = .finished(player: "Ada", score: 2) }
    await clock.advance(by: .seconds(5))
    await store.send(.againButtonTapped) { $0 = .lobby(QuizLobby.State()) }
  }

  @Test func leavingARoundEndsItsTimer() async {
    let store = makeStore(.round(QuizRound.State(player: "Ada")))
    await store.send(\.round.started)
    await clock.advance(by: .seconds(1))
    await store.receive(\.round.secondPassed) { $0.modify(\.round) { $0.secondsLeft = 2 } }
    await store.send(.againButtonTapped) { $0 = .lobby(QuizLobby.State()) }
    await clock.advance(by: .seconds(5))
    await store.finish()
  }
}
