import Headrace
import Testing

@Reducer
private struct Page {
  @ObservableState
  struct State {
    var box = Box()
    var other = 0
    var pages: [State] = []

    var earlierHeader: Title.State? { pages.first?.box.header }

    /// A child inside one field.
    var header: Title.State? {
      get { box.header }
      set { box.header = newValue }
    }
  }

  @ObservableState
  struct Box {
    var header: Title.State?
    var size = 0
    var rows: IdentifiedArrayOf<Title.State> = []
  }

  @CasePathable
  enum Action {
    case change((inout State) -> Void)
    case header(Title.Action)
    case rows(IdentifiedActionOf<Title>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .change(let change) = action { change(&state) }
      return .none
    }
    .ifLet(\.header, action: \.header) { Title() }
    .forEach(\.box.rows, action: \.rows) { Title() }
  }
}

@Reducer
private struct Title {
  @ObservableState
  struct State: Identifiable {
    var id = 0
    var text = 0
    var rank = 0
  }

  enum Action {
    case text(Int)
    case rank(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .text(let text): state.text = text
      case .rank(let rank): state.rank = rank
      }
      return .none
    }
  }
}

@Reducer
private struct Shelf {
  @ObservableState
  @CasePathable
  enum State {
    case boxed(Page.State)
    case bare(Title.State)

    /// A child deeper inside one of the cases.
    var header: Title.State? {
      get { if case .boxed(let page) = self { page.header } else { nil } }
      set {
        guard case .boxed(var page) = self else { return }
        page.header = newValue
        self = .boxed(page)
      }
    }
  }

  // No reducer runs the header here: only its store is requested. Under this name it is not
  // mistaken for a forgotten child.
  typealias HeaderAction = Title.Action

  @CasePathable
  enum Action {
    case change((inout State) -> Void)
    case header(HeaderAction)
    case boxed(Page.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .change(let change) = action { change(&state) }
      return .none
    }
    .ifCaseLet(\.boxed, action: \.boxed) { Page() }
  }
}

/// An optional child that a computed property finds inside a field.
@Suite("Law 12: computed children")
@MainActor
struct ComputedChildTests {
  private let store: StoreOf<Page>

  init() {
    store = Store(initialState: Page.State()) { Page() }
  }

  private func header() -> StoreOf<Title>? { store.scope(state: \.header, action: \.header) }

  @Test func anObserverIsNotifiedWhenTheChildAppearsLeavesAndChanges() {
    let text = Watch(store) { header()?.text }
    let isThere = Watch(store) { header() != nil }
    let rank = Watch(store) { store.header?.rank }
    store.send(.change { $0.box.size = 1 })
    store.send(.change { $0.other = 1 })
    #expect(text.seen == [nil])
    #expect(isThere.seen == [false])
    #expect(rank.values == [nil])
    store.send(.change { $0.header = Title.State(text: 1) })
    #expect(text.seen == [nil, 1])
    #expect(isThere.seen == [false, true])
    #expect(rank.values == [nil, 0])
    store.send(.header(.text(2)))
    store.send(.change { $0.box.header?.text = 3 })
    #expect(text.seen == [nil, 1, 2, 3])
    #expect(isThere.seen == [false, true])
    store.send(.header(.rank(4)))
    store.send(.change { $0.header?.rank = 5 })
    #expect(text.seen == [nil, 1, 2, 3])
    #expect(rank.values == [nil, 0, 4, 5])
    store.send(.change { $0.box = Page.Box() })
    #expect(text.seen == [nil, 1, 2, 3, nil])
    #expect(isThere.seen == [false, true, false])
    #expect(rank.values == [nil, 0, 4, 5, nil])
    store.send(.change { $0.box.header = Title.State(text: 6) })
    #expect(text.seen == [nil, 1, 2, 3, nil, 6])
    #expect(isThere.seen == [false, true, false, true])
  }

  /// Restored copies of the box bring their child.
  @Test func aBoxThatIsPutBackBringsItsChild() {
    store.send(.change { $0.header = Title.State(text: 1) })
    let saved = store.withState(\.box)
    let text = Watch(store) { header()?.text }
    let isThere = Watch(store) { header() != nil }
    store.send(.header(.text(2)))
    store.send(.change { $0.box = saved })
    #expect(text.seen == [1, 2, 1])
    #expect(isThere.seen == [true])
    store.send(.change { $0.header = nil })
    store.send(.change { $0.box = saved })
    #expect(text.seen == [1, 2, 1, nil, 1])
    #expect(isThere.seen == [true, false, true])
  }

  @Test func rowsFurtherInsideComeAndGo() {
    let rows = { store.scope(state: \.box.rows, action: \.rows) }
    let ids = Watch(store) { rows().ids }
    let text = Watch(store) { rows()[id: 1]?.text }
    store.send(.change { $0.box.size = 1 })
    #expect(ids.seen == [[]])
    #expect(text.seen == [nil])
    store.send(.change { $0.box.rows.append(Title.State(id: 1, text: 1)) })
    #expect(ids.seen == [[], [1]])
    #expect(text.seen == [nil, 1])
    store.send(.rows(.element(id: 1, action: .text(2))))
    store.send(.rows(.element(id: 1, action: .rank(3))))
    #expect(ids.seen == [[], [1]])
    #expect(text.seen == [nil, 1, 2])
    store.send(.change { $0.box.rows.append(Title.State(id: 2)) })
    #expect(ids.seen == [[], [1], [1, 2]])
    #expect(text.values == [nil, 1, 2])
    store.send(.change { $0.box.rows.remove(id: 1) })
    #expect(ids.seen == [[], [1], [1, 2], [2]])
    #expect(text.values == [nil, 1, 2, nil])
  }

  /// It is first looked for in another case, and removed when it lies deeper.
  @Test func aChildInsideACaseComesAndGoes() {
    let store = Store(initialState: .bare(Title.State())) { Shelf() }
    let isThere = Watch(store) { store.scope(state: \.header, action: \.header) != nil }
    store.send(.change { $0 = .bare(Title.State(text: 1)) })
    #expect(isThere.values == [false])
    store.send(.change { $0 = .boxed(Page.State()) })
    #expect(isThere.values == [false])
    store.send(.boxed(.change { $0.box.header = Title.State() }))
    #expect(isThere.values == [false, true])
    store.send(.boxed(.change { $0.box.size = 1 }))
    store.send(.boxed(.change { $0.box.header?.text = 1 }))
    #expect(isThere.values == [false, true])
    store.send(.boxed(.change { $0.box.header = nil }))
    #expect(isThere.values == [false, true, false])
    store.send(.change { $0.header = Title.State() })
    #expect(isThere.values == [false, true, false, true])
    store.send(.change { $0 = .bare(Title.State()) })
    #expect(isThere.values == [false, true, false, true, false])
  }

  /// A copy of the state within itself has a child, or not.
  @Test func aChildInsideACopyComesAndGoes() {
    let first = Watch(store) { store.scope(state: \.earlierHeader, action: \.header) != nil }
    store.send(.change { $0.pages.append($0) })
    #expect(first.values == [false])
    store.send(.change { $0.pages[0].box.header = Title.State() })
    #expect(first.values == [false, true])
    store.send(.change { $0.pages[0].box.header = nil })
    #expect(first.values == [false, true, false])
  }
}
