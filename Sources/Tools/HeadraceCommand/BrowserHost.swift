import Headrace
import HeadraceJournal
import HeadraceTerminal

/// Shows a journal on the terminal of the process.
actor BrowserHost {
  /// Shows the journal until the user quits.
  ///
  /// - Throws: A failure if there is no terminal with a screen.
  func show(_ journal: JournalFile, name: String) async throws -> ExitStatus {
    let environment = TerminalEnvironment.process
    guard !environment.isDumb else {
      throw CommandFailure(
        "'--terminal' expects a terminal with a screen, and TERM says that this one has none: "
          + "ask with --list instead.", .usage)
    }
    let client = BrowserClient.live(journal, name: name)
    let state = JournalBrowser.State(name: name, actions: journal.actions)
    let store = Store(initialState: state) { JournalBrowser(client: client) }
    store.send(.began)
    _ = try await TerminalHost(JournalBrowser.app, environment: environment).run(store)
    return .found
  }
}

extension JournalBrowser {
  /// The screen and the keys.
  static let app = TerminalApp<State, Action> { state in
    BrowserView(state: state)
  } reply: { input, state, grid in
    switch input {
    case .key(Key(.character("c"), .control)): .quit
    case .key(let key) where state.prompt != nil:
      .send(key == Key(.escape) ? .escapeTapped : .promptKey(key))
    case .paste(let text) where state.prompt != nil: .send(.promptPasted(text))
    case .key(let key): reply(to: key, state, page: max(1, grid.size.rows / 2))
    case .mouse(let mouse): reply(to: mouse, state, grid)
    default: .none
    }
  }

  private typealias Reply = TerminalApp<State, Action>.Reply

  private static func reply(to key: Key, _ state: State, page: Int) -> Reply {
    switch key.code {
    case .up: .send(.selected(state.selected - 1))
    case .down: .send(.selected(state.selected + 1))
    case .pageUp: .send(.selected(state.selected - page))
    case .pageDown: .send(.selected(state.selected + page))
    case .home: .send(.selected(0))
    case .end: .send(.selected(state.count - 1))
    case .escape: .send(.escapeTapped)
    case .tab:
      .send(.tabChosen(state.tab.next(key.modifiers == .shift ? DetailTab.allCases.count - 1 : 1)))
    case .character(let character) where key.modifiers.subtracting(.shift).isEmpty:
      reply(to: character, state, page: page)
    default: .none
    }
  }

  private static func reply(to character: Character, _ state: State, page: Int) -> Reply {
    switch character {
    case "1"..."4":
      character.wholeNumberValue.flatMap { DetailTab(rawValue: $0 - 1) }
        .map { .send(.tabChosen($0)) } ?? .none
    case "/": .send(.promptOpened(.filter(LineEditor(state.filter))))
    case "g": .send(.promptOpened(.number(LineEditor())))
    case "n": .send(.matchTapped(1))
    case "N": .send(.matchTapped(-1))
    case "c": .send(.causeTapped)
    case "J": .send(.scrolled(1))
    case "K": .send(.scrolled(-1))
    case " ": .send(.scrolled(page))
    case "b": .send(.scrolled(-page))
    case "?": .send(.keysTapped)
    case "q": .quit
    default: .none
    }
  }

  private static func reply(to mouse: Mouse, _ state: State, _ grid: Grid) -> Reply {
    switch mouse.event {
    case .scrollUp: .send(.selected(state.selected - 3))
    case .scrollDown: .send(.selected(state.selected + 3))
    case .press:
      grid.target(at: mouse.position)?.split(separator: ".").last.flatMap { Int($0) }
        .map { .send(.selected($0)) } ?? .none
    case .release: .none
    }
  }
}

extension DetailTab {
  fileprivate func next(_ step: Int) -> DetailTab {
    let all = Self.allCases
    return all[(rawValue + step) % all.count]
  }
}
