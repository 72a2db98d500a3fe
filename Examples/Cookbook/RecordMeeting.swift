import Headrace

/// Teaches a timer, an alert, and `dismiss`: a meeting that is recorded until its time is over.
///
/// A meeting that is discarded dismisses itself, and doesn't know what presents it. Of one that is
/// kept it tells the parent, which dismisses it with the same action: by a dismissal of its own,
/// which takes effect later, a second tap could record it twice.
@Reducer
struct RecordMeeting {
  struct State: Equatable {
    let speakers: [String]
    let secondsPerSpeaker: Int
    var secondsElapsed = 0
    @Presents var alert: AlertState<Alert>?

    var speakerIndex: Int { min(secondsElapsed / secondsPerSpeaker, speakers.count - 1) }
    var secondsLeft: Int { speakers.count * secondsPerSpeaker - secondsElapsed }
  }

  enum Action: Equatable {
    case view(View)
    case inner(Inner)
    case alert(PresentationAction<Alert>)
    case delegate(Delegate)
  }

  @CasePathable
  enum View: Equatable {
    case appeared
    case nextButtonTapped
    case endButtonTapped
  }

  @CasePathable
  enum Inner: Equatable {
    case ticked
  }

  @CasePathable
  enum Alert: Equatable {
    case saveConfirmed
    case discardConfirmed
  }

  @CasePathable
  enum Delegate: Equatable {
    case recorded(seconds: Int)
  }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.dismiss) private var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(.appeared):
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.inner(.ticked)) }
        }
      case .view(.nextButtonTapped):
        state.secondsElapsed = (state.speakerIndex + 1) * state.secondsPerSpeaker
        return state.secondsLeft == 0 ? end(state) : .none
      case .view(.endButtonTapped):
        state.alert = .endMeeting
        return .none
      case .inner(.ticked):
        // The time does not run while the user is asked.
        guard state.alert == nil, state.secondsLeft > 0 else { return .none }
        state.secondsElapsed += 1
        return state.secondsLeft == 0 ? end(state) : .none
      case .alert(.presented(.saveConfirmed)):
        return end(state)
      case .alert(.presented(.discardConfirmed)):
        return .run { [dismiss] _ in await dismiss() }
      case .alert, .delegate:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func end(_ state: State) -> Effect<Action> {
    .send(.delegate(.recorded(seconds: state.secondsElapsed)))
  }
}

nonisolated extension AlertState<RecordMeeting.Alert> {
  static var endMeeting: Self {
    AlertState {
      TextState("End the meeting?")
    } actions: {
      ButtonState(action: .saveConfirmed) { TextState("Save and end") }
      ButtonState(role: .destructive, action: .discardConfirmed) { TextState("Discard") }
      ButtonState(role: .cancel) { TextState("Go on") }
    }
  }
}
