import Headrace

/// Teaches two more kinds of destinations: a screen without a reducer, and a question.
///
/// An ignored case is only state; the host shows it and dismisses it. An ephemeral case is a
/// question of a custom kind. Its first action ends it, so no code has to remove it.
@Reducer
struct Gallery {
  @Reducer(state: .equatable, action: .equatable)
  enum Destination {
    case caption(CaptionEditor)
    @ReducerCaseIgnored case preview(picture: String)
    @ReducerCaseEphemeral case stars(StarQuestion)
  }

  struct State: Equatable {
    var captions = ["sea.png": "", "hill.png": ""]
    var stars: [String: Int] = [:]
    @Presents var destination: Destination.State?
  }

  enum Action: Equatable {
    case view(View)
    case destination(PresentationAction<Destination.Action>)
  }

  @CasePathable
  enum View: Equatable {
    case pictureTapped(String)
    case captionTapped(String)
    case starsTapped(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(.pictureTapped(let picture)):
        state.destination = .preview(picture: picture)
        return .none
      case .view(.captionTapped(let picture)):
        guard let text = state.captions[picture] else { return .none }
        state.destination = .caption(CaptionEditor.State(picture: picture, text: text))
        return .none
      case .view(.starsTapped(let picture)):
        state.destination = .stars(StarQuestion(title: picture))
        return .none
      case .destination(.presented(.caption(.delegate(.saved(let text, let picture))))):
        state.captions[picture] = text
        return .none
      case .destination(.presented(.stars(.answered(let count)))):
        if let picture = state.destination?.stars?.title { state.stars[picture] = count }
        return .none
      case .destination:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

/// Asks for one to five stars. As with an alert, the answer ends the question.
nonisolated struct StarQuestion: EphemeralState, Equatable {
  @CasePathable
  enum Action: Equatable {
    case answered(stars: Int)
  }

  let title: String
}
