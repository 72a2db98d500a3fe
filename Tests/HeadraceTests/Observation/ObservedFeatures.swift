import Headrace

/// A list of tasks with a note beside it; everything observable.
@Reducer
struct TaskList {
  @ObservableState
  struct State: Equatable {
    var title = "Today"
    var openCount = 0
    var filter = Filter.State()
    var editor: Editor.State?
    var rows: IdentifiedArrayOf<TaskRow.State> = []
  }

  enum Action {
    case titleChanged(String)
    case countedTwice
    case nothingHappened
    case editorOpened(String)
    case editorClosed
    case rowAdded(Int)
    case rowRemoved(Int)
    case rowReplaced(Int, String)
    case stateReplaced
    case filter(Filter.Action)
    case editor(Editor.Action)
    case rows(IdentifiedActionOf<TaskRow>)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.filter, action: \.filter) { Filter() }
    Reduce { state, action in
      switch action {
      case .titleChanged(let title):
        state.title = title
        return .none
      case .countedTwice:
        state.openCount += 1
        return state.openCount.isMultiple(of: 2) ? .none : .send(.countedTwice)
      case .nothingHappened:
        state.title = state.title
        return .none
      case .editorOpened(let text):
        state.editor = Editor.State(text: text)
        return .none
      case .editorClosed:
        state.editor = nil
        return .none
      case .rowAdded(let id):
        state.rows.append(TaskRow.State(id: id))
        return .none
      case .rowRemoved(let id):
        state.rows[id: id] = nil
        return .none
      case .rowReplaced(let id, let title):
        state.rows[id: id] = TaskRow.State(id: id, title: title)
        return .none
      case .stateReplaced:
        state = State()
        return .none
      case .filter, .editor, .rows:
        return .none
      }
    }
    .ifLet(\.editor, action: \.editor) { Editor() }
    .forEach(\.rows, action: \.rows) { TaskRow() }
  }
}

@Reducer
struct Filter {
  @ObservableState
  struct State: Equatable {
    var query = ""
    var isOn = false
  }

  enum Action {
    case queryChanged(String)
    case toggled
    case reset
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query): state.query = query
      case .toggled: state.isOn.toggle()
      case .reset: state = State()
      }
      return .none
    }
  }
}

@Reducer
struct Editor {
  @ObservableState
  struct State: Equatable {
    var text: String
  }

  enum Action {
    case textChanged(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .textChanged(let text): state.text = text
      }
      return .none
    }
  }
}

@Reducer
struct TaskRow {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var title = ""
    var isDone = false
  }

  enum Action {
    case titleChanged(String)
    case toggled
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .titleChanged(let title): state.title = title
      case .toggled: state.isDone.toggle()
      }
      return .none
    }
  }
}

/// A feature whose state has no macro.
struct PlainCounter: Reducer {
  struct State {
    var count = 0
    var other = 0
  }

  enum Action { case increment, none }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if action == .increment { state.count += 1 }
    return .none
  }
}
