/// Text of others, such as a node's words, as it may stand on a terminal.
enum PlainText {
  /// Writes as its number whatever a terminal would obey instead of showing it: a line end that
  /// begins a false sentence of ours, an escape that erases one, a mark that turns text round.
  static func printable(_ text: String) -> String {
    var printable = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        printable += "\\u{\(String(scalar.value, radix: 16))}"
      case _:
        printable.unicodeScalars.append(scalar)
      }
    }
    return printable
  }
}
