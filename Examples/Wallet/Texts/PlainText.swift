/// Text from others, such as a node's message, made safe for a terminal.
package enum PlainText {
  /// Replaces by its number each scalar that a terminal would obey instead of showing.
  ///
  /// Examples are a line end that begins a forged sentence, an escape that erases one, and a mark
  /// that reverses text.
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

  /// Returns true if a terminal shows a scalar, and does nothing else with it.
  static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
    case _: true
    }
  }
}

/// Converts texts that commands print after the program's name into whole sentences for screens.
enum SentenceText {
  /// Returns the text with a capital letter and a full stop.
  static func standing(_ text: String) -> String {
    // A first word that is an address, a path or a host's name is left unchanged.
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
