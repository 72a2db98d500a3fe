import CProcessGuard
package import EthereumCrypto
import Foundation
import HeadraceTerminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The destination of a command's output; tests provide their own closures.
package struct Terminal: Sendable {
  /// Writes a line of the answer.
  package var writeLine: @Sendable (String) -> Void
  /// Writes a line about events, or a refusal.
  package var writeError: @Sendable (String) -> Void
  /// Asks for a secret line, which is not echoed; `nil` if there is nobody to ask.
  package var askSecret: @Sendable (_ question: String) throws(SecretLine.Refusal) -> SecretLine?
  /// Asks for a line; `nil` if there is nobody to ask.
  package var ask: @Sendable (_ question: String) -> String?
  /// Shows secret words under a heading to the person watching; returns false if there is none.
  package var showSecret: @Sendable (_ heading: String, _ words: borrowing SecretBytes) -> Bool
  /// Shows the words of a phrase under a heading to the person watching, until it is hidden;
  /// returns false if there is none.
  package var showPhrase: @Sendable (_ heading: String, _ words: borrowing SecretBytes) -> Bool
  /// Waits until the person has noted the phrase, and removes it from the screen; returns true if
  /// it was noted.
  package var hidePhrase: @Sendable (_ question: String) -> Bool
  /// Shows progress in a line that the next one replaces, or removes it; `nil` if nobody is
  /// watching.
  package var showProgress: (@Sendable (String?) -> Void)?
  /// True if shown text stays in the terminal's history, because it has no screen to clear.
  package var keepsWhatIsShown = false
  /// The monitor of whether the answer can be written.
  package let output: OutputMonitor
  /// True if a program reads the output.
  package var isReadByProgram = false
  /// The name of the program, which precedes its refusals.
  package var program = "wallet"
  /// The width of the answer's terminal; nil if it goes to a file or a program.
  package var columns: Int?
  /// Returns the size of the window that shows a phrase; nil if it is not cleared, or not known.
  var phraseWindow: @Sendable () -> PhraseScreen.Window? = { nil }

  /// Creates a terminal; by default there is nobody to ask, and nobody watching.
  package init(
    writeLine: @escaping @Sendable (String) -> Void,
    writeError: @escaping @Sendable (String) -> Void,
    askSecret: @escaping @Sendable (String) throws(SecretLine.Refusal) -> SecretLine? = { _ in nil
    },
    ask: @escaping @Sendable (String) -> String? = { _ in nil },
    showSecret: @escaping @Sendable (String, borrowing SecretBytes) -> Bool = { _, _ in false },
    showPhrase: (@Sendable (String, borrowing SecretBytes) -> Bool)? = nil,
    hidePhrase: @escaping @Sendable (String) -> Bool = { _ in true },
    showProgress: (@Sendable (String?) -> Void)? = nil, output: OutputMonitor = OutputMonitor()
  ) {
    self.writeLine = writeLine
    self.writeError = writeError
    self.askSecret = askSecret
    self.ask = ask
    self.showSecret = showSecret
    self.showPhrase = showPhrase ?? showSecret
    self.hidePhrase = hidePhrase
    self.showProgress = showProgress
    self.output = output
  }

  /// Returns standard output and standard error; if a person reads them on a terminal, wide lines
  /// are broken between words.
  ///
  /// - Parameters:
  ///   - showsProgress: True if a person may be watching; not so if standard error is not a
  ///     terminal, or can't erase a line.
  ///   - isReadByProgram: True if a program reads the output.
  package static func standard(showsProgress: Bool, isReadByProgram: Bool = false) -> Terminal {
    let output = OutputMonitor()
    let status = StatusLine()
    let isWatched = isatty(STDERR_FILENO) == 1
    let canErase = ProcessInfo.processInfo.environment["TERM"] != "dumb"
    let showProgress: @Sendable (String?) -> Void = { status.show($0) }
    let columns = isReadByProgram ? nil : Self.columns(of: STDOUT_FILENO)
    let errorColumns = isReadByProgram ? nil : Self.columns(of: STDERR_FILENO)
    var terminal = Terminal(
      writeLine: { line in
        status.show(nil)
        let line = LineFolding.fold(line, columns: columns, indent: 2)
        if let errorNumber = Self.write(line + "\n", to: STDOUT_FILENO) {
          output.fail(errorNumber)
        }
      },
      writeError: { line in
        status.show(nil)
        let shown =
          isReadByProgram ? JSONText.note(line) : LineFolding.fold(line, columns: errorColumns)
        Self.write(shown + "\n", to: STDERR_FILENO)
      },
      askSecret: { (question: String) throws(SecretLine.Refusal) in try SecretLine.ask(question) },
      ask: { question in
        guard isatty(STDIN_FILENO) == 1, Self.beginPrompt(question, .shown) else {
          return nil
        }
        defer { headrace_prompt_end() }
        guard Self.waitForInput(STDIN_FILENO) else { return nil }
        return readLine()
      },
      showSecret: { (heading: String, words: borrowing SecretBytes) in
        guard isWatched else { return false }
        Self.write(heading + "\n", to: STDERR_FILENO)
        words.withUnsafeBytes { _ = Self.write($0, to: STDERR_FILENO) }
        Self.write("\n", to: STDERR_FILENO)
        return true
      },
      showPhrase: { (heading: String, words: borrowing SecretBytes) in
        guard isWatched, isatty(STDIN_FILENO) == 1 else { return false }
        let screen = PhraseScreen.bytes(
          heading, words, isFullScreen: canErase, window: Self.window(of: STDERR_FILENO))
        screen.withUnsafeBytes { _ = Self.write($0, to: STDERR_FILENO) }
        return true
      },
      hidePhrase: { question in
        defer { if canErase { Self.write(PhraseScreen.leaving, to: STDERR_FILENO) } }
        return SecretLine.waitForReturn(question, isFullScreen: canErase)
      },
      showProgress: showsProgress && isWatched && canErase ? showProgress : nil,
      output: output)
    terminal.isReadByProgram = isReadByProgram
    terminal.keepsWhatIsShown = isWatched && isatty(STDIN_FILENO) == 1 && !canErase
    terminal.columns = columns
    if canErase { terminal.phraseWindow = { Self.window(of: STDERR_FILENO) } }
    return terminal
  }

  /// Returns the width of a descriptor's terminal; nil if it has none, or the width is not known.
  private static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_col > 0
    else { return nil }
    return Int(size.ws_col)
  }

  /// Returns the size of a descriptor's terminal; nil if it has none, or the size is not known.
  private static func window(of descriptor: Int32) -> PhraseScreen.Window? {
    var size = winsize()
    guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return PhraseScreen.Window(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Asks a question, and restores the terminal's modes at stops and ends until the prompt ends.
  static func beginPrompt(_ question: String, _ kind: PromptKind) -> Bool {
    var text = question + " "
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        headrace_prompt_begin(
          STDIN_FILENO, STDERR_FILENO, bytes.baseAddress, bytes.count, kind.rawValue) == 0
      }
    }
  }

  /// The ways of asking a question.
  enum PromptKind: Int32 {
    /// Typed text is not shown.
    case hidden = 0
    /// Typed text is shown.
    case shown = 1
    /// Typed text is not shown, but a secret is, on the alternate screen.
    case fullScreen = 2
  }

  /// Asks a yes-or-no question, ignoring case; the answer may be Korean if that is the language.
  ///
  /// Any other answer repeats the question, and the third one counts as no.
  ///
  /// Yes is a whole word, so no single key agrees to a payment.
  func agrees(to question: Phrase) -> Bool {
    for _ in 1...Self.askingCountMax {
      guard let answer = ask(question.text) else { return false }
      let word = answer.lowercased()
      let isKorean = Speech.language == .korean
      if word == "yes" || isKorean && Self.koreanYes.contains(word) { return true }
      if word == "no" || isKorean && Self.koreanNo.contains(word) { return false }
    }
    return false
  }

  private static let koreanYes: Set = ["예", "네"]
  private static let koreanNo: Set = ["아니요", "아니오", "n"]

  /// The maximum number of times a question is asked.
  static let askingCountMax = 3

  /// Reports what is awaited, if no progress line shows it already.
  func tellWaiting(_ text: String, json: Bool) {
    guard showProgress == nil else { return }
    writeError(
      json ? JSONText.object([("event", .text("waiting")), ("for", .text(text))]) : text)
  }

  /// Reports why a command ends.
  package func writeError(_ failure: CommandFailure, json: Bool) {
    writeError(json ? failure.json : "\(program): \(failure.message)")
  }

  /// Reports an event beside the requested result.
  package func writeNote(_ text: String, json: Bool) {
    writeError(
      json ? JSONText.object([("event", .text("note")), ("text", .text(text))]) : text)
  }

  /// Writes a review: the lines of the transaction to sign.
  func writeReview(_ lines: [String]) {
    writeError(
      isReadByProgram
        ? JSONText.object([("event", .text("review")), ("lines", .texts(lines))])
        : lines.joined(separator: "\n"))
  }

  /// Writes an answer with any number of formatted values: one per line, or as one JSON array.
  func writeList(_ lines: [String], json: Bool, none: String = "") {
    if json {
      writeLine("[\(lines.joined(separator: ","))]")
    } else {
      writeLine(lines.isEmpty ? none : lines.joined(separator: "\n"))
    }
  }

  /// Waits until there is something to read; returns false if the task is cancelled first.
  ///
  /// A signal would interrupt a read only if it arrived in the middle of it.
  static func waitForInput(_ descriptor: Int32) -> Bool {
    while !Task.isCancelled {
      var descriptors = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
      if poll(&descriptors, 1, 50) > 0 { return true }
    }
    return false
  }

  /// True if the locale's encoding has other characters than UTF-8 beyond ASCII.
  private static let needsASCII = !TerminalEnvironment.isUTF8(
    ProcessInfo.processInfo.environment)

  /// Writes a text; returns the `errno` if that failed.
  @discardableResult
  static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var text = needsASCII && isatty(descriptor) == 1 ? ASCIISigns.text(text) : text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  /// Writes all bytes, in as many calls as necessary, and keeps none.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var rest = bytes
    while !rest.isEmpty {
      let count = systemWrite(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}

private func systemWrite(_ descriptor: Int32, _ base: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, base, count)
}
