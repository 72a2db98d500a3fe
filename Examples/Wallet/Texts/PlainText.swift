/// Text of others, such as a node's words, as it may stand on a terminal.
package enum PlainText {
  /// Writes as its number whatever a terminal would obey instead of showing it: a line end that
  /// begins a false sentence of ours, an escape that erases one, a mark that turns text round.
  package static func printable(_ text: String) -> String {
    var printable = ""
    for scalar in text.unicodeScalars {
      if isPrintable(scalar) {
        printable.unicodeScalars.append(scalar)
      } else {
        printable += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return printable
  }

  /// Whether a terminal shows a scalar, and does nothing else with it.
  static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
    case _: true
    }
  }
}

/// Makes whole sentences, for screens, of what commands print after the name of the program.
enum SentenceText {
  /// The text with a capital letter and a full stop.
  static func standing(_ text: String) -> String {
    // A first word that is an address, a path or a host's name stays as it is.
    let first = text.prefix { $0 != " " && $0 != "," }
    let word = first.last == ":" ? first.dropLast() : first
    let isWord = word.allSatisfy { ("a"..."z").contains($0) || $0 == "'" }
    let whole = isWord ? text.prefix(1).uppercased() + text.dropFirst() : text
    return whole.last.map { ".!?…".contains($0) } == true ? whole : whole + "."
  }
}

extension CommandFailure {
  /// The message as a whole sentence.
  var sentence: String { SentenceText.standing(message) }
}
