import Headrace
import HeadraceFlow
import HeadraceTerminal
import HeadraceTerminalTesting
import Testing

@Suite struct StackViewTests {
  private func stack(_ routes: [Route<String>]) -> StackView {
    StackView(routes, brand: "Bank") { name in
      ScreenView(name, hints: [("⏎", "Go"), ("esc", "Back")]) { Text("This is \(name).") }
    }
  }

  private let size = Size(columns: 30, rows: 10)

  @Test func aPushTakesThePlaceOfWhatIsBelow() {
    expectScreen(
      stack([.root("Home", embedInNavigationView: true), .push("Send")]).grid(size),
      """
      Bank › Home › Send
      This is Send.







      ⏎ Go   esc Back
      """)
  }

  @Test func aSheetLiesOverWhatStays() {
    let routes: [Route<String>] = [
      .root("Home"), .sheet("Filter", configuration: .halfAndFull),
    ]
    let grid = stack(routes).grid(size)
    expectScreen(
      grid,
      """
      Bank › Home
      This is Home.



      ╭─ Filter ────────────━━━━───╮
      │ This is Filter.            │
      │                            │
      │ ⏎ Go   esc Back            │
      ╰────────────────────────────╯
      """)
    #expect(grid.style(at: Position(column: 0, row: 1)) == Theme.plain.dimmed)
    #expect(grid.target(at: Position(column: 23, row: 5)) == StackTarget.sheetHandle)
    // Changed to its other height.
    let full = StackView(routes, detents: [routes[1].id: .large]) { ScreenView($0) { Text("x") } }
    #expect(full.grid(size).rows[1].hasPrefix("╭─ Filter"))
  }

  @Test(arguments: [
    (SheetDetent.automatic, 4), (.height(2), 4), (.fraction(0.3), 3), (.height(500), 9),
    (.fraction(0.01), 3), (.large, 9),
  ])
  func aSheetHasItsHeight(detent: SheetDetent, rows: Int) {
    let grid = stack([
      .root("Home"), .sheet("F", configuration: SheetConfiguration(detents: [detent])),
    ]).grid(size)
    #expect(grid.rows.firstIndex { $0.hasPrefix("╭") } == 10 - rows)
  }

  @Test func aCoverHidesEverything() {
    let grid = stack([.root("Home"), .sheet("Filter"), .cover("Lock")]).grid(size)
    #expect(grid.rows[0] == "Bank › Lock")
    #expect(!grid.text.contains("Filter"))
  }

  @Test func theWayIsCutAtItsBeginning() {
    let routes = [
      Route<String>.root("Home", embedInNavigationView: true), .push("Settings"), .push("Networks"),
    ]
    #expect(stack(routes).grid(Size(columns: 22, rows: 3)).rows[0] == "Settings › Networks")
    #expect(stack(routes).grid(Size(columns: 6, rows: 3)).rows[0] == "Netwo…")
    #expect(stack([]).grid(Size(columns: 6, rows: 3)).text == "\n\n")
  }

  @Test func aQuestionIsCentred() {
    let alert = AlertState<Bool>(
      .confirmDestruction, TextState("Erase?"), yes: TextState("Erase"), no: TextState("Keep"),
      message: TextState("All keys go."), action: true)
    expectScreen(
      Question(alert).grid(Size(columns: 30, rows: 7)),
      """
             ╭─ Erase? ─────╮
             │ All keys go. │
             │              │
             │ 1 [ Erase ]  │
             │ 2 [ Keep ]   │
             ╰──────────────╯
      """)
    // A user who presses Return without reading erases nothing.
    #expect(QuestionKeys.first(of: alert.buttons) == 1)
    for (key, answer) in [
      ("enter", QuestionKeys.Answer.press(1)), ("esc", .press(1)), ("1", .press(0)),
      ("up", .choose(0)), ("tab", .choose(0)), ("shift+tab", .choose(0)),
    ] {
      #expect(QuestionKeys.answer(to: Key(key) ?? Key(.escape), alert.buttons, chosen: 1) == answer)
    }
    #expect(QuestionKeys.answer(to: Key(.character("3")), alert.buttons, chosen: 1) == nil)
    #expect(QuestionKeys.answer(to: Key(.enter), [ButtonState<Bool>](), chosen: 0) == nil)
  }

  @Test func toastsLieAtTheUpperRight() {
    let queue = ToastQueue.State(visible: [
      .success(TextState("Paid")), .error(TextState("No network")),
    ])
    let view = Layers {
      stack([.root("Home")])
      Toasts(queue)
    }
    let grid = view.grid(size)
    #expect(grid.rows[1] == "This is Home.          ✓ Paid")
    #expect(grid.rows[2] == "                 ✗ No network")
  }

  /// It took three rows of a narrow screen, and hid the text there.
  @Test func aToastOfANarrowScreenTakesTheWholeRow() {
    let queue = ToastQueue.State(visible: [.success(TextState("Paid 9,998.4999074623 ETH"))])
    let grid = Layers {
      stack([.root("Home")])
      Toasts(queue)
    }.grid(Size(columns: 40, rows: 6))
    #expect(grid.rows[1] == "This is Hom ✓ Paid 9,998.4999074623 ETH")
    #expect(!grid.rows[2].contains("ETH"))
  }
}
