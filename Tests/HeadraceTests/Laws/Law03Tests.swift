import Headrace
import Testing

/// A value that copies its buffer when written while shared, as an array does, and counts the
/// copies.
private struct Page {
  final class Buffer { var writeCount = 0 }

  var buffer = Buffer()
  private(set) var copyCount = 0

  var writeCount: Int { buffer.writeCount }

  mutating func write() {
    if !isKnownUniquelyReferenced(&buffer) {
      copyCount += 1
      buffer = Buffer()
    }
    buffer.writeCount += 1
  }
}

/// Writes its page.
@Reducer
private struct Note {
  @ObservableState
  struct State: Identifiable {
    let id: Int
    var page = Page()
  }
  enum Action { case write, writeAndStart }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.page.write()
    return switch action {
    case .write: .none
    case .writeAndStart: .run { _ in }
    }
  }
}

/// The same, without an id and unobserved.
private struct Memo: Reducer {
  struct State { var page = Page() }

  func reduce(into state: inout State, action: Note.Action) -> Effect<Note.Action> {
    state.page.write()
    return switch action {
    case .write: .none
    case .writeAndStart: .run { _ in }
    }
  }
}

@Reducer
private enum Screen {
  case note(Note)
  @ReducerCaseEphemeral case alert(AlertState<Int>)
}

@Reducer
private enum Path {
  case note(Note)
  case memo(Memo)
}

/// Holds pages in every way in which a state can have a child.
@Reducer
private struct Desk {
  @CasePathable
  enum Choice {
    case memo(Memo.State)
    indirect case boxed(Memo.State)
    case nothing
  }

  @ObservableState
  struct State {
    var page = Page()
    var scoped = Note.State(id: 0)
    var optional: Memo.State? = Memo.State()
    var optionalWithID: Note.State? = Note.State(id: 0)
    var choice = Choice.memo(Memo.State())
    var screen = Screen.State.note(Note.State(id: 0))
    @Presents var sheet: Note.State?
    @Presents var destination: Screen.State?
    var rows: IdentifiedArrayOf<Note.State> = [Note.State(id: 0), Note.State(id: 1)]
    var path = StackState<Path.State>([.note(Note.State(id: 0)), .memo(Memo.State())])
    var name = ""

    init() {
      sheet = Note.State(id: 0)
      destination = .note(Note.State(id: 0))
    }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case write
    case scoped(Note.Action)
    case optional(Note.Action)
    case optionalWithID(Note.Action)
    case choice(Note.Action)
    case screen(Screen.Action)
    case sheet(PresentationAction<Note.Action>)
    case destination(PresentationAction<Screen.Action>)
    case rows(IdentifiedActionOf<Note>)
    case path(StackActionOf<Path>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    CombineReducers {
      Scope(state: \.scoped, action: \.scoped) { Note() }
      Scope(state: \.screen, action: \.screen) { Screen.body }
      Scope(state: \.choice, action: \.self) {
        EmptyReducer().ifCaseLet(\.memo, action: \.choice) { Memo() }
      }
    }
    Reduce { state, action in
      if case .write = action { state.page.write() }
      return .none
    }
    .ifLet(\.optional, action: \.optional) { Memo() }
    .ifLet(\.optionalWithID, action: \.optionalWithID) { Note() }
    .ifLet(\.$sheet, action: \.sheet) { Note() }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.rows, action: \.rows) { Note() }
    .forEach(\.path, action: \.path)
    .onChange(of: \.name) { _, _ in .none }
    .dependency(\.uuid, .incrementing)
  }
}

/// The place of a page in the desk's state: the action that writes it, and how to read it.
private struct Place: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let action: @Sendable (Note.Action, Desk.State) -> Desk.Action
  let page: @Sendable (borrowing Desk.State) -> Page?

  static let all: [Self] = [
    Self(
      testDescription: "the store's own feature", action: { _, _ in .write },
      page: { $0.page }),
    Self(testDescription: "Scope", action: { action, _ in .scoped(action) }) { $0.scoped.page },
    Self(testDescription: "ifLet", action: { action, _ in .optional(action) }) {
      $0.optional?.page
    },
    Self(testDescription: "ifLet with ids", action: { action, _ in .optionalWithID(action) }) {
      $0.optionalWithID?.page
    },
    Self(testDescription: "ifCaseLet", action: { action, _ in .choice(action) }) {
      $0.choice[case: \.memo]?.page
    },
    Self(testDescription: "an enum of reducers", action: { action, _ in .screen(.note(action)) }) {
      $0.screen.note?.page
    },
    Self(
      testDescription: "a presented feature", action: { action, _ in .sheet(.presented(action)) }
    ) { $0.sheet?.page },
    Self(
      testDescription: "a destination that could be an alert",
      action: { action, _ in .destination(.presented(.note(action))) }
    ) { $0.destination?.note?.page },
    Self(
      testDescription: "a row", action: { action, _ in .rows(.element(id: 1, action: action)) }
    ) { $0.rows[id: 1]?.page },
    Self(
      testDescription: "an element of a stack",
      action: { action, state in
        .path(.element(id: state.path.ids.first ?? 0, action: .note(action)))
      }
    ) { $0.path[0].note?.page },
    Self(
      testDescription: "an element of a stack without an id",
      action: { action, state in
        .path(.element(id: state.path.ids.last ?? 0, action: .memo(action)))
      }
    ) { $0.path[1].memo?.page },
  ]
}

@MainActor
@Suite("Law 3: in place")
struct Law03Tests {
  @Test("Law 3: no copy of a child's state is taken per action", arguments: Place.all)
  private func aChildIsChangedInPlace(_ place: Place) async {
    let store = Store(initialState: Desk.State()) { Desk() }
    let actions = store.withState { state in
      [place.action(.write, state), place.action(.writeAndStart, state)]
    }
    for _ in 1...3 {
      for action in actions { await store.send(action).finish() }
    }
    let page = store.withState(place.page)
    #expect(page?.writeCount == 6)
    #expect(page?.copyCount == 0)
  }

  @Test("Law 3: effects in flight and observers don't make copies", arguments: Place.all)
  private func aChildIsChangedInPlaceWhileObserved(_ place: Place) async {
    let store = Store(initialState: Desk.State()) { Desk() }
    var readCount = 0
    let token = store.observe {
      _ = (store.name, store.scoped.id, store.rows.count, store.sheet?.id)
      readCount += 1
    }
    let child = store.scope(state: \.scoped, action: \.scoped)
    let childToken = child.observe { readCount += child.page.writeCount >= 0 ? 1 : 0 }
    let action = store.withState { place.action(.writeAndStart, $0) }
    for _ in 1...3 { await store.send(action).finish() }
    let page = store.withState(place.page)
    #expect(page?.writeCount == 3)
    #expect(page?.copyCount == 0)
    #expect(readCount >= 2)
    token.cancel()
    childToken.cancel()
  }

  @Test("Law 3: making a store takes no copy of its initial state")
  func theInitialStateIsTheStores() {
    let store = Store(initialState: Desk.State()) { Desk() }
    store.send(.write)
    #expect(store.withState { $0.page.copyCount } == 0)
  }

  @Test("Law 3: a copy that is kept outside makes the store take one, and no more")
  func aCopyOutsideIsKeptApart() {
    let store = Store(initialState: Desk.State()) { Desk() }
    store.send(.write)
    let kept = store.state
    for _ in 1...3 { store.send(.write) }
    #expect(store.withState { $0.page.copyCount } == 1)
    #expect(kept.page.writeCount == 1)
  }

  @Test("Law 3: in place, no copy of state is taken per action", arguments: [10, 10_000])
  func stateIsChangedInPlace(rowCount: Int) {
    typealias Buffer = StateIsChangedInPlace.Buffer
    typealias Value = StateIsChangedInPlace.Value
    typealias Row = StateIsChangedInPlace.Row
    typealias List = StateIsChangedInPlace.List
    let rows = IdentifiedArray(uniqueElements: (0..<rowCount).map { Row.State(id: $0) })
    let store = Store(initialState: List.State(rows: rows)) { List() }
    let last = rowCount - 1
    for _ in 1...3 {
      store.send(.rows(.element(id: last, action: .write)))
      store.send(.optional(.write))
      store.send(.choice(.write))
    }
    // The test itself still has the rows that it passed: one copy of the array, none of the values
    // after the first.
    #expect(store.state.value.copies == 0)
    #expect(store.withState { $0.rows[id: last]?.value.copies } == 1)
    #expect(store.withState { $0.rows[id: last]?.value.buffer.writes } == 3)
    #expect(store.withState { $0.optional?.value.copies } == 0)
    #expect(store.withState { $0.choice[case: \.row]?.value.copies } == 0)
    withExtendedLifetime(rows) {}
  }
}

// MARK: - Fixtures

extension Law03Tests {
  fileprivate enum StateIsChangedInPlace {
    final class Buffer { var writes = 0 }

    /// Copies itself when it is changed while shared, as an array does, and counts the copies.
    struct Value {
      var buffer = Buffer()
      var copies = 0
      mutating func write() {
        if !isKnownUniquelyReferenced(&buffer) {
          copies += 1
          buffer = Buffer()
        }
        buffer.writes += 1
      }
    }

    struct Row: Reducer {
      struct State: Identifiable {
        let id: Int
        var value = Value()
      }
      enum Action { case write }
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        state.value.write()
        return .none
      }
    }

    struct List: Reducer {
      struct State {
        var value = Value()
        var rows: IdentifiedArrayOf<Row.State> = []
        var optional: Row.State? = Row.State(id: -1)
        var choice = Choice.row(Row.State(id: -2))
      }
      @CasePathable
      enum Choice { case row(Row.State) }
      @CasePathable
      enum Action {
        case rows(IdentifiedActionOf<Row>)
        case optional(Row.Action)
        case choice(Row.Action)
      }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          state.value.write()
          return .none
        }
        .forEach(\.rows, action: \.rows) { Row() }
        .ifLet(\.optional, action: \.optional) { Row() }
        Scope(state: \.choice, action: \.self) {
          EmptyReducer().ifCaseLet(\.row, action: \.choice) { Row() }
        }
      }
    }
  }
}
