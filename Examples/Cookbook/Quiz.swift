import Headrace

/// Teaches `ifCaseLet`: a feature whose state is one of several, with a reducer for each.
///
/// There is no question without a round and no name to type during it: the types say so. When the
/// case changes, the effects of the previous case end, so the round's timer needs no other end.
@Reducer
struct Quiz {
  @CasePathable
  enum State: Equatable {
    case lobby(QuizLobby.State)
    case round(QuizRound.State)
    case finished(player: String, score: Int)
  }

  enum Action: Equatable {
    case lobby(QuizLobby.Action)
    case round(QuizRound.Action)
    case againButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .lobby(.delegate(.started(let player))):
        state = .round(QuizRound.State(player: player))
        return .send(.round(.started))
      case .round(.delegate(.finished(let player, let score))):
        state = .finished(player: player, score: score)
        return .none
      case .againButtonTapped:
        state = .lobby(QuizLobby.State())
        return .none
      case .lobby, .round:
        return .none
      }
    }
    .ifCaseLet(\.lobby, action: \.lobby) { QuizLobby() }
    .ifCaseLet(\.round, action: \.round) { QuizRound() }
  }
}
