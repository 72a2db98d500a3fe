import HeadraceTerminal

/// Translates the argument parser's own texts into the person's language.
///
/// Its errors are not public, so its English sentences are recognised, and an unknown one is left
/// unchanged. Quoted text is left as typed.
enum ParserText {
  /// Returns a refusal of a command line, from the parser or from one of the wallet's options.
  static func refusal(_ text: String) -> String {
    phrase(text)?.text ?? text
  }

  /// Returns a refusal with the usage of its command, or a help page.
  static func page(_ text: String, refusal: String) -> String {
    guard Speech.language != .english else { return text }
    let head = "Error: " + refusal
    guard !refusal.isEmpty, text.hasPrefix(head) else { return lines(text) }
    return Phrase("Error: \(self.refusal(refusal))").text + lines(text.dropFirst(head.count))
  }

  /// Returns the sentence that a text matches; nil if the parser has no such sentence.
  static func phrase(_ text: String) -> Phrase? {
    if let parts = composite(text) { return parts }
    return option(text) ?? argument(text) ?? value(text)
  }

  // MARK: - Sentences

  /// Returns a refusal of letters after one dash: options, or an option with its value.
  private static func composite(_ text: String) -> Phrase? {
    guard
      let match = text.wholeMatch(
        of: /(Unknown option .*)\n   or: (Missing value for .*) in '(.*?)'/.dotMatchesNewlines())
    else { return nil }
    let (unknown, missing) = (refusal(String(match.1)), refusal(String(match.2)))
    return Phrase("\(unknown)\n   or: \(missing) in '\(match.3)'")
  }

  private static func option(_ text: String) -> Phrase? {
    if let match = text.wholeMatch(
      of: /Unknown option '(.*)'\. Did you mean '(.*?)'\?/.dotMatchesNewlines())
    {
      return Phrase("Unknown option '\(match.1)'. Did you mean '\(match.2)'?")
    }
    if let match = text.wholeMatch(of: /Unknown option '(.*)'/.dotMatchesNewlines()) {
      return Phrase("Unknown option '\(match.1)'")
    }
    if let match = text.wholeMatch(of: /Invalid option: (.*)/.dotMatchesNewlines()) {
      return Phrase("Invalid option: \(match.1)")
    }
    if let match = text.wholeMatch(of: /Missing value for '(.*)'/.dotMatchesNewlines()) {
      return Phrase("Missing value for '\(match.1)'")
    }
    if let match = text.wholeMatch(
      of: /The option '(.*?)' does not take any value, but '(.*)' was specified\./
        .dotMatchesNewlines())
    {
      return Phrase(
        "The option '\(match.1)' does not take any value, but '\(match.2)' was specified.")
    }
    if let match = text.wholeMatch(
      of: /Value to be set with flag '(.*)' had already been set with flag '(.*?)'/)
    {
      return Phrase(
        "Value to be set with flag '\(match.1)' had already been set with flag '\(match.2)'")
    }
    return nil
  }

  private static func argument(_ text: String) -> Phrase? {
    if let match = text.wholeMatch(of: /Unexpected argument '(.*)'/.dotMatchesNewlines()) {
      return Phrase("Unexpected argument '\(match.1)'")
    }
    if let match = text.wholeMatch(of: /(\d+) unexpected arguments: (.*)/.dotMatchesNewlines()) {
      return Phrase("\(match.1) unexpected arguments: \(match.2)")
    }
    if let match = text.wholeMatch(of: /Missing expected argument '(.*)'/) {
      return Phrase("Missing expected argument '\(match.1)'")
    }
    if let match = text.wholeMatch(of: /Missing one of: (.*)/) {
      return Phrase("Missing one of: \(match.1)")
    }
    if text == "Missing required subcommand." { return Phrase("Missing required subcommand.") }
    if let match = text.wholeMatch(
      of: /Can't generate completion scripts for '(.*)'\.\n.* with one of:\n +(.*)/)
    {
      return Phrase(
        """
        Can't generate completion scripts for '\(match.1)'.
        Please use --generate-completion-script=<shell> with one of:
            \(match.2)
        """)
    }
    return nil
  }

  private static func value(_ text: String) -> Phrase? {
    let begin = "The value '"
    guard text.hasPrefix(begin) else { return nil }
    if let match = text.wholeMatch(
      of: /The value '(.*?)' is invalid for '([^']*)'/.dotMatchesNewlines())
    {
      return Phrase("The value '\(match.1)' is invalid for '\(match.2)'")
    }
    if let match = text.wholeMatch(
      of: /The value '(.*?)' is invalid for '([^']*)': (.*)/.dotMatchesNewlines())
    {
      // The wallet's own options give the reason, already in the person's language.
      return Phrase("The value '\(match.1)' is invalid for '\(match.2)': \(match.3)")
    }
    if let match = text.wholeMatch(
      of: /The value '(.*?)' is invalid for '([^']*)'\. Please provide one of the following:\n(.*)/
        .dotMatchesNewlines())
    {
      return Phrase(
        "The value '\(match.1)' is invalid for '\(match.2)'. Please provide one of the following:\n\(match.3)"
      )
    }
    return nil
  }

  // MARK: - Pages

  /// Translates the parser's own words in a help page, and below a refusal.
  private static func lines(_ text: some StringProtocol) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line(String($0)) }.joined(separator: "\n")
      .replacing("(values:", with: Phrase("(values:").text)
      .replacing("default: ", with: Phrase("default: ").text)
  }

  private static func line(_ line: String) -> String {
    (heading(line) ?? reference(line) ?? builtIn(line))?.text ?? standing(line)
  }

  private static func heading(_ line: String) -> Phrase? {
    // The line of the command that the parser adds.
    if line.wholeMatch(of: /OVERVIEW: Show subcommand help information\./) != nil {
      return Phrase("OVERVIEW: \(Phrase("Show subcommand help information.").text)")
    }
    if let match = line.wholeMatch(of: /OVERVIEW: (.*)/) { return Phrase("OVERVIEW: \(match.1)") }
    if let match = line.wholeMatch(of: /USAGE: (.*)/) { return Phrase("USAGE: \(match.1)") }
    if let match = line.wholeMatch(of: /Usage: (.*)/) { return Phrase("Usage: \(match.1)") }
    if let match = line.wholeMatch(of: /Help:  (.*)/) { return Phrase("Help:  \(match.1)") }
    return switch line {
    case "ARGUMENTS:": Phrase("ARGUMENTS:")
    case "OPTIONS:": Phrase("OPTIONS:")
    case "SUBCOMMANDS:": Phrase("SUBCOMMANDS:")
    default: nil
    }
  }

  private static func reference(_ line: String) -> Phrase? {
    if let match = line.wholeMatch(of: /\ \ See '(.*) <subcommand>' for detailed help\./) {
      return Phrase("  See '\(match.1) <subcommand>' for detailed help.")
    }
    if let match = line.wholeMatch(of: /\ \ See '(.*)' for more information\./) {
      return Phrase("  See '\(match.1)' for more information.")
    }
    return nil
  }

  /// Translates the mark of the default subcommand, whose description keeps its column.
  private static func standing(_ line: String) -> String {
    let mark = "(default)"
    guard let match = line.wholeMatch(of: /(  [a-z-]+ )\(default\)( .*)?/) else { return line }
    let word = Phrase("(default)").text
    let gap = String(
      repeating: " ", count: max(0, CellText.columns(of: mark) - CellText.columns(of: word)))
    return match.1 + word + (match.2.map { gap + $0 } ?? "")
  }

  /// Returns the translation of the options that the parser adds to each command.
  private static func builtIn(_ line: String) -> Phrase? {
    if let match = line.wholeMatch(of: /(  --version +)Show the version\./) {
      return Phrase("\(match.1)Show the version.")
    }
    if let match = line.wholeMatch(of: /(  -h, --help +)Show help information\./) {
      return Phrase("\(match.1)Show help information.")
    }
    return nil
  }
}
