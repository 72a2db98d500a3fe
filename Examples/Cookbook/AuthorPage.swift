import Headrace

/// An author on the stack of ``Bookshelf``.
@Reducer
struct AuthorPage {
  struct State: Codable, Equatable {
    let name: String
  }

  enum Action: Codable, Equatable {
    case doneButtonTapped
    case delegate(Delegate)
  }

  @CasePathable
  enum Delegate: Codable, Equatable {
    case doneReading
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .doneButtonTapped: .send(.delegate(.doneReading))
    case .delegate: .none
    }
  }
}
