internal import CTerminalMode
public import Headrace

/// Shows a store's feature on a terminal that can only write lines, such as one with a screen
/// reader.
///
/// Whenever the screen changes, its new rows are written. The sign `›` marks the selection. Lines
/// and boxes are not drawn. A line from the user is typed into the app, followed by Return. An
/// empty line is only Return, and a line of one character is only that key. A line that begins with
/// a colon contains names of keys: `:esc`, `:down down enter`.
///
/// While the app hides input, a line is typed literally, so that a passcode may begin with a colon;
/// only `:esc` is still the key. No part of such a line is echoed, and the memory that contained it
/// is overwritten.
///
/// ``LineSecrets`` determines where secrets are written.
public struct LineHost<State, Action> {
  private let app: TerminalApp<State, Action>
  private let size: Size
  private let theme: Theme
  private let words: @Sendable (State) -> LineWords
  private let secrets: LineSecrets

  /// Creates a host.
  ///
  /// - Parameters:
  ///   - app: The app to show.
  ///   - columns: The maximum length of rows.
  ///   - theme: The theme, which limits the characters that are written; its colours are not used.
  ///   - secrets: The place for secrets; by default the user is asked first.
  ///   - words: Returns the host's own texts in the language of a state; English by default.
  public init(
    _ app: TerminalApp<State, Action>, columns: Int = 80, theme: Theme = .plain,
    secrets: LineSecrets = .inHistoryIfAgreed,
    words: @escaping @Sendable (State) -> LineWords = { _ in .english }
  ) {
    self.app = app
    self.theme = theme
    self.words = words
    self.secrets = secrets
    // High enough for any screen; empty rows are not written.
    size = Size(columns: columns, rows: 60)
  }

  /// Shows the feature until the user quits or the process is asked to end.
  ///
  /// - Parameters:
  ///   - store: The store, on the caller's actor.
  ///   - session: The terminal, which is left at the end; by default that of the standard streams.
  ///   - driver: Presses keys in addition to the user; `nil` for none.
  ///   - isolation: The store's actor; the compiler fills it in.
  /// - Returns: The reason why the host ended.
  /// - Throws: The errors of ``TerminalSession/lines(input:output:)``.
  public func run(
    _ store: Store<State, Action>, session: TerminalSession? = nil,
    driver: TerminalDriver? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(TerminalFailure) -> TerminalEnd {
    let session = if let session { session } else { try TerminalSession.lines() }
    let size = size
    return try await session.show(store, driver: driver, isolation: isolation) { _ in
      LineScreen(
        app,
        HostOutput(
          size: { size },
          write: { (bytes: [UInt8]) throws(TerminalFailure) in try session.write(bytes) },
          hidesInput: { session.showsInput(!$0) }, show: { driver?.show($0) },
          setsAside: { session.setsAside($0) }),
        size: size, theme: theme, words: words, secrets: secrets)
    }
  }
}

extension TerminalSession {
  /// Switches to the alternate screen and clears it.
  static let enteringAside = "\u{1B}[?1049h\u{1B}[2J\u{1B}[H"
  /// Clears the alternate screen, because some terminals keep its content, and leaves it.
  static let leavingAside = "\u{1B}[2J\u{1B}[H\u{1B}[?1049l"

  /// Opens a terminal that reads lines, without changing its mode.
  ///
  /// - Parameters:
  ///   - input: The descriptor from which lines are read.
  ///   - output: The descriptor to which text is written.
  /// - Throws: The errors of ``init(input:output:)``.
  public static func lines(
    input: Int32 = 0, output: Int32 = 1
  ) throws(TerminalFailure) -> TerminalSession {
    try TerminalSession(input, output) { headrace_terminal_enter_lines(input, output, $0) }
  }

  /// Sets whether the terminal echoes what is typed.
  func showsInput(_ isShown: Bool) {
    // A terminal that refuses echoes input, as it does for any program.
    _ = headrace_terminal_echo(isShown ? 1 : 0)
  }

  /// Sets whether the alternate screen is in use and must be cleared before the process ends.
  func setsAside(_ isAside: Bool) {
    // This fails only after the session was left, and then nothing is written.
    _ = headrace_terminal_set_aside(
      isAside ? Self.enteringAside : "", isAside ? Self.leavingAside : "")
  }
}
