import Headrace
import HeadraceTerminal
import HeadraceTerminalTesting
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The session of a host on a pseudo-terminal: however the host ends, the terminal is restored.
@MainActor @Suite(.serialized) struct TerminalSessionTests {
  private struct Failed: Error, Equatable {}

  /// A pseudo-terminal, with the ends of the person and of the program.
  private final class PseudoTerminal {
    private var person: Int32
    let program: Int32

    init() throws {
      var (person, program): (Int32, Int32) = (-1, -1)
      let result = openpty(&person, &program, nil, nil, nil)
      try #require(result == 0)
      (self.person, self.program) = (person, program)
    }

    deinit {
      if person >= 0 { close(person) }
      close(program)
    }

    /// Closes the person's end, as when a window is closed.
    func closeWindow() {
      close(person)
      person = -1
    }

    /// True if it echoes input and reads lines.
    var isCooked: Bool {
      var modes = termios()
      guard tcgetattr(program, &modes) == 0 else { return false }
      let wanted = tcflag_t(ECHO | ICANON | ISIG)
      return modes.c_lflag & wanted == wanted
    }

    /// Returns the program's output so far, on a terminal.
    func shown() -> ScreenEmulator {
      var screen = ScreenEmulator(Size(columns: 80, rows: 24))
      var waiting = pollfd(fd: person, events: Int16(POLLIN), revents: 0)
      while poll(&waiting, 1, 0) > 0 {
        var buffer = [UInt8](repeating: 0, count: 1 << 12)
        let count = read(person, &buffer, buffer.count)
        guard count > 0 else { break }
        screen.obey(buffer[..<count])
      }
      return screen
    }
  }

  private struct Sign: Reducer {
    struct State: Equatable, Sendable {}
    enum Action: Sendable { case pressed }
    func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
    static let app = TerminalApp<State, Action> { _ in
      Text("Open")
    } reply: { _, _, _ in
      .none
    }
  }

  /// As in the documentation: `defer` ends the session, and the error propagates.
  @Test func anErrorThatIsThrownGivesTheTerminalBack() throws {
    let terminal = try PseudoTerminal()
    func work() throws {
      let session = try TerminalSession(input: terminal.program, output: terminal.program)
      defer { session.leave() }
      try session.write(Array("a secret".utf8))
      #expect(!terminal.isCooked)
      throw Failed()
    }
    #expect(throws: Failed()) { try work() }
    #expect(terminal.isCooked)
    let screen = terminal.shown()
    #expect(screen.modes == [])
    #expect(screen.isCursorVisible)
    #expect(!screen.text.contains("secret"))
    #expect(screen.errors == [])
  }

  /// A second session begins after the first one, and not before.
  @Test func aTerminalIsTakenOnceAtATime() throws {
    let terminal = try PseudoTerminal()
    let session = try TerminalSession(input: terminal.program, output: terminal.program)
    #expect(throws: TerminalFailure.isTaken) {
      _ = try TerminalSession(input: terminal.program, output: terminal.program)
    }
    #expect(!terminal.isCooked, "the refused one has given back what it did not have")
    session.leave()
    #expect(terminal.isCooked)
    #expect(throws: TerminalFailure.closed) { try session.write([0x41]) }
    let next = try TerminalSession(input: terminal.program, output: terminal.program)
    #expect(!terminal.isCooked)
    next.leave()
    #expect(terminal.isCooked)
  }

  /// The terminal of the screens is closed, the one of the keys is not: the host ends, and reports
  /// it.
  @Test func whereTheOutputIsClosedTheHostEndsAndTheKeysComeBack() async throws {
    let (keys, screens) = (try PseudoTerminal(), try PseudoTerminal())
    let session = try TerminalSession(input: keys.program, output: screens.program)
    #expect(!keys.isCooked)
    screens.closeWindow()
    let store = Store(initialState: Sign.State()) { Sign() }
    let end = try await TerminalHost(Sign.app).run(store, session: session)
    #expect(end == .closed)
    #expect(keys.isCooked)
  }
}
