import Headrace

/// Teaches `@Presents` and `ifLet`: the recording of a meeting, presented by the list of meetings.
///
/// The recording is optional state. When it becomes `nil`, its timer ends, too.
@Reducer
struct Meetings {
  struct State: Equatable {
    var secondsRecorded: [Int] = []
    @Presents var recording: RecordMeeting.State?
  }

  enum Action: Equatable {
    case startButtonTapped(speakers: [String])
    case recording(PresentationAction<RecordMeeting.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped(let speakers):
        guard !speakers.isEmpty else { return .none }
        state.recording = RecordMeeting.State(speakers: speakers, secondsPerSpeaker: 2)
        return .none
      case .recording(.presented(.delegate(.recorded(let seconds)))):
        state.secondsRecorded.append(seconds)
        state.recording = nil
        return .none
      case .recording:
        return .none
      }
    }
    .ifLet(\.$recording, action: \.recording) { RecordMeeting() }
  }
}
