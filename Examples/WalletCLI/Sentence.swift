/// Makes whole sentences, for screens, of what commands print after the name of the program.
enum Sentence {
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
  var sentence: String { Sentence.standing(message) }
}
