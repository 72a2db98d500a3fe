import Headrace
import IssueReporting
import Testing

@MainActor
struct ScopingTests {
  @Test func aChildStoreShowsItsPartAndSendsThroughItsParent() {
    let store = Store(initialState: TaskList.State()) { TaskList() }
    let filter = store.scope(state: \.filter, action: \.filter)
    filter.send(.queryChanged("milk"))
    #expect(filter.query == "milk")
    #expect(filter.state == store.withState(\.filter))
    store.send(.filter(.queryChanged("bread")))
    #expect(filter.withState(\.query) == "bread")
  }

  @Test func theSameChildStoreComesBackWhileItIsInUse() {
    var state = TaskList.State()
    state.editor = Editor.State(text: "")
    state.rows.append(TaskRow.State(id: 1))
    let store = Store(initialState: state) { TaskList() }
    let filter = store.scope(state: \.filter, action: \.filter)
    let editor = store.scope(state: \.editor, action: \.editor)
    let row = store.scope(state: \.rows, action: \.rows)[id: 1]
    #expect(store.scope(state: \.filter, action: \.filter) === filter)
    #expect(store.scope(state: \.editor, action: \.editor) === editor)
    #expect(store.scope(state: \.rows, action: \.rows)[id: 1] === row)
    #expect(store.scope(state: \.rows, action: \.rows)[0] === row)
  }

  @Test func aChildStoreIsMadeAgainOnceItIsNoLongerInUse() {
    let store = Store(initialState: TaskList.State()) { TaskList() }
    weak let first = store.scope(state: \.filter, action: \.filter)
    #expect(first == nil)
    #expect(store.scope(state: \.filter, action: \.filter).query == "")
  }

  @Test func thereIsNoStoreForAChildThatIsAbsent() {
    let store = Store(initialState: TaskList.State()) { TaskList() }
    #expect(store.scope(state: \.editor, action: \.editor) == nil)
    #expect(store.scope(state: \.rows, action: \.rows).isEmpty)
    #expect(store.scope(state: \.rows, action: \.rows)[id: 1] == nil)
  }

  @Test func aRemovedChildShowsItsLastStateAndIsReported() throws {
    let store = Store(initialState: TaskList.State()) { TaskList() }
    store.send(.editorOpened("draft"))
    let editor = try #require(store.scope(state: \.editor, action: \.editor))
    editor.send(.textChanged("final"))
    #expect(editor.text == "final")
    store.send(.editorClosed)
    withKnownIssue {
      #expect(editor.text == "final")
    } matching: {
      $0.comments.contains {
        $0.rawValue.contains(
          """
          The state of a child that is gone was read: 'State'.

          The store made by 'scope' at HeadraceTests/ScopingTests.swift:48 outlived its child, so \
          it returned the last state that it had shown. Ask the parent for the child's store again \
          before you read: 'scope' returns 'nil' when there is no child.
          """)
      }
    }
    store.send(.editorOpened("again"))
    #expect(editor.text == "again")
  }

  @Test func rowsAreFoundByIDWhereverTheyMove() throws {
    var state = TaskList.State()
    for id in 1...3 { state.rows.append(TaskRow.State(id: id, title: "\(id)")) }
    let store = Store(initialState: state) { TaskList() }
    let third = try #require(store.scope(state: \.rows, action: \.rows)[id: 3])
    store.send(.rowRemoved(1))
    #expect(third.title == "3")
    third.send(.titleChanged("three"))
    #expect(store.withState { $0.rows[id: 3]?.title } == "three")
    #expect(store.scope(state: \.rows, action: \.rows).map(\.title) == ["2", "three"])
  }

  @Test func aChildKeepsTheTreeAlive() {
    var root: StoreOf<TaskList>? = Store(initialState: TaskList.State()) { TaskList() }
    let filter = root?.scope(state: \.filter, action: \.filter)
    root = nil
    filter?.send(.toggled)
    #expect(filter?.isOn == true)
  }

  @Test func childrenOfAChildThatMovesAreFound() throws {
    let store = Store(initialState: Outer.State(list: TaskList.State())) { Outer() }
    let list = try #require(store.scope(state: \.list, action: \.list))
    let filter = list.scope(state: \.filter, action: \.filter)
    filter.send(.queryChanged("deep"))
    #expect(filter.query == "deep")
    #expect(store.withState { $0.list?.filter.query } == "deep")
  }

  @Test func featuresOnAStackHaveStoresUntilTheyLeaveIt() throws {
    let store = Store(initialState: Pile.State()) { Pile() }
    store.send(.pushed("a"))
    store.send(.pushed("b"))
    let stores = store.scope(state: \.path, action: \.path)
    #expect(stores.map(\.text) == ["a", "b"])
    let top = try #require(stores.last)
    var texts: [String] = []
    let token = top.observe { [unowned top] in texts.append(top.text) }
    top.send(.textChanged("c"))
    store.send(.path(.element(id: stores.ids[0], action: .textChanged("d"))))
    #expect(texts == ["b", "c"])
    #expect(store.scope(state: \.path, action: \.path).last === top)
    token.cancel()
    store.send(.path(.popFrom(id: stores.ids[1])))
    #expect(store.scope(state: \.path, action: \.path).map(\.text) == ["d"])
  }

  @Test func aChildOfAnEnumIsThereInItsCaseOnly() throws {
    let store = Store(initialState: Screen.State.editor(Editor.State(text: "a"))) { Screen.body }
    let editor = try #require(store.scope(state: \.editor, action: \.editor))
    editor.send(.textChanged("b"))
    #expect(editor.text == "b")
    var texts: [String?] = []
    let token = store.observe { texts.append(store.editor?.text) }
    editor.send(.textChanged("c"))
    #expect(texts == ["b", "c"])
    token.cancel()
    #expect(store.scope(state: \.filter, action: \.filter) == nil)
  }
}

@Reducer
private struct Outer {
  @ObservableState
  struct State {
    var list: TaskList.State?
  }

  enum Action {
    case list(TaskList.Action)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.list, action: \.list) { TaskList() }
  }
}

@Reducer
private struct Pile {
  @ObservableState
  struct State {
    var path = StackState<Editor.State>()
  }

  enum Action {
    case pushed(String)
    case path(StackActionOf<Editor>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .pushed(let text) = action { state.path.append(Editor.State(text: text)) }
      return .none
    }
    .forEach(\.path, action: \.path) { Editor() }
  }
}

@Reducer
private enum Screen {
  case editor(Editor)
  case filter(Filter)
}
