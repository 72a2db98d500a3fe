import Headrace
import Testing

extension ThirdAttack {
  /// Calls equal reducers by hand on parts, for the addressed part alone.
  @Reducer
  struct Sheet {
    enum Way: CaseIterable, Sendable { case array, rows, copy, dictionary }

    @ObservableState
    struct State: Identifiable {
      let id: Int
      var way = Way.array
      var list = [Part.State(id: 1), Part.State(id: 2)]
      var rows: IdentifiedArrayOf<Part.State> = [Part.State(id: 1), Part.State(id: 2)]
      var named = [1: Part.State(id: 1), 2: Part.State(id: 2)]
      var left = Leaf.State(id: 1)
      var right = Leaf.State(id: 2)
    }

    enum Action {
      case part(Int, Part.Action)
      case left(Leaf.Action)
      case right(Leaf.Action)
      case stopAll
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .part(let id, let action):
        return reduce(id, into: &state, action: action).map { .part(id, $0) }
      case .left(let action):
        return Leaf().reduce(into: &state.left, action: action).map { .left($0) }
      case .right(let action):
        return Leaf().reduce(into: &state.right, action: action).map { .right($0) }
      case .stopAll:
        return .cancel(id: Leaf.CancelID.work)
      }
    }

    private func reduce(
      _ id: Int, into state: inout State, action: Part.Action
    ) -> Effect<Part.Action> {
      switch state.way {
      case .array:
        return Part().reduce(into: &state.list[id - 1], action: action)
      case .rows:
        return Part().reduce(into: &state.rows[id - 1], action: action)
      case .copy:
        var copy = state.list[id - 1]
        defer { state.list[id - 1] = copy }
        return Part().reduce(into: &copy, action: action)
      case .dictionary:
        return Part().reduce(into: &state.named[id, default: Part.State(id: id)], action: action)
      }
    }
  }

  /// Runs a search by hand on a part that is made anew for each action, and whose case changes.
  @Reducer
  struct Desk {
    @Reducer
    struct Search {
      @ObservableState
      enum State: Equatable {
        case idle
        case loading
      }

      enum Action { case start, stop }

      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .start:
          state = .loading
          return .run { _ in try await forever() }.cancellable(id: Leaf.CancelID.work)
        case .stop:
          state = .idle
          return .cancel(id: Leaf.CancelID.work)
        }
      }
    }

    @ObservableState
    struct State {
      var isLoading = false
      var search: Search.State {
        get { isLoading ? .loading : .idle }
        set { isLoading = newValue == .loading }
      }
    }

    enum Action { case search(Search.Action) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .search(let action):
        Search().reduce(into: &state.search, action: action).map { .search($0) }
      }
    }
  }

  @Reducer
  struct Binder {
    @ObservableState
    struct State { var sheets: IdentifiedArrayOf<Sheet.State> = [] }

    enum Action {
      case remove(Int)
      case sheets(IdentifiedActionOf<Sheet>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .remove(let id) = action { state.sheets.remove(id: id) }
        return .none
      }
      .forEach(\.sheets, action: \.sheets) { Sheet() }
    }
  }

  /// Calls parts by hand in its body.
  @Reducer
  struct Folder {
    @ObservableState
    struct State: Identifiable {
      let id: Int
      var list = [Part.State(id: 1), Part.State(id: 2)]
    }

    enum Action { case part(Int, Part.Action) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .part(let id, let action):
          Part().reduce(into: &state.list[id - 1], action: action).map { .part(id, $0) }
        }
      }
    }
  }

  /// Calls by hand what calls others by hand.
  @Reducer
  struct Cabinet {
    @ObservableState
    struct State { var folders = [Folder.State(id: 1), Folder.State(id: 2)] }

    enum Action { case folder(Int, Folder.Action) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .folder(let id, let action):
        Folder().reduce(into: &state.folders[id - 1], action: action).map { .folder(id, $0) }
      }
    }
  }

  @MainActor
  @Suite("Attacked again: parts on which reducers are called by hand", .timeLimit(.minutes(5)))
  struct Elements {
    private func binder() -> StoreOf<Binder> {
      let state = Binder.State(sheets: [Sheet.State(id: 1), Sheet.State(id: 2)])
      return Store(initialState: state) { Binder() }
    }

    @Test(
      "Law 7: elements that are called in separate actions keep their effects apart",
      arguments: Sheet.Way.allCases)
    func elementsInSeparateActions(_ way: Sheet.Way) {
      let store = Store(initialState: Sheet.State(id: 1, way: way)) { Sheet() }
      for _ in 1...3 {
        store.send(.part(1, .leaf(.start)))
        store.send(.part(2, .leaf(.start)))
        #expect(store.effects.count == 2)
        store.send(.part(1, .leaf(.stop)))
        #expect(store.effects.count == 1)
        store.send(.part(2, .leaf(.stop)))
        #expect(store.effects.isEmpty)
      }
    }

    @Test("Law 7: a part without an id cancels its effects, whatever is in it by then")
    func aPartThatIsMadeAnew() {
      let store = Store(initialState: Desk.State()) { Desk() }
      for _ in 1...3 {
        store.send(.search(.start))
        #expect(store.effects.count == 1)
        store.send(.search(.stop))
        #expect(store.effects.isEmpty)
      }
    }

    @Test("Law 7: parts without children keep their effects apart, too")
    func leavesOnStoredParts() {
      let store = Store(initialState: Sheet.State(id: 1)) { Sheet() }
      store.send(.left(.start))
      store.send(.right(.start))
      store.send(.left(.stop))
      #expect(store.effects.count == 1)
      store.send(.right(.stop))
      #expect(store.effects.isEmpty)
    }

    @Test("Laws 7 and 8: the caller cancels the effects of its elements, and they end with it")
    func elementsEndWithTheirCaller() {
      let store = binder()
      for (sheet, part) in [(1, 1), (1, 2), (2, 1)] {
        store.send(.sheets(.element(id: sheet, action: .part(part, .leaf(.start)))))
      }
      #expect(store.effects.count == 3)
      store.send(.sheets(.element(id: 1, action: .stopAll)))
      #expect(store.effects.count == 1)
      store.send(.remove(2))
      #expect(store.effects.isEmpty)
    }

    @Test("Law 13: an element's effect shows the element")
    func anElementsPath() {
      let store = binder()
      store.send(.sheets(.element(id: 2, action: .part(1, .leaf(.start)))))
      #expect(store.effects.map(\.path) == [["Binder", "Sheet[2]", "Part[1]", "Leaf"]])
    }

    @Test("Law 15: an element's child that can end is reported once, others are not")
    func childrenOfElements() async {
      let store = binder()
      func send(_ id: Int, _ action: Part.Action) {
        store.send(.sheets(.element(id: 1, action: .part(id, action))))
      }
      let none = await reports {
        send(1, .leaf(.start))
        send(2, .leaf(.start))
        send(2, .leaf(.add(1)))
      }
      #expect(none.isEmpty)
      let reports = await reports {
        for id in 1...2 {
          send(id, .change { $0.shown = Leaf.State(id: 1) })
          send(id, .shown(.presented(.start)))
          send(id, .change { $0.shown = nil })
        }
      }
      #expect(reports.count == 1)
      #expect(
        reports.first?.text.hasPrefix(
          "A reducer with children was called by hand on a part of a state: 'Part'") == true)
    }

    @Test("Law 14: elements within elements that are called by hand leave nothing")
    func elementsWithinElements() async {
      let store = Store(initialState: Cabinet.State()) { Cabinet() }
      let reports = await reports {
        // While one effect is in flight, its element stays, and others are noted beside it.
        store.send(.folder(1, .part(1, .leaf(.start))))
        for _ in 1...1_000 {
          store.send(.folder(1, .part(2, .leaf(.start))))
          store.send(.folder(1, .part(2, .leaf(.stop))))
          store.send(.folder(2, .part(1, .leaf(.start))))
          store.send(.folder(2, .part(1, .leaf(.stop))))
        }
      }
      #expect(reports.count == 1)
      #expect(store.effects.count == 1)
      #expect(store.notedRowCount < 200)
      store.send(.folder(1, .part(1, .leaf(.stop))))
      #expect(store.effects.isEmpty)
      #expect(store.notedRowCount == 0)
    }

    @Test("Law 7: what an element sends and tells later reaches its reducer")
    func elementsTell() async {
      let notes = Notes()
      let store = Store(initialState: Sheet.State(id: 1)) {
        Sheet()
      } withDependencies: {
        $0.thirdNotes = notes
        $0.attackTag = "store"
      }
      await store.send(.part(1, .leaf(.tell))).finish()
      await store.send(.part(2, .leaf(.tellLater))).finish()
      #expect(notes.all == ["store told 0", "store told 0"])
      #expect(store.effects.isEmpty)
    }
  }
}
