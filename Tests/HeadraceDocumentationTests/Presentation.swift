import Headrace
import HeadraceTesting
import Testing

@Reducer
struct Editor {
  struct State: Equatable {
    var text = ""
  }

  enum Action: Equatable {
    case textChanged(String)
    case doneButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .textChanged(let text):
        state.text = text
        return .none
      case .doneButtonTapped:
        return .run { [dismiss] _ in await dismiss() }
      }
    }
  }
}

@Reducer
struct Notes {
  @ObservableState
  struct State: Equatable {
    var note = "Buy milk"
    @Presents var editor: Editor.State?
    @Presents var alert: AlertState<Alert>?
  }

  enum Action: Equatable {
    case editButtonTapped
    case deleteButtonTapped
    case editor(PresentationAction<Editor.Action>)
    case alert(PresentationAction<Alert>)
  }

  enum Alert: Equatable {
    case deletionConfirmed
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .editButtonTapped:
        state.editor = Editor.State(text: state.note)
        return .none
      case .deleteButtonTapped:
        state.alert = AlertState {
          TextState("Delete the note?")
        } actions: {
          ButtonState(role: .destructive, action: .deletionConfirmed) { TextState("Delete") }
          ButtonState(role: .cancel) { TextState("Keep it") }
        }
        return .none
      case .alert(.presented(.deletionConfirmed)):
        state.note = ""
        return .none
      case .editor(.presented(.textChanged(let text))):
        state.note = text
        return .none
      case .editor, .alert:
        return .none
      }
    }
    .ifLet(\.$editor, action: \.editor) { Editor() }
    .ifLet(\.$alert, action: \.alert)
  }
}

@Reducer
struct Folder {
  @Reducer(state: .equatable, action: .equatable)
  enum Destination {
    case editor(Editor)
    case alert(AlertState<Alert>)

    @CasePathable
    enum Alert: Equatable {
      case deletionConfirmed
    }
  }

  struct State: Equatable {
    var note = "Buy milk"
    @Presents var destination: Destination.State?
  }

  enum Action: Equatable {
    case editButtonTapped
    case destination(PresentationAction<Destination.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .editButtonTapped:
        state.destination = .editor(Editor.State(text: state.note))
        return .none
      case .destination(.presented(.editor(.textChanged(let text)))):
        state.note = text
        return .none
      case .destination(.presented(.alert(.deletionConfirmed))):
        state.note = ""
        return .none
      case .destination:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

@Reducer
enum Path {
  case editor(Editor)
  case notes(Notes)
}

extension Path.State: Equatable {}

@Reducer
struct Library {
  struct State: Equatable {
    var path = StackState<Path.State>()
  }

  enum Action {
    case noteTapped
    case path(StackActionOf<Path>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .noteTapped:
        state.path.append(.editor(Editor.State()))
        return .none
      case .path:
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}

struct PresentationArticleTests {
  @Test func anEditorIsPresentedAndLeaves() async {
    let store = TestStore(initialState: Notes.State()) { Notes() }
    await store.send(.editButtonTapped) { $0.editor = Editor.State(text: "Buy milk") }
    await store.send(.editor(.presented(.textChanged("Buy tea")))) {
      $0.editor?.text = "Buy tea"
      $0.note = "Buy tea"
    }
    await store.send(.editor(.presented(.doneButtonTapped)))
    await store.receive(.editor(.dismiss)) { $0.editor = nil }
  }

  @Test func theAnswerEndsTheAlert() async {
    let store = TestStore(initialState: Notes.State()) { Notes() }
    store.exhaustivity = .off
    await store.send(.deleteButtonTapped)
    await store.send(.alert(.presented(.deletionConfirmed))) {
      $0.note = ""
      $0.alert = nil
    }
  }

  @Test func oneOfSeveralDestinationsIsPresented() async {
    let store = TestStore(initialState: Folder.State()) { Folder() }
    await store.send(.editButtonTapped) {
      $0.destination = .editor(Editor.State(text: "Buy milk"))
    }
    await store.send(\.destination.editor.textChanged, "Buy tea") {
      $0.destination?[case: \.editor]?.text = "Buy tea"
      $0.note = "Buy tea"
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func aFeatureOnAStackPopsItself() async {
    let store = TestStore(initialState: Library.State()) { Library() }
    await store.send(.noteTapped) { $0.path[id: 0] = .editor(Editor.State()) }
    await store.send(.path(.element(id: 0, action: .editor(.doneButtonTapped))))
    await store.receive(\.path.popFrom) { $0.path[id: 0] = nil }
  }
}
