import Headrace

/// Asks for one to five stars; as with an alert, the answer ends it.
struct StarQuestion: EphemeralState, Equatable {
  @CasePathable
  enum Action: Equatable {
    case answered(stars: Int)
  }

  let title: String
}
