import Headrace

/// Teaches `StackState`: screens of several kinds on one stack.
///
/// A screen requests the next one by `delegate`; only the stack pushes. Popping a screen also pops
/// all above it.
@Reducer
struct Bookshelf {
  @Reducer(state: .codable, .equatable, action: .codable, .equatable)
  enum Path {
    case book(BookPage)
    case author(AuthorPage)
  }

  struct State: Codable, Equatable {
    var path = StackState<Path.State>()
    var titles = ["Emma", "Persuasion"]
  }

  enum Action: Codable, Equatable {
    case bookTapped(title: String)
    case closeAllButtonTapped
    case path(StackActionOf<Path>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .bookTapped(let title):
        guard state.titles.contains(title) else { return .none }
        state.path.append(.book(BookPage.State(title: title)))
        return .none
      case .closeAllButtonTapped:
        state.path.removeAll()
        return .none
      case .path(.element(_, action: .book(.delegate(.authorRequested)))):
        state.path.append(.author(AuthorPage.State(name: "Jane Austen")))
        return .none
      case .path(.element(let id, action: .author(.delegate(.doneReading)))):
        state.path.pop(from: id)
        return .none
      case .path:
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}
