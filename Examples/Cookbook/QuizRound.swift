import Headrace

/// Counts right answers until the time is over, for ``Quiz``.
@Reducer
struct QuizRound {
  struct State: Equatable {
    let player: String
    var score = 0
    var secondsLeft = 3
  }

  enum Action: Equatable {
    case started
    case answered(isRight: Bool)
    case secondPassed
    case delegate(Delegate)
  }

  @CasePathable
  enum Delegate: Equatable {
    case finished(player: String, score: Int)
  }

  @Dependency(\.continuousClock) private var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .started:
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
        }
      case .answered(let isRight):
        state.score += isRight ? 1 : 0
        return .none
      case .secondPassed:
        state.secondsLeft -= 1
        guard state.secondsLeft == 0 else { return .none }
        return .send(.delegate(.finished(player: state.player, score: state.score)))
      case .delegate:
        return .none
      }
    }
  }
}
