import Headrace

/// The feature whose actions are committed, as an author writes it.
@Reducer
struct Note {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var title = ""
    var changeCount = 0
  }

  enum Action: Codable, Sendable {
    case titleChanged(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .titleChanged(let title):
        state.title = title
        state.changeCount += 1
        return .none
      }
    }
  }
}

extension Note.Action {
  static let change = Note.Action.titleChanged(
    "A title that is too long for a string to hold in itself")
}
