/// Text of others, such as a node's words, as it may stand on a terminal.
enum PlainText {
  /// Writes as its number whatever a terminal would obey instead of showing it: a line end that
  /// begins a false sentence of ours, an escape that erases one, a mark that turns text round.
  static func printable(_ text: String) -> String {
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
