import Headrace
import HeadraceTerminalTesting
import Testing

@testable import HeadraceTerminal

/// A terminal of lines, in the process: its output, and the secret parts of it.
@MainActor @Suite struct LineScreenTests {
  private struct Safe: Reducer {
    struct State: Equatable, Sendable {
      var isOpen = false
      var asksPasscode = false
      var typed = ""
    }
    enum Action: Sendable {
      case key(Key)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        guard case .key(let key) = action else { return .none }
        switch key.code {
        case .escape: state = State()
        case .character("o") where !state.asksPasscode: state.isOpen = true
        case .character("p") where !state.asksPasscode: state.asksPasscode = true
        case .character(let character): state.typed.append(character)
        case .enter: state.asksPasscode = false
        default: break
        }
        return .none
      }
    }
  }

  private final class Machine {
    var text = ""
    var aside: [Bool] = []
    var isEchoing = true
    let store: StoreOf<Safe>
    private var screen: LineScreen<Safe.State, Safe.Action>?
    private var news: [News] = []
    private var token: ObserveToken?

    init(_ secrets: LineSecrets, _ store: StoreOf<Safe>) {
      self.store = store
      let app = TerminalApp<Safe.State, Safe.Action> { state in
        Column {
          Text(state.isOpen ? "The gold is under the oak" : "A safe, closed")
          if state.asksPasscode { Text("Passcode?") }
        }
      } reply: { input, _, _ in
        if case .key(let key) = input { .send(.key(key)) } else { .none }
      } hidesInput: {
        $0.asksPasscode
      } showsSecret: {
        $0.isOpen
      }
      let size = Size(columns: 40, rows: 4)
      screen = LineScreen(
        app,
        HostOutput(
          size: { size },
          write: { [unowned self] (bytes: [UInt8]) throws(TerminalFailure) in
            text += String(decoding: bytes, as: UTF8.self)
          },
          hidesInput: { [unowned self] in isEchoing = !$0 },
          setsAside: { [unowned self] in aside.append($0) }),
        size: size, theme: .plain, words: { _ in .english }, secrets: secrets)
      token = store.observe { [unowned self] in
        _ = store.state
        news.append(.changed)
      }
    }

    func work() throws {
      while !news.isEmpty { _ = try screen?.take(news.removeFirst(), store) }
    }

    /// Types a line, and returns the output.
    func type(_ line: String) throws -> String {
      try work()
      text = ""
      for character in line { news.append(.event(.input(.key(Key(.character(character)))))) }
      news.append(.event(.input(.key(Key(.enter)))))
      try work()
      return text
    }

    func take(_ event: TerminalSession.Event) throws {
      news.append(.event(event))
      try work()
    }
  }

  /// Folds a sentence like the lines of this machine.
  private func folded(_ sentence: String) -> String {
    CellText.lines(of: sentence, within: 40).map { $0 + "\n" }.joined()
  }

  private func machine(_ secrets: LineSecrets) -> Machine {
    Machine(secrets, Store(initialState: Safe.State()) { Safe() })
  }

  @Test func keysAreExplainedAtTheBeginning() throws {
    let machine = self.machine(.inHistory)
    try machine.work()
    // It was the only text that was not folded.
    #expect(machine.text == folded(LineWords.english.opening) + "A safe, closed\n")
    #expect(machine.text.split(separator: "\n").allSatisfy { $0.count <= 40 })
    #expect(
      LineWords.english.opening
        == "Type a line, or one character for its key; an empty line is Return. A colon names keys:"
        + " :esc :tab :up :down :f2, or several as in ':down down enter'. Where something secret is"
        + " typed, only :esc is a name.")
    #expect(
      try machine.type(":nokey")
        == folded("There is no key \"nokey\"; expected a name such as esc, tab or down."))
  }

  @Test func aPasscodeMayBeginWithAColonAndIsNotWritten() throws {
    let machine = self.machine(.inHistory)
    #expect(try machine.type("p") == "Passcode?\n")
    #expect(!machine.isEchoing)
    let written = try machine.type(":hunter2")
    #expect(machine.store.state.typed == ":hunter2")
    #expect(written == "")
    #expect(machine.isEchoing)
  }

  @Test func escapeLeavesAPasscode() throws {
    let machine = self.machine(.inHistory)
    _ = try machine.type("p")
    _ = try machine.type(":esc")
    #expect(machine.store.state == Safe.State())
  }

  /// On the alternate screen, which is cleared before anything else is written.
  @Test func aSecretIsShownAside() throws {
    let machine = self.machine(.onAlternateScreen)
    #expect(try machine.type("o") == "\u{1B}[?1049h\u{1B}[2J\u{1B}[HThe gold is under the oak\n")
    #expect(machine.aside == [true])
    // The process was stopped, and the alternate screen is empty now.
    machine.text = ""
    try machine.take(.continued)
    #expect(machine.text == "The gold is under the oak\n")
    // The previous text is shown again.
    #expect(try machine.type(":esc") == "\u{1B}[2J\u{1B}[H\u{1B}[?1049l")
    #expect(machine.aside == [true, false])
  }

  /// If everything stays visible, a warning comes first, and without agreement nothing is shown.
  @Test(arguments: ["no", "", "y", "Yes", ":esc"])
  func aSecretThatStaysIsAskedAbout(answer: String) throws {
    let machine = self.machine(.inHistoryIfAgreed)
    #expect(try machine.type("o") == folded(LineWords.english.secretQuestion))
    #expect(
      LineWords.english.secretQuestion
        == "What comes next is secret, and it stays in the history of this terminal. Type yes to"
        + " see it; any other line goes back.")
    #expect(try machine.type(answer) == "")
    #expect(machine.store.state == Safe.State())
    // The question is asked each time.
    #expect(try machine.type("o") == folded(LineWords.english.secretQuestion))
  }

  @Test func aUserWhoAgreesSeesIt() throws {
    let machine = self.machine(.inHistoryIfAgreed)
    _ = try machine.type("o")
    #expect(try machine.type("yes") == "The gold is under the oak\n")
    #expect(try machine.type(":esc") == "A safe, closed\n")
    #expect(machine.aside == [])
  }

  /// As on a whole screen, Control-L is the host's.
  @Test func allIsWrittenAgainOnDemand() throws {
    let machine = self.machine(.inHistory)
    try machine.work()
    #expect(try machine.type(":ctrl+l") == "A safe, closed\n")
    #expect(machine.store.state == Safe.State())
  }

  // MARK: What Is Chosen

  private func lines(_ transcript: inout LineTranscript, _ view: some View) -> String {
    var theme = Theme.plain
    theme.selection = LineTranscript.selection
    let grid = view.grid(Size(columns: 24, rows: 8), theme: theme)
    return String(decoding: transcript.bytes(for: grid), as: UTF8.self)
  }

  /// Without a style the row that Return would open was not marked, and an arrow key wrote nothing.
  @Test func theChosenRowHasASignAndIsNotifiedWhenItMoves() {
    var transcript = LineTranscript()
    func menu(_ chosen: Int) -> List {
      List(["  Send", "  Receive", "+2 ETH"], selected: chosen) { Text($0) }
    }
    #expect(lines(&transcript, menu(0)) == "› Send\n  Receive\n+2 ETH\n")
    #expect(lines(&transcript, menu(1)) == "› Receive\n")
    #expect(lines(&transcript, menu(2)) == "› +2 ETH\n")
    #expect(lines(&transcript, menu(2)) == "")
  }

  /// The title of the screen that a row has opened was mistaken for that row without its sign.
  @Test func aTitleThatReadsLikeTheChosenRowIsWritten() {
    var transcript = LineTranscript()
    let menu = Column {
      Text("Home")
      List(["Send", "About"], selected: 1) { Text($0) }
    }
    #expect(lines(&transcript, menu) == "Home\nSend\n› About\n")
    let screen = Column {
      Text("About")
      Text("Version 1")
    }
    #expect(lines(&transcript, screen) == "About\nVersion 1\n")
  }

  /// To the left of a sheet there were remains of the rows below it.
  @Test func partlyCoveredLinesAreNotWritten() {
    var transcript = LineTranscript()
    var grid = Grid(size: Size(columns: 12, rows: 2))
    let dimmed = LineTranscript.covered
    for (column, character) in "No node".enumerated() {
      grid.write(String(character), at: Position(column: column, row: 0), dimmed)
      grid.write(String(character), at: Position(column: column, row: 1), dimmed)
    }
    grid.write("About", at: Position(column: 3, row: 1))
    let text = String(decoding: transcript.bytes(for: grid), as: UTF8.self)
    #expect(text == "No node\n   About\n")
  }

  @Test func theChosenPartOfARowHasASign() {
    var transcript = LineTranscript()
    func speeds(_ chosen: Int) -> Row {
      Row(spacing: 1) {
        Text(" slow ").selected(chosen == 0)
        Text(" fast ").selected(chosen == 1)
      }
    }
    #expect(lines(&transcript, speeds(0)) == "›slow  fast\n")
    #expect(lines(&transcript, speeds(1)) == " slow ›fast\n")
  }

  /// A field that loses the focus only loses its sign; the newly focused one is announced.
  @Test func onlyTheFocusedFieldIsShown() {
    var transcript = LineTranscript()
    func form(_ focus: Int) -> Column {
      Column {
        TextField("To", LineEditor("ann", limit: 9), isFocused: focus == 0)
        TextField("Sum", LineEditor("5", limit: 9), isFocused: focus == 1)
      }
    }
    #expect(lines(&transcript, form(0)) == "To\n› ann\nSum\n  5\n")
    #expect(lines(&transcript, form(1)) == "› 5\n")
  }

  /// A screen reader names each character of a line.
  @Test func linesAndBoxesAreOmitted() {
    var transcript = LineTranscript()
    let view = Column {
      Divider()
      Box("Keys") { Text("q Quit") }
    }
    #expect(lines(&transcript, view) == "   Keys\n  q Quit\n")
  }
}
