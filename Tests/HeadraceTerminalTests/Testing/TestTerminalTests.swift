import Headrace
import HeadraceTerminal
import HeadraceTerminalTesting
import Testing

/// The simulated terminal: keys by name, clicks on visible texts, and the error for an unknown key
/// name.
@MainActor @Suite struct TestTerminalTests {
  private struct Counter: Reducer {
    struct State: Equatable, Sendable {
      var count = 0
      var typed = ""
    }
    enum Action: Equatable, Sendable {
      case added
      case reset
      case typed(Character)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .added: state.count += 1
      case .reset: state = State()
      case .typed(let character): state.typed.append(character)
      }
      return .none
    }

    static let app = TerminalApp<State, Action> { state in
      Column {
        Text("Count \(state.count) \(state.typed)")
        Row(spacing: 2) {
          Text("수 Add").target("add")
          Text("Reset").target("reset")
        }
      }
    } reply: { input, state, shown in
      switch input {
      case .key(Key(.up)): .send(.added)
      case .key(Key(.character("c"), .control)): .quit
      case .key(let key):
        if case .character(let character) = key.code { .send(.typed(character)) } else { .none }
      case .mouse(let mouse) where mouse.event == .press:
        switch shown.target(at: mouse.position) {
        case "add": .send(.added)
        case "reset": .send(.reset)
        default: .none
        }
      default: .none
      }
    }
  }

  private let terminal = TestTerminal(Counter.app, columns: 20, rows: 3)

  @Test func aStateIsShownInTheTerminalsSize() {
    #expect(terminal.grid(Counter.State(count: 3)).size == Size(columns: 20, rows: 3))
    terminal.expectScreen(Counter.State(count: 3), "Count 3\n수 Add  Reset")
    var narrow = terminal
    narrow.size = Size(columns: 7, rows: 1)
    narrow.expectScreen(Counter.State(count: 3), "Count 3")
  }

  @Test func aStateThatLooksOtherwiseFailsTheTestAtItsLine() {
    let line = #line + 2
    withKnownIssue {
      terminal.expectScreen(Counter.State(count: 3), "Count 4\n수 Add  Reset")
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.sourceLocation?.fileID == "HeadraceTerminalTests/TestTerminalTests.swift"
        && issue.comments.map(\.rawValue) == [
          """
          The screen shows something else:

          − Count 4
          + Count 3
            수 Add  Reset

          (Expected: −, shown: +)
          """
        ]
    }
  }

  @Test(arguments: [
    ("up", Counter.Action.added), ("x", .typed("x")), ("space", .typed(" ")), ("수", .typed("수")),
  ])
  private func aKeySendsItsAction(name: String, action: Counter.Action) {
    #expect(terminal.action(name, in: Counter.State()) == action)
  }

  /// A key that the app doesn't know, and one that ends it.
  @Test(arguments: ["down", "f5", "shift+tab", "ctrl+c"])
  func aKeyWithoutAnActionSendsNone(name: String) {
    #expect(terminal.action(name, in: Counter.State()) == nil)
  }

  @Test func aKeyMayEndTheApp() {
    guard case .quit = terminal.reply(to: .key(Key(.character("c"), .control)), in: .init())
    else {
      Issue.record("It goes on.")
      return
    }
  }

  @Test(arguments: ["", "return", "ctrl+", "f36", "Enter", "up up"])
  func aNameThatNoKeyHasIsReported(name: String) {
    let line = #line + 2
    withKnownIssue {
      #expect(terminal.action(name, in: Counter.State()) == nil)
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.map(\.rawValue) == [
          "There is no key \"\(name)\"; expected a name such as \"enter\", \"ctrl+c\" or \"x\"."
        ]
    }
  }

  /// By columns: a character that takes two is before the first text, and within it.
  @Test func aClickMeetsTheTextThatIsShown() {
    #expect(terminal.click("수 Add", in: Counter.State()) == .added)
    #expect(terminal.click("Add", in: Counter.State()) == .added)
    #expect(terminal.click("Reset", in: Counter.State()) == .reset)
  }

  /// On a text that the mouse can't click, and on one that isn't visible.
  @Test(arguments: ["Count", "Remove"])
  func aClickOnSomethingElseSendsNone(text: String) {
    #expect(terminal.click(text, in: Counter.State()) == nil)
  }

  @Test func keysAndTextsGoToARunningStore() {
    let store = Store(initialState: Counter.State()) { Counter() }
    terminal.press("up", "down", "up", to: store)
    terminal.type("수 a", to: store)
    #expect(store.state == Counter.State(count: 2, typed: "수 a"))
    withKnownIssue {
      terminal.press("up", "upp", "up", to: store)
    } matching: {
      $0.comments.contains { $0.rawValue.hasPrefix("There is no key \"upp\"") }
    }
    // The keys after a mistake are pressed anyway, so that one mistake is one failure.
    #expect(store.state.count == 4)
  }
}
