/// The 2,048 words of a language, each of which encodes eleven bits.
///
/// - SeeAlso: BIP-39, "Wordlist".
package struct WordList: Sendable {
  /// The number of words of every list.
  package static let wordCount = 2_048
  /// The maximum number of suggestions for a word that is not in the list.
  package static let suggestionCountMax = 5

  /// The language, in English.
  package let name: String
  /// The separator of the words of a phrase: a space, or U+3000 in Japanese.
  package let separator: String

  /// All words without separators, in UTF-8, as fixed bytes so that lending one copies nothing.
  private let utf8: [UInt8]
  /// The start of each word, followed by the end of the last one.
  private let starts: [Int]
  /// The indices in the order of the words' bytes, for the search.
  private let sorted: [Int]

  /// Creates a list of words, given in order with single spaces between them.
  ///
  /// - Precondition: There are 2,048 different words.
  init(name: String, separator: String, words: String) {
    self.name = name
    self.separator = separator
    let words = words.utf8.split(separator: UInt8(ascii: " ")).map { Array($0) }
    precondition(words.count == Self.wordCount, "\(name) has \(words.count) words")
    precondition(Set(words).count == Self.wordCount, "\(name) has a word twice")
    utf8 = words.flatMap { $0 }
    starts = words.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.count) }
    sorted = words.indices.sorted { words[$0].lexicographicallyPrecedes(words[$1]) }
  }

  /// Lends the UTF-8 of a word.
  ///
  /// - Precondition: `index` is from 0 to 2,047.
  func withWord<R>(at index: Int, _ body: (UnsafeRawBufferPointer) -> R) -> R {
    utf8.withUnsafeBytes { bytes in
      body(UnsafeRawBufferPointer(rebasing: bytes[starts[index]..<starts[index + 1]]))
    }
  }

  /// Returns the word at an index; for texts that are not secret.
  package func word(at index: Int) -> String {
    withWord(at: index) { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the index of a word, from 0 to 2,047; nil if it is not in the list.
  ///
  /// The time depends on the word. The owner types or reads the word next to a derivation that
  /// takes far longer.
  func indexVariableTime(of word: UnsafeRawBufferPointer) -> Int? {
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      let (isSame, isBefore) = withWord(at: sorted[middle]) { candidate in
        (candidate.elementsEqual(word), candidate.lexicographicallyPrecedes(word))
      }
      if isSame { return sorted[middle] }
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Returns words that a mistyped one may have been, the nearest first.
  ///
  /// At most two letters are inserted, omitted or replaced.
  func suggestions(for typed: UnsafeRawBufferPointer) -> [String] {
    let distanceMax = 2
    // A typing error is never twenty letters long; comparing a long text would only take time.
    guard typed.count <= 32 else { return [] }
    let lowered = typed.map { (0x41...0x5a).contains($0) ? $0 + 0x20 : $0 }
    let near = (0..<Self.wordCount).compactMap { index -> (cost: Int, index: Int)? in
      let (distance, isFirstLetterSame) = withWord(at: index) { word in
        (Self.distance(lowered, Array(word)), word.first == lowered.first)
      }
      // Among words at the same distance, the first letter decides: it is seldom mistyped.
      return distance <= distanceMax ? (2 * distance + (isFirstLetterSame ? 0 : 1), index) : nil
    }
    return near.sorted { ($0.cost, $0.index) < ($1.cost, $1.index) }
      .prefix(Self.suggestionCountMax).map { word(at: $0.index) }
  }

  /// Finds the first complete word in a partly typed phrase that is not in the list.
  ///
  /// A word is complete once a space follows it. The time depends on the typed text.
  ///
  /// - Returns: Its position, from 1, and similar words, the nearest first; nil if there is none.
  package func firstMistypedWord(
    in typed: UnsafeRawBufferPointer
  ) -> (position: Int, near: [String])? {
    var (position, start) = (1, 0)
    for index in typed.indices where typed[index] == UInt8(ascii: " ") {
      let word = UnsafeRawBufferPointer(rebasing: typed[start..<index])
      if indexVariableTime(of: word) == nil { return (position, suggestions(for: word)) }
      (position, start) = (position + 1, index + 1)
    }
    return nil
  }

  /// Returns the minimum number of letters to insert, omit or replace.
  static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    guard abs(first.count - second.count) <= 2 else { return abs(first.count - second.count) }
    var row = Array(0...second.count)
    for (line, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for column in second.indices {
        let replaced = diagonal + (letter == second[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column + 1] + 1, row[column] + 1)
      }
    }
    return row[second.count]
  }
}
