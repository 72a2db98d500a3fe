/// A person who reads a terminal, and answers its questions.
struct PersonAtTerminal {
  let passcode: String
  /// A phrase that the person has.
  let phrase: String?
  private(set) var words: [String] = []
  private var numbered: [Int: String] = [:]

  init(passcode: String, phrase: String? = nil) {
    self.passcode = passcode
    self.phrase = phrase
  }

  /// Returns the input after a text; `nil` for nothing.
  mutating func answer(to text: String) -> String? {
    if let match = text.wholeMatch(of: /Word (\d+):\s/), let position = Int(match.1) {
      return words.indices.contains(position - 1) ? words[position - 1] : nil
    }
    if text == "When the words are written down, press Return: " { return "" }
    switch text {
    case "New passcode, 8 characters or more: ", "Repeat the passcode: ", "Passcode: ",
      "Passcode, to sign this payment: ", "Passcode, to sign this message: ":
      return passcode
    case "Recovery phrase or private key: ", "Recovery phrase: ": return phrase
    case "Send it? (yes/no) ", "Sign it? (yes/no) ": return "yes"
    default:
      for match in text.matches(of: /(\d+)\. ([a-z]+)/) {
        numbered[Int(match.1) ?? 0] = "\(match.2)"
      }
      words = numbered.sorted { $0.key < $1.key }.map(\.value)
      return nil
    }
  }
}
