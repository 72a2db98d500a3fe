internal import CTerminalMode
public import Headrace

/// Shows a store's feature on a terminal that can only write lines, one after another: a dumb
/// terminal, or one with a screen reader.
///
/// Whenever the screen has changed, its new rows are written. A line from the user is typed into
/// the app, followed by Return. An empty line is only Return. A line of one character is only that
/// key. A line that begins with a colon names keys: `:esc`, `:down down enter`.
public struct LineHost<State, Action> {
  private let app: TerminalApp<State, Action>
  private let size: Size
  private let theme: Theme

  /// Creates a host.
  ///
  /// - Parameters:
  ///   - app: What is shown, and what keys do.
  ///   - columns: How long rows may be.
  ///   - theme: Which characters may be written; its colours are not used.
  public init(_ app: TerminalApp<State, Action>, columns: Int = 80, theme: Theme = .plain) {
    self.app = app
    self.theme = theme
    // High enough for any screen; empty rows are not written.
    size = Size(columns: columns, rows: 60)
  }

  /// Shows the feature until the user quits, or the process is asked to end.
  ///
  /// - Parameters:
  ///   - store: The store, on the actor that calls.
  ///   - session: The terminal; by default the one of the standard streams. It is left at the end.
  ///   - isolation: The store's actor; the compiler fills it in.
  /// - Returns: How it ended.
  /// - Throws: What ``TerminalSession/lines(input:output:)`` throws.
  public func run(
    _ store: Store<State, Action>, session: TerminalSession? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(TerminalFailure) -> TerminalEnd {
    let session = if let session { session } else { try TerminalSession.lines() }
    defer { session.leave() }
    let (stream, news) = AsyncStream<News>.makeStream()
    let listener = Task {
      for await event in session.events { news.yield(.event(event)) }
    }
    defer { listener.cancel() }
    let token = store.observe {
      _ = store.state
      news.yield(.changed)
    }
    defer { token.cancel() }
    var transcript = LineTranscript(isASCII: theme.isASCII)
    var keys = LineKeys()
    do throws(TerminalFailure) {
      for await item in stream {
        switch item {
        case .due: break
        case .changed, .event(.continued), .event(.input(.resize)), .event(.input(.focus)):
          if store.withState(app.isOver) { return .quit }
          let grid = store.withState { app.grid($0, size, theme: theme) }
          try session.write(transcript.bytes(for: grid))
          session.showsInput(store.withState { !app.hidesInput($0) })
        case .event(.stop(let signal)): return .signal(signal)
        case .event(.closed): return .closed
        case .event(.input(let input)):
          let (pressed, unknown) = keys.take(input)
          if let unknown {
            let name = unknown.debugDescription
            let sentence = "There is no key \(name); expected a name such as esc, tab or down.\n"
            try session.write(Array(sentence.utf8))
          }
          for key in pressed {
            let reply = store.withState { state in
              app.reply(to: .key(key), in: state, shown: app.grid(state, size, theme: theme))
            }
            switch reply {
            case .none: break
            case .send(let action): store.send(action)
            case .quit: return .quit
            }
          }
        }
      }
    } catch {
      guard error == .closed else { throw error }
    }
    return .closed
  }
}

extension TerminalSession {
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
}

/// What was written of the screens so far.
struct LineTranscript {
  /// Whether only ASCII may be written.
  let isASCII: Bool
  private var rows: [String] = []

  init(isASCII: Bool = false) {
    self.isASCII = isASCII
  }

  /// The rows that were not in the previous frame, as lines.
  mutating func bytes(for grid: Grid) -> [UInt8] {
    let now = grid.rows.filter { !$0.isEmpty }
    defer { rows = now }
    let new = now.difference(from: rows).insertions.sorted { $0.offset < $1.offset }
    let lines = new.map { (isASCII ? ASCIISigns.text($0.text) : $0.text) + "\n" }
    return Array(lines.joined().utf8)
  }
}

extension CollectionDifference<String>.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }

  fileprivate var text: String {
    switch self {
    case .insert(_, let text, _), .remove(_, let text, _): text
    }
  }
}

/// Turns lines into keys.
struct LineKeys {
  private var line = ""

  /// The keys of a line, once it is complete, and the first name in it that is not that of a key.
  mutating func take(_ input: TerminalInput) -> (keys: [Key], unknown: String?) {
    switch input {
    case .key(Key(.enter)):
      defer { line = "" }
      return Self.keys(of: line)
    case .key(let key):
      if case .character(let character) = key.code, key.modifiers.subtracting(.shift).isEmpty {
        line.append(character)
      }
      return ([], nil)
    case .paste(let text):
      line += text
      return ([], nil)
    case .mouse, .resize, .focus: return ([], nil)
    }
  }

  private static func keys(of line: String) -> (keys: [Key], unknown: String?) {
    if line.isEmpty { return ([Key(.enter)], nil) }
    if line.count == 1 { return (line.map { Key(.character($0)) }, nil) }
    if line.first == ":" {
      let names = line.dropFirst().split(separator: " ").map(String.init)
      return (names.compactMap { Key($0) }, names.first { Key($0) == nil })
    }
    return (line.map { Key(.character($0)) } + [Key(.enter)], nil)
  }
}
