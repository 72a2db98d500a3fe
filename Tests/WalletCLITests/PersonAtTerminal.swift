/// Somebody who reads what a terminal shows, and answers what it asks.
struct PersonAtTerminal {
  let passcode: String
  private(set) var words: [String] = []

  init(passcode: String) {
    self.passcode = passcode
  }

  /// Returns what is typed after a text; `nil` for nothing.
  mutating func answer(to text: String) -> String? {
    if let match = text.wholeMatch(of: /Word (\d+):\s/), let position = Int(match.1) {
      return words.indices.contains(position - 1) ? words[position - 1] : nil
    }
    switch text {
    case "New passphrase: ", "The same again: ", "Passcode: ",
      "Passcode, to sign this payment: ", "Passcode, to sign this message: ":
      return passcode
    case "Send it? (yes/no) ", "Sign it? (yes/no) ": return "yes"
    default:
      let candidates = text.split(separator: " ").map(String.init)
      let isPhrase = candidates.allSatisfy { $0.allSatisfy { ("a"..."z").contains($0) } }
      if isPhrase, candidates.count >= 12 { words = candidates }
      return nil
    }
  }
}
