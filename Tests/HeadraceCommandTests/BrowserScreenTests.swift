import Foundation
import Headrace
import HeadraceJournal
import HeadraceTerminal
import HeadraceTerminalTesting
import Testing

@testable import HeadraceCommand

/// The browser's screens, of a journal that a store has recorded.
@MainActor @Suite struct BrowserScreenTests {
  private let store: StoreOf<JournalBrowser>
  private var terminal = TestTerminal(JournalBrowser.app)

  init() async throws {
    let journal = try await BankJournal()
    let file = try JournalFile(contentsOf: URL(filePath: journal.path))
    store = Store(initialState: JournalBrowser.State(name: "bank.jsonl", actions: file.actions)) {
      JournalBrowser(client: .live(file, name: "bank.jsonl"))
    }
    await store.send(.began).finish()
  }

  /// Presses keys, and waits until the requested rows are read.
  private func press(_ keys: String...) async {
    for key in keys {
      let action = store.withState { terminal.action(key, in: $0) }
      if let action { await store.send(action).finish() }
    }
  }

  private func expectScreen(
    _ columns: Int, _ rows: Int, _ text: String, location: SourceLocation = #_sourceLocation
  ) {
    let grid = store.withState { JournalBrowser.app.grid($0, Size(columns: columns, rows: rows)) }
    #expect(grid.text == text, sourceLocation: location)
  }

  @Test func theDetailsAreBesideTheList() async {
    expectScreen(
      80, 10,
      """
      bank.jsonl                                                                1 of 6
      1 .deposit {"_0":100}            │ [1 Changes] 2 State 3 Cause 4 Effects
      2 .pay {"_0":30}                 │ Carries
      3 ↳ .paid {"index":0}            │ {
      4 .rename {"_0":"은행 Ada"}      │   "deposit": {
      5 .pay {"_0":5}                  │     "_0": 100
      6 ↳ .paid {"index":1}            │   }
                                       │ }
                                       │ Changes
      / Filter   c Cause   tab Details   ? Keys   q Quit
      """)
    await press("down", "down", "2")
    expectScreen(
      80, 12,
      """
      bank.jsonl                                                                3 of 6
      1 .deposit {"_0":100}            │ 1 Changes [2 State] 3 Cause 4 Effects
      2 .pay {"_0":30}                 │ {
      3 ↳ .paid {"index":0}            │   "balance": 70,
      4 .rename {"_0":"은행 Ada"}      │   "owner": {
      5 .pay {"_0":5}                  │     "name": "Ada"
      6 ↳ .paid {"index":1}            │   },
                                       │   "payments": [
                                       │     {
                                       │       "amount": 30,
                                       │       "isDone": true
      / Filter   c Cause   tab Details   ? Keys   q Quit
      """)
    await press("tab")
    expectScreen(
      80, 10,
      """
      bank.jsonl                                                                3 of 6
      1 .deposit {"_0":100}            │ 1 Changes 2 State [3 Cause] 4 Effects
      2 .pay {"_0":30}                 │ 3 .paid
      3 ↳ .paid {"index":0}            │   sent by the effect 'transfer' Bank:1,
      4 .rename {"_0":"은행 Ada"}      │ started by
      5 .pay {"_0":5}                  │ 2 .pay
      6 ↳ .paid {"index":1}            │   sent by the host
                                       │
                                       │
      / Filter   c Cause   tab Details   ? Keys   q Quit
      """)
    await press("up", "4")
    expectScreen(
      80, 10,
      """
      bank.jsonl                                                                2 of 6
      1 .deposit {"_0":100}            │ 1 Changes 2 State 3 Cause [4 Effects]
      2 .pay {"_0":30}                 │ effect 'transfer' ended Bank:1
      3 ↳ .paid {"index":0}            │ 3 .paid
      4 .rename {"_0":"은행 Ada"}      │
      5 .pay {"_0":5}                  │
      6 ↳ .paid {"index":1}            │
                                       │
                                       │
      / Filter   c Cause   tab Details   ? Keys   q Quit
      """)
  }

  @Test func theDetailsAreBelowTheListIfThereAreFewColumns() async {
    await press("pagedown")
    expectScreen(
      40, 12,
      """
      bank.jsonl                        6 of 6
      2 .pay {"_0":30}                       ↑
      3 ↳ .paid {"index":0}                  ┃
      4 .rename {"_0":"은행 Ada"}            ┃
      5 .pay {"_0":5}                        ┃
      6 ↳ .paid {"index":1}                  ┃
      ────────────────────────────────────────
      [1 Changes] 2 State 3 Cause 4 Effects
      Carries
      {
        "paid": {
      / Filter  c Cause  tab Details  q Quit
      """)
    await press("home", "?")
    expectScreen(
      40, 12,
      """
      bank.jsonl                        1 of 6
      ↑ ↓              previous, next action
      PageUp PageDown  half a screen
      Home End         first, last action
      g                action by its number
      /                actions with a text
      n N              next, previous of them
      Esc              all actions
      c                the cause
      1 2 3 4 Tab      choose the details
      J K Space b      scroll the details
      / Filter  c Cause  tab Details  q Quit
      """)
  }

  @Test func aFilterIsTyped() async {
    await press("/")
    for key in ["은", "행"] { await press(key) }
    expectScreen(
      40, 12,
      """
      bank.jsonl                        1 of 6
      1 .deposit {"_0":100}                  ┃
      2 .pay {"_0":30}                       ┃
      3 ↳ .paid {"index":0}                  ┃
      4 .rename {"_0":"은행 Ada"}            ┃
      5 .pay {"_0":5}                        ↓
      ────────────────────────────────────────
      [1 Changes] 2 State 3 Cause 4 Effects
      Carries
      {
        "deposit": {
      Filter: 은행
      """)
    await press("enter")
    expectScreen(
      40, 12,
      """
      bank.jsonl            1 of 1 with '은행'
      4 .rename {"_0":"은행 Ada"}




      ────────────────────────────────────────
      [1 Changes] 2 State 3 Cause 4 Effects
      Carries
      {
        "rename": {
      / Filter  c Cause  tab Details  q Quit
      """)
    await press("esc", "g", "9", "enter")
    expectScreen(
      40, 12,
      """
      bank.jsonl                        4 of 6
      2 .pay {"_0":30}                       ↑
      3 ↳ .paid {"index":0}                  ┃
      4 .rename {"_0":"은행 Ada"}            ┃
      5 .pay {"_0":5}                        ┃
      6 ↳ .paid {"index":1}                  ┃
      ────────────────────────────────────────
      [1 Changes] 2 State 3 Cause 4 Effects
      Carries
      {
        "rename": {
      There is no action '9': expected 1 to 6.
      """)
  }

  @Test func aLargeScreenIsFilled() async {
    await press("end")
    let grid = store.withState { JournalBrowser.app.grid($0, Size(columns: 200, rows: 60)) }
    #expect(grid.rows[1].contains("│ [1 Changes] 2 State 3 Cause 4 Effects"))
    #expect(grid.rows[59] == "/ Filter   c Cause   tab Details   ? Keys   q Quit")
    #expect(grid.rows[0].hasSuffix("6 of 6"))
  }

  /// Without colours, text attributes mark the selection.
  @Test func noColorIsUsedWithoutColors() async {
    let environment = TerminalEnvironment(["TERM": "xterm-256color", "NO_COLOR": "1"])
    let size = Size(columns: 80, rows: 24)
    let grid = store.withState { JournalBrowser.app.grid($0, size, theme: environment.theme) }
    let styles = (0..<size.rows).flatMap { row in
      (0..<size.columns).map { grid.style(at: Position(column: $0, row: row)) }
    }
    #expect(styles.allSatisfy { $0.foreground == .terminal && $0.background == .terminal })
    #expect(grid.style(at: Position(column: 0, row: 1)).traits.contains(.reverse))
  }

  @Test func anASCIITerminalGetsNoLines() async {
    var theme = Theme.plain
    theme.isASCII = true
    let grid = store.withState {
      JournalBrowser.app.grid($0, Size(columns: 40, rows: 12), theme: theme)
    }
    #expect(grid.rows[6] == String(repeating: "-", count: 40))
  }

  /// A screen of any size is drawn.
  @Test func smallScreensAreDrawn() async {
    for columns in [0, 1, 3, 4, 10, 69, 70, 71] {
      for rows in [0, 1, 3, 4, 5, 7] {
        let size = Size(columns: columns, rows: rows)
        #expect(store.withState { JournalBrowser.app.grid($0, size) }.size == size)
      }
    }
  }

  @Test func keysAreMapped() {
    let state = JournalBrowser.State(name: "", actions: 1..<100)
    let actions: [(String, JournalBrowser.Action?)] = [
      ("down", .selected(1)), ("up", .selected(-1)), ("pagedown", .selected(12)),
      ("pageup", .selected(-12)), ("home", .selected(0)), ("end", .selected(98)),
      ("1", .tabChosen(.changes)), ("4", .tabChosen(.effects)), ("tab", .tabChosen(.state)),
      ("shift+tab", .tabChosen(.effects)), ("c", .causeTapped), ("n", .matchTapped(1)),
      ("N", .matchTapped(-1)), ("?", .keysTapped), ("J", .scrolled(1)), ("K", .scrolled(-1)),
      ("space", .scrolled(12)), ("b", .scrolled(-12)), ("5", nil), ("ctrl+n", nil), ("f1", nil),
      ("esc", .escapeTapped), ("/", .promptOpened(.filter(LineEditor()))),
      ("g", .promptOpened(.number(LineEditor()))),
    ]
    for (key, action) in actions { #expect(terminal.action(key, in: state) == action, "\(key)") }
    for key in [Key(.character("q")), Key(.character("c"), .control)] {
      guard case .quit = terminal.reply(to: .key(key), in: state) else {
        Issue.record("\(key) does not quit")
        continue
      }
    }
    var typing = state
    typing.prompt = .filter(LineEditor())
    #expect(terminal.action("q", in: typing) == .promptKey(Key(.character("q"))))
    #expect(terminal.action("esc", in: typing) == .escapeTapped)
    #expect(terminal.action(.paste("a\nb"), in: typing) == .promptPasted("a\nb"))
  }

  @Test func aRowIsClicked() {
    let action = store.withState { terminal.click(".rename", in: $0) }
    #expect(action == .selected(3))
  }
}
