/// Searches for secrets in a value and in everything that it contains.
struct SecretSearch {
  private let texts: [String]
  private let words: Set<String>

  /// Creates a search for a phrase, any of its words, and passcodes.
  init(phrase: String, passcodes: [String]) {
    texts = [phrase] + passcodes
    words = Set(phrase.split(separator: " ").map(String.init))
  }

  /// Returns the paths of secrets in a value, by the names of the properties and cases.
  func places(in value: Any, path: String = "") -> [String] {
    let mirror = Mirror(reflecting: value)
    // An optional is represented by the value that it wraps.
    var places = mirror.displayStyle != .optional && isSecret(value) ? [path] : []
    for (index, child) in mirror.children.enumerated() {
      let label = child.label ?? "\(index)"
      // The labels of a tuple's values begin with a period.
      let step = label.hasPrefix(".") ? label : ".\(label)"
      places += self.places(in: child.value, path: path + step)
    }
    return places
  }

  private func isSecret(_ value: Any) -> Bool {
    switch value {
    case let text as String: isSecret(text: text)
    case let text as Substring: isSecret(text: String(text))
    case let bytes as [UInt8]: isSecret(text: String(decoding: bytes, as: UTF8.self))
    default: false
    }
  }

  private func isSecret(text: String) -> Bool {
    texts.contains { text.contains($0) }
      || text.split { !$0.isLetter }.contains { words.contains(String($0)) }
  }
}
