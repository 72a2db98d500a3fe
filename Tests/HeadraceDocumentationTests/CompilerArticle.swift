import Headrace
import HeadraceTesting
import Testing

@Reducer
struct BookShelf {
  struct State: Equatable {
    var book = "Emma"
    var saved: [String] = []
    @Presents var destination: Destination.State?
  }

  enum Action {
    case saveButtonTapped
    case renameButtonTapped
    case saved(Result<String, any Error>)
    case destination(PresentationAction<Destination.Action>)
  }

  @Reducer(state: .equatable)
  enum Destination {
    case edit(BookEditor)
  }

  @Dependency(\.bookLibrary) var library

  var body: some ReducerOf<Self> {
    Reduce { [library] state, action in
      switch action {
      case .saveButtonTapped:
        return .run { [book = state.book] send in
          await send(.saved(Result { try await library.save(book) }))
        }
      case .renameButtonTapped:
        state.destination?[case: \.edit]?.title = "New"
        return .none
      case .saved(.success(let book)):
        state.saved.append(book)
        return .none
      case .saved(.failure), .destination:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

@Reducer
struct BookEditor {
  struct State: Equatable { var title = "" }
  enum Action { case closed }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

struct BookLibrary: TestDependencyKey {
  var save: @Sendable (String) async throws -> String
  static var testValue: BookLibrary { BookLibrary { $0 } }
}

extension DependencyValues {
  var bookLibrary: BookLibrary {
    get { self[BookLibrary.self] }
    set { self[BookLibrary.self] = newValue }
  }
}

@Suite struct CompilerArticleTests {
  @Test func stateIsCarriedIntoAnEffect() async {
    let store = TestStore(initialState: BookShelf.State()) { BookShelf() }
    await store.send(.saveButtonTapped)
    await store.receive(\.saved.success, "Emma") { $0.saved = ["Emma"] }
  }

  @Test func aPayloadIsWrittenThroughItsCase() async {
    let store = TestStore(
      initialState: BookShelf.State(destination: .edit(BookEditor.State()))
    ) { BookShelf() }
    await store.send(.renameButtonTapped) {
      $0.destination = .edit(BookEditor.State(title: "New"))
    }
  }
}
