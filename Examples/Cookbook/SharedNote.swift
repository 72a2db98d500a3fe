import Headrace

/// A note that others may only read, for ``Refusing``.
@Reducer
struct SharedNote {
  struct State: Equatable {
    var text = ""
    var isOwner: Bool
    var countdown: Countdown.State?
  }

  enum Action: Equatable {
    case edit(Edit)
    case closed
    case countdown(Countdown.Action)
  }

  @CasePathable
  enum Edit: Equatable {
    case textChanged(String)
    case deletionRequested(minutesLeft: Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .edit(.textChanged(let text)):
        state.text = text
        return .none
      case .edit(.deletionRequested(let minutesLeft)):
        state.countdown = Countdown.State(id: 1, name: "deletion", minutesLeft: minutesLeft)
        return .send(.countdown(.started))
      case .closed:
        state.countdown = nil
        return .none
      case .countdown:
        return .none
      }
    }
    .ifLet(\.countdown, action: \.countdown) { Countdown() }
    .refusing { action, state in action.is(\.edit) && !state.isOwner }
  }
}
