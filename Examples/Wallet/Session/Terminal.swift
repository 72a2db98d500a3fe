import CProcessGuard
package import EthereumCrypto
import Foundation
import HeadraceTerminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where a command writes; tests give it closures of their own.
package struct Terminal: Sendable {
  /// Writes a line of the answer.
  package var writeLine: @Sendable (String) -> Void
  /// Writes a line about what happens, or a refusal.
  package var writeError: @Sendable (String) -> Void
  /// Asks for a secret line, which is not echoed; `nil` without a person to ask.
  package var askSecret: @Sendable (_ question: String) throws(SecretLine.Refusal) -> SecretLine?
  /// Asks for a line; `nil` without a person to ask.
  package var ask: @Sendable (_ question: String) -> String?
  /// Writes secret words under a heading for the person who watches; returns whether there is one.
  package var showSecret: @Sendable (_ heading: String, _ words: borrowing SecretBytes) -> Bool
  /// Shows the words of a phrase under a heading for the person who watches, until it is hidden;
  /// returns whether there is one.
  package var showPhrase: @Sendable (_ heading: String, _ words: borrowing SecretBytes) -> Bool
  /// Waits until the person has noted the phrase, and takes it from the screen; returns whether it
  /// was noted.
  package var hidePhrase: @Sendable (_ question: String) -> Bool
  /// Shows how far the work is in a line that the next one takes the place of, or takes it away;
  /// `nil` without a person who watches.
  package var showProgress: (@Sendable (String?) -> Void)?
  /// Whether what is shown stays in the terminal's history, because it has no screen to clear.
  package var keepsWhatIsShown = false
  /// Whether the answer gets to where it is written.
  package let output: OutputMonitor
  /// Whether a program reads what the command says.
  package var isReadByProgram = false
  /// The name of the program, which stands before its refusals.
  package var program = "wallet"
  /// How wide the terminal of the answer is; nil where it goes to a file or a program.
  package var columns: Int?
  /// How large the window is that a phrase is shown in; nil where it is not cleared, or not known.
  var phraseWindow: @Sendable () -> PhraseScreen.Window? = { nil }

  /// Creates a terminal; by default there is no person to ask, and none who watches.
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

  /// Standard output and standard error. Where a person reads them on a terminal, wide lines are
  /// broken between words.
  ///
  /// - Parameters:
  ///   - showsProgress: Whether a person may watch; none does where standard error is no
  ///     terminal, or one that can't erase a line.
  ///   - isReadByProgram: Whether a program reads what the command says.
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

  /// How wide the terminal of a descriptor is; nil where it is none, or does not say.
  private static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_col > 0
    else { return nil }
    return Int(size.ws_col)
  }

  /// How large the terminal of a descriptor is; nil where it is none, or does not say.
  private static func window(of descriptor: Int32) -> PhraseScreen.Window? {
    var size = winsize()
    guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return PhraseScreen.Window(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Asks a question, and keeps the terminal's modes through stops and ends until the prompt ends.
  static func beginPrompt(_ question: String, _ kind: PromptKind) -> Bool {
    var text = question + " "
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        headrace_prompt_begin(
          STDIN_FILENO, STDERR_FILENO, bytes.baseAddress, bytes.count, kind.rawValue) == 0
      }
    }
  }

  /// How a question is asked.
  enum PromptKind: Int32 {
    /// What is typed is not shown.
    case hidden = 0
    /// What is typed is shown.
    case shown = 1
    /// What is typed is not shown, and a secret is, on the alternate screen.
    case fullScreen = 2
  }

  /// Asks a question whose answer is yes or no, in any case of letters, or the same in Korean where
  /// that is spoken; whatever else is typed is asked about again, and at the third time means no.
  ///
  /// Yes is a whole word, so that no single key agrees to a payment.
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

  /// How often a question is asked that is answered by something else.
  static let askingCountMax = 3

  /// Says what is waited for, where no progress line says it already.
  func tellWaiting(_ text: String, json: Bool) {
    guard showProgress == nil else { return }
    writeError(
      json ? JSONText.object([("event", .text("waiting")), ("for", .text(text))]) : text)
  }

  /// Says why a command ends.
  package func writeError(_ failure: CommandFailure, json: Bool) {
    writeError(json ? failure.json : "\(program): \(failure.message)")
  }

  /// Says what happens besides what was asked for.
  package func writeNote(_ text: String, json: Bool) {
    writeError(
      json ? JSONText.object([("event", .text("note")), ("text", .text(text))]) : text)
  }

  /// Writes a review: the lines of what is to be signed.
  func writeReview(_ lines: [String]) {
    writeError(
      isReadByProgram
        ? JSONText.object([("event", .text("review")), ("lines", .texts(lines))])
        : lines.joined(separator: "\n"))
  }

  /// Writes an answer of any number of values, each a line already: one below the other, or one
  /// JSON array.
  func writeList(_ lines: [String], json: Bool, none: String = "") {
    if json {
      writeLine("[\(lines.joined(separator: ","))]")
    } else {
      writeLine(lines.isEmpty ? none : lines.joined(separator: "\n"))
    }
  }

  /// Waits until there is something to read; returns whether there is, before the task is
  /// cancelled.
  ///
  /// A signal would end a read, but then it has to come in the middle of it.
  static func waitForInput(_ descriptor: Int32) -> Bool {
    while !Task.isCancelled {
      var descriptors = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
      if poll(&descriptors, 1, 50) > 0 { return true }
    }
    return false
  }

  /// Whether the locale's encoding has other characters than UTF-8 beyond ASCII.
  private static let needsASCII = !TerminalEnvironment.isUTF8(
    ProcessInfo.processInfo.environment)

  /// Writes a text; returns why that failed, as `errno` has it.
  @discardableResult
  static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var text = needsASCII && isatty(descriptor) == 1 ? ASCIISigns.text(text) : text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  /// Writes all bytes, however many calls that takes, and keeps none.
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
