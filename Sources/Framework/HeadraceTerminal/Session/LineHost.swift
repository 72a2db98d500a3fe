internal import CTerminalMode
public import Headrace

/// Shows a store's feature on a terminal that can only write lines, one after another: a dumb
/// terminal, or one with a screen reader.
///
/// Whenever the screen has changed, its new rows are written. What is chosen has the sign `›`.
/// Lines and boxes are not written. A line from the user is typed into the app, followed by Return.
/// An empty line is only Return. A line of one character is only that key. A line that begins with
/// a colon names keys: `:esc`, `:down down enter`.
///
/// While the app hides input, a line is typed as it is, whatever it begins with, so that a passcode
/// may begin with a colon; only `:esc` is still the key. No part of such a line is written, and the
/// memory that held it is overwritten.
///
/// What is secret is written where ``LineSecrets`` says.
public struct LineHost<State, Action> {
  private let app: TerminalApp<State, Action>
  private let size: Size
  private let theme: Theme
  private let words: @Sendable (State) -> LineWords
  private let secrets: LineSecrets

  /// Creates a host.
  ///
  /// - Parameters:
  ///   - app: What is shown, and what keys do.
  ///   - columns: How long rows may be.
  ///   - theme: Which characters may be written; its colours are not used.
  ///   - secrets: Where secrets are written; by default the user is asked first.
  ///   - words: What the host says itself, in the language of a state; English by default.
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

  /// Shows the feature until the user quits, or the process is asked to end.
  ///
  /// - Parameters:
  ///   - store: The store, on the actor that calls.
  ///   - session: The terminal; by default the one of the standard streams. It is left at the end.
  ///   - driver: Presses keys in addition to the user; `nil` for none.
  ///   - isolation: The store's actor; the compiler fills it in.
  /// - Returns: How it ended.
  /// - Throws: What ``TerminalSession/lines(input:output:)`` throws.
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
  /// Takes the alternate screen, and clears it.
  static let enteringAside = "\u{1B}[?1049h\u{1B}[2J\u{1B}[H"
  /// Clears the alternate screen, because some terminals keep it, and leaves it.
  static let leavingAside = "\u{1B}[2J\u{1B}[H\u{1B}[?1049l"

  /// Uses a terminal without changing its mode, and reads lines.
  ///
  /// - Parameters:
  ///   - input: The descriptor from which lines are read.
  ///   - output: The descriptor to which text is written.
  /// - Throws: What ``init(input:output:)`` throws.
  public static func lines(
    input: Int32 = 0, output: Int32 = 1
  ) throws(TerminalFailure) -> TerminalSession {
    try TerminalSession(input, output) { headrace_terminal_enter_lines(input, output, $0) }
  }

  /// Whether the terminal itself shows what is typed.
  func showsInput(_ isShown: Bool) {
    // A terminal that refuses shows what is typed, as it does for any program.
    _ = headrace_terminal_echo(isShown ? 1 : 0)
  }

  /// Says whether the alternate screen is shown, which must be cleared before the process ends.
  func setsAside(_ isAside: Bool) {
    // It is refused only where the session was left, and then nothing is written.
    _ = headrace_terminal_set_aside(
      isAside ? Self.enteringAside : "", isAside ? Self.leavingAside : "")
  }
}
