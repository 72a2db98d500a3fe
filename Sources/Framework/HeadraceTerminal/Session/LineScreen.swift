internal import Headrace

/// A terminal that writes lines, from the point of view of a host's loop.
struct LineScreen<State, Action>: HostedScreen {
  /// The user's consent to show a secret that stays in the terminal's history.
  private enum Consent {
    case notAsked, asked, given, refused
  }

  private let app: TerminalApp<State, Action>
  private let output: HostOutput
  private let theme: Theme
  private let size: Size
  private let words: @Sendable (State) -> LineWords
  private let secrets: LineSecrets
  private var transcript: LineTranscript
  private var keys = LineKeys()
  private var consent = Consent.notAsked
  private var isAside = false
  private var hasOpened = false

  init(
    _ app: TerminalApp<State, Action>, _ output: HostOutput, size: Size, theme: Theme,
    words: @escaping @Sendable (State) -> LineWords, secrets: LineSecrets
  ) {
    self.app = app
    self.output = output
    self.size = size
    var theme = theme
    // Colours are not used, so nothing else has this style.
    theme.selection = LineTranscript.selection
    theme.dimmed = LineTranscript.covered
    self.theme = theme
    self.words = words
    self.secrets = secrets
    transcript = LineTranscript(isASCII: theme.isASCII)
  }

  /// Handles an event; returns the reason if the host has to end.
  mutating func take(
    _ item: News, _ store: Store<State, Action>
  ) throws(TerminalFailure) -> TerminalEnd? {
    switch item {
    case .due, .event(.input(.resize)), .event(.input(.focus)): return nil
    case .event(.continued):
      // The alternate screen is empty now.
      if isAside { transcript.forget() }
      return try change(store)
    case .changed: return try change(store)
    case .event(.stop(let signal)): return .signal(signal)
    case .event(.closed): return .closed
    case .event(.input(let input)): return try read(input, store)
    case .driven(let input):
      return press(input, store)
    }
  }

  private mutating func change(
    _ store: Store<State, Action>
  ) throws(TerminalFailure) -> TerminalEnd? {
    if store.withState(app.isOver) { return .quit }
    if !hasOpened {
      hasOpened = true
      try say(store.withState { words($0).opening })
    }
    if store.withState(app.showsSecret) {
      guard try prepareSecret(store) else { return nil }
    } else {
      try returnFromAside()
      consent = .notAsked
    }
    let grid = store.withState { app.grid($0, size, theme: theme) }
    try output.write(transcript.bytes(for: grid))
    output.hidesInput(store.withState(app.hidesInput))
    output.show(grid)
    return nil
  }

  // MARK: Secrets

  /// Prepares the terminal for a secret; returns `true` if the secret may be written now.
  private mutating func prepareSecret(
    _ store: Store<State, Action>
  ) throws(TerminalFailure) -> Bool {
    switch secrets {
    case .inHistory: return true
    case .onAlternateScreen:
      guard !isAside else { return true }
      isAside = true
      // Set before anything is written, so that a signal does not leave the secret on the screen.
      output.setsAside(true)
      try output.write(Array(TerminalSession.enteringAside.utf8))
      transcript.setAside()
      return true
    case .inHistoryIfAgreed:
      if consent == .notAsked {
        consent = .asked
        output.hidesInput(false)
        try say(store.withState { words($0).secretQuestion })
      }
      return consent == .given
    }
  }

  private mutating func returnFromAside() throws(TerminalFailure) {
    guard isAside else { return }
    isAside = false
    try output.write(Array(TerminalSession.leavingAside.utf8))
    output.setsAside(false)
    transcript.bringBack()
  }

  // MARK: Input

  private mutating func read(
    _ input: TerminalInput, _ store: Store<State, Action>
  ) throws(TerminalFailure) -> TerminalEnd? {
    let isAsked = consent == .asked
    var typed = keys.take(input, isHidden: !isAsked && store.withState(app.hidesInput))
    // They may be a passcode.
    defer { SecretWiping.overwrite(&typed.keys, with: Key(.enter)) }
    if isAsked { return typed.keys.isEmpty ? nil : try answer(typed.keys, store) }
    if let unknown = typed.unknown { try say(store.withState { words($0).unknownKey(unknown) }) }
    var inputs = TerminalInput.mergingRuns(
      of: typed.keys.map { .key($0) }, isSecret: store.withState(app.hidesInput))
    defer { SecretWiping.overwrite(&inputs, with: .focus(true)) }
    for index in inputs.indices {
      // As in full-screen mode, the host handles this key: everything is written again.
      if inputs[index] == .key(Key(.character("l"), .control)) {
        transcript.forget()
        if let end = try change(store) { return end }
      } else if let end = press(inputs[index], store) {
        return end
      }
    }
    return nil
  }

  /// Handles the answer to the question whether to show a secret.
  private mutating func answer(
    _ keys: [Key], _ store: Store<State, Action>
  ) throws(TerminalFailure) -> TerminalEnd? {
    let yes = "yes".map { Key(.character($0)) } + [Key(.enter)]
    if keys == yes {
      consent = .given
      return try change(store)
    }
    consent = .refused
    return press(.key(Key(.escape)), store)
  }

  private func press(_ input: TerminalInput, _ store: Store<State, Action>) -> TerminalEnd? {
    let reply = store.withState { state in
      app.reply(to: input, in: state, shown: app.grid(state, size, theme: theme))
    }
    switch reply {
    case .none: return nil
    case .send(let action): store.send(action)
    case .quit: return .quit
    }
    return nil
  }

  private func say(_ sentence: String) throws(TerminalFailure) {
    guard !sentence.isEmpty else { return }
    let lines = CellText.lines(of: sentence, within: size.columns).map { line in
      (theme.isASCII ? ASCIISigns.text(String(line)) : String(line)) + "\n"
    }
    try output.write(Array(lines.joined().utf8))
  }
}

/// The record of what has been written of the screens so far.
struct LineTranscript {
  /// The style of the selection on a screen whose rows become lines.
  static let selection = Style.plain.adding([.reverse, .underline, .italic])

  /// The style of content under a sheet; the part of it beside the sheet is not written.
  static let covered = Style.plain.adding([.dim, .underline, .italic])

  /// True if only ASCII may be written.
  let isASCII: Bool
  private var rows: [LineRow] = []
  private var rowsBefore: [LineRow] = []

  init(isASCII: Bool = false) {
    self.isASCII = isASCII
  }

  /// Returns as lines the rows that are new in this frame.
  ///
  /// Rows that only lost the mark of the selection are not new.
  mutating func bytes(for grid: Grid) -> [UInt8] {
    let now = grid.lines(selection: Self.selection, covered: Self.covered)
    defer { rows = now }
    let new = now.difference(from: rows).insertions.sorted { $0.offset < $1.offset }
      .filter { !$0.row.hasLostMark(since: rows) || isElsewhere($0.offset, in: now) }
      .map(\.row)
    let lines = new.map { (isASCII ? ASCIISigns.text($0.text) : $0.text) + "\n" }
    return Array(lines.joined().utf8)
  }

  /// Returns `true` if a row has none of its former neighbours, although it looks like an old row.
  ///
  /// Then it is something else, such as the title of the screen that a row has opened.
  private func isElsewhere(_ offset: Int, in now: [LineRow]) -> Bool {
    func beside(_ place: Int, _ rows: [LineRow]) -> [String?] {
      [place - 1, place + 1].map { rows.indices.contains($0) ? rows[$0].bareText : nil }
    }
    let around = beside(offset, now)
    return !rows.indices.contains { place in
      rows[place].bareText == now[offset].bareText
        && zip(beside(place, rows), around).contains { $0 != nil && $0 == $1 }
    }
  }

  /// Forgets what was written, because the terminal no longer shows it.
  mutating func forget() { rows = [] }

  /// Starts over on an empty screen.
  mutating func setAside() {
    rowsBefore = rows
    rows = []
  }

  /// Continues where it left off.
  mutating func bringBack() {
    rows = rowsBefore
    rowsBefore = []
  }
}

extension CollectionDifference<LineRow>.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }

  fileprivate var row: LineRow {
    switch self {
    case .insert(_, let row, _), .remove(_, let row, _): row
    }
  }
}
