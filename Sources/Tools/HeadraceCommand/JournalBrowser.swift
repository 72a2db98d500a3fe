import Headrace
import HeadraceTerminal

/// The actions of a journal on a terminal: a list, and the details of the selected action.
struct JournalBrowser: Reducer {
  let client: BrowserClient

  /// The maximum distance of the selected row from the middle of the loaded rows.
  ///
  /// Beyond it, other rows are read.
  static let distanceMax = BrowserClient.rowCountMax * 3 / 10

  struct State: Equatable, Sendable {
    let name: String
    /// The numbers of the journal's actions.
    let actions: Range<Int>
    /// The filter for the listed actions; empty for all.
    var filter = ""
    /// The last filter, to which `n` and `N` return.
    var lastFilter = ""
    /// The number of listed actions.
    var count: Int
    /// The part of the journal that was searched, in percent; `nil` if no search is in progress.
    var searchedPercent: Int?
    /// The index of the selected row.
    var selected = 0
    /// The action to select when the search has ended.
    var sought: Int?
    /// Some rows around the selected one, and the index of the first.
    var rows: [ActionRow] = []
    var firstRow = 0
    /// True if rows are being read, or were read.
    var isBegun = false
    var tab = DetailTab.changes
    var detail: [DetailLine] = []
    /// The first visible line of the details.
    var detailStart = 0
    var prompt: Prompt?
    var showsKeys = false
    /// The reason why something can't be shown.
    var note: String?

    init(name: String, actions: Range<Int>) {
      (self.name, self.actions, count) = (name, actions, actions.count)
    }

    /// Returns a row; `nil` if it has not been read.
    func row(_ index: Int) -> ActionRow? {
      rows.indices.contains(index - firstRow) ? rows[index - firstRow] : nil
    }

    /// The number of the selected action.
    var action: Int? {
      guard selected < count else { return nil }
      return filter.isEmpty ? actions.lowerBound + selected : row(selected)?.action
    }
  }

  /// The prompt in which the user types.
  enum Prompt: Equatable, Sendable {
    case filter(LineEditor)
    case number(LineEditor)

    var editor: LineEditor {
      get {
        switch self {
        case .filter(let editor), .number(let editor): editor
        }
      }
      set {
        switch self {
        case .filter: self = .filter(newValue)
        case .number: self = .number(newValue)
        }
      }
    }
  }

  enum Action: Equatable, Sendable {
    case began
    case selected(Int)
    case tabChosen(DetailTab)
    case scrolled(Int)
    case causeTapped
    /// The next match of the filter, or the previous one.
    case matchTapped(Int)
    case escapeTapped
    case keysTapped
    case promptOpened(Prompt)
    case promptKey(Key)
    case promptPasted(String)
    case rowsRead(RowPage)
    case soughtFound(Int)
    case detailRead([DetailLine])
    case failed(String)
  }

  private enum CancelID: Hashable { case rows, detail }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .began: return read(&state)
      case .selected(let index):
        state.sought = nil
        return select(index, &state)
      case .tabChosen(let tab):
        state.tab = tab
        return readDetail(&state)
      case .scrolled(let count):
        state.detailStart = max(0, min(state.detail.count - 1, state.detailStart + count))
        return .none
      case .causeTapped: return selectCause(&state)
      case .matchTapped(let step): return selectMatch(step, &state)
      case .escapeTapped:
        if state.prompt != nil || state.showsKeys {
          (state.prompt, state.showsKeys) = (nil, false)
          return .none
        }
        return state.action.map { show($0, &state) } ?? list("", &state)
      case .keysTapped:
        state.showsKeys.toggle()
        return .none
      case .promptOpened(let prompt):
        state.prompt = prompt
        return .none
      case .promptKey(let key):
        guard key != Key(.enter) else { return enter(&state) }
        state.prompt?.editor.handle(key)
        return .none
      case .promptPasted(let text):
        state.prompt?.editor.insert(text)
        return .none
      case .rowsRead(let page): return take(page, &state)
      case .soughtFound(let index):
        guard state.sought != nil else { return .none }
        state.sought = nil
        return select(min(index, state.count - 1), &state)
      case .detailRead(let lines):
        (state.detail, state.detailStart) = (lines, 0)
        return .none
      case .failed(let text):
        (state.note, state.searchedPercent) = (text, nil)
        return .none
      }
    }
  }
}

// MARK: - Selecting

extension JournalBrowser {
  private func select(_ index: Int, _ state: inout State) -> Effect<Action> {
    state.selected = max(0, min(index, state.count - 1))
    state.note = nil
    return read(&state)
  }

  /// Lists all actions, and selects one.
  private func show(_ action: Int, _ state: inout State) -> Effect<Action> {
    let effect = state.filter.isEmpty ? nil : list("", &state)
    state.selected = action - state.actions.lowerBound
    state.note = nil
    return .merge(effect ?? .none, read(&state))
  }

  private func selectCause(_ state: inout State) -> Effect<Action> {
    guard let row = state.row(state.selected) else { return .none }
    guard let cause = row.cause, state.actions.contains(cause) else {
      state.note = "Action \(row.action) was sent by the host: it has no cause."
      return .none
    }
    return show(cause, &state)
  }

  private func selectMatch(_ step: Int, _ state: inout State) -> Effect<Action> {
    guard !state.lastFilter.isEmpty else {
      state.note = "There is no filter: type / and a text."
      return .none
    }
    if state.filter.isEmpty { return list(state.lastFilter, &state) }
    guard state.count > 0 else { return .none }
    return select((state.selected + step + state.count) % state.count, &state)
  }

  private func enter(_ state: inout State) -> Effect<Action> {
    guard let prompt = state.prompt else { return .none }
    state.prompt = nil
    switch prompt {
    case .filter(let editor): return list(editor.text, &state)
    case .number(let editor):
      guard let number = Int(editor.text), state.actions.contains(number) else {
        let (first, last) = (state.actions.lowerBound, state.actions.upperBound - 1)
        state.note = "There is no action '\(editor.text)': expected \(first) to \(last)."
        return .none
      }
      return show(number, &state)
    }
  }

  /// Lists the actions that contain a text, and selects the current one or the next one.
  private func list(_ filter: String, _ state: inout State) -> Effect<Action> {
    state.sought = filter.isEmpty ? nil : state.action
    state.filter = filter
    if !filter.isEmpty { state.lastFilter = filter }
    (state.selected, state.rows, state.firstRow, state.detail) = (0, [], 0, [])
    (state.isBegun, state.note) = (false, nil)
    state.count = filter.isEmpty ? state.actions.count : 0
    state.searchedPercent = filter.isEmpty ? nil : 0
    return read(&state)
  }
}

// MARK: - Reading

extension JournalBrowser {
  /// Reads the rows around the selected one if necessary, and its details.
  private func read(_ state: inout State) -> Effect<Action> {
    let middle = state.firstRow + BrowserClient.rowCountMax / 2
    let isNear = abs(state.selected - middle) <= Self.distanceMax
    let isAtStart = state.firstRow == 0 && state.selected < middle
    let isRead = state.isBegun && (isNear || isAtStart)
    return .merge(isRead ? .none : readRows(&state), readDetail(&state))
  }

  private func readRows(_ state: inout State) -> Effect<Action> {
    state.isBegun = true
    state.firstRow = max(0, state.selected - BrowserClient.rowCountMax / 2)
    state.rows = []
    return .run(name: "rows") { [client, filter = state.filter, first = state.firstRow] send in
      var page: RowPage
      repeat {
        page = try await client.rows(filter, first)
        await send(.rowsRead(page))
      } while page.searchedPercent != nil
    } catch: { error, send in
      await send(.failed("\(error)"))
    }
    .cancellable(id: CancelID.rows, cancelInFlight: true)
  }

  private func take(_ page: RowPage, _ state: inout State) -> Effect<Action> {
    let action = state.action
    (state.rows, state.count) = (page.rows, page.count)
    state.searchedPercent = page.searchedPercent
    let detail = action == state.action ? .none : readDetail(&state)
    guard page.searchedPercent == nil, let sought = state.sought, !state.filter.isEmpty else {
      return detail
    }
    let find = Effect<Action>.run(name: "find") { [client, filter = state.filter] send in
      await send(.soughtFound(try await client.find(filter, sought)))
    } catch: { error, send in
      await send(.failed("\(error)"))
    }
    return .merge(detail, find.cancellable(id: CancelID.rows))
  }

  private func readDetail(_ state: inout State) -> Effect<Action> {
    (state.detail, state.detailStart) = ([], 0)
    guard let action = state.action else { return .none }
    return .run(name: "detail") { [client, tab = state.tab] send in
      await send(.detailRead(try await client.detail(action, tab)))
    } catch: { error, send in
      await send(.failed("\(error)"))
    }
    .cancellable(id: CancelID.detail, cancelInFlight: true)
  }
}
