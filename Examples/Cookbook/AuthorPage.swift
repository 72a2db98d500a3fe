import Headrace

/// An author on the stack of ``Bookshelf``.
@Reducer
struct AuthorPage {
  struct State: Equatable {
    let name: String
  }

  enum Action: Equatable {
    case doneButtonTapped
    case delegate(Delegate)
  }

  @CasePathable
  enum Delegate: Equatable {
    case doneReading
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .doneButtonTapped: .send(.delegate(.doneReading))
    case .delegate: .none
    }
  }
}
