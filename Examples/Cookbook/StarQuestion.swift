import Headrace

/// Asks for one to five stars. As with an alert, the answer ends the question.
struct StarQuestion: EphemeralState, Equatable {
  @CasePathable
  enum Action: Equatable {
    case answered(stars: Int)
  }

  let title: String
}
