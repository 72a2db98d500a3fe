package import EthereumCrypto
import EthereumPrimitives

/// A recovery phrase: 12 to 24 words that encode 128 to 256 random bits and a checksum.
///
/// Only the entropy is stored; the words are generated again when they are shown.
///
/// - SeeAlso: BIP-39.
package struct Mnemonic: ~Copyable, Sendable {
  /// The possible numbers of words in a phrase.
  package enum WordCount: Int, CaseIterable, Sendable {
    case twelve = 12
    case fifteen = 15
    case eighteen = 18
    case twentyOne = 21
    case twentyFour = 24

    /// The number of bytes of entropy behind the words: 16 to 32.
    package var entropyByteCount: Int { rawValue / 3 * 4 }
  }

  /// The number of words.
  package let wordCount: WordCount

  private let entropy: SecretBytes
  private let list: WordList

  /// Creates the phrase for some entropy.
  ///
  /// - Throws: `MnemonicError.wrongEntropySize` unless there are 16, 20, 24, 28 or 32 bytes.
  package init(
    entropy: consuming SecretBytes, list: WordList = .english
  ) throws(MnemonicError) {
    let found = entropy.count
    let wordCount = WordCount.allCases.first { $0.entropyByteCount == found }
    guard let wordCount else { throw .wrongEntropySize(found: found) }
    self.wordCount = wordCount
    self.entropy = entropy
    self.list = list
  }

  /// Returns a random phrase.
  package static func random(
    _ wordCount: WordCount, using generator: inout some RandomNumberGenerator,
    list: WordList = .english
  ) -> Mnemonic {
    Mnemonic(
      entropy: .random(count: wordCount.entropyByteCount, using: &generator),
      wordCount: wordCount, list: list)
  }

  private init(entropy: consuming SecretBytes, wordCount: WordCount, list: WordList) {
    self.wordCount = wordCount
    self.entropy = entropy
    self.list = list
  }

  /// Reads a phrase: UTF-8, words of the list, single separators.
  ///
  /// - Throws: `MnemonicError`; if there are several reasons, the first of its cases.
  package init(
    phrase: borrowing SecretBytes, list: WordList = .english
  ) throws(MnemonicError) {
    let indices = try phrase.withUnsafeBytes { (phrase) throws(MnemonicError) in
      try Self.indices(ofWordsIn: phrase, list)
    }
    // Two bytes for each index, the most significant one first.
    let found = indices.count / 2
    guard let wordCount = WordCount(rawValue: found) else { throw .wrongWordCount(found: found) }
    var bits = SecretBytes(count: wordCount.entropyByteCount + 1)
    bits.withUnsafeMutableBytes { bits in
      indices.withUnsafeBytes { indices in
        for bit in 0..<(11 * found) {
          let position = 16 * (bit / 11) + 5 + bit % 11
          let value = indices[position / 8] >> UInt8(7 - position % 8) & 1
          bits[bit / 8] |= value << UInt8(7 - bit % 8)
        }
      }
    }
    let entropyByteCount = wordCount.entropyByteCount
    let entropy = bits.withUnsafeBytes {
      SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<entropyByteCount]))
    }
    let checksum = bits.withUnsafeBytes { $0[entropyByteCount] }
    guard checksum == Self.checksumByte(entropy, wordCount) else { throw .wrongChecksum }
    self.init(entropy: entropy, wordCount: wordCount, list: list)
  }

  /// Reads a phrase that is not secret, such as that of a test.
  package init(phrase: String, list: WordList = .english) throws(MnemonicError) {
    try self.init(phrase: SecretBytes(phrase.utf8), list: list)
  }

  /// Lends the entropy; it must not leave the closure.
  package borrowing func withEntropy<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try entropy.withUnsafeBytes(body)
  }

  /// Lends the UTF-8 of the word at a position, counted from 1; it must not leave the closure.
  ///
  /// - Precondition: There is such a word.
  package borrowing func withWord<Result>(
    at position: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    precondition((1...wordCount.rawValue).contains(position), "there is no word \(position)")
    return list.withWord(at: wordIndex(position - 1), body)
  }

  /// Returns the words with their separators, in UTF-8.
  package borrowing func phrase() -> SecretBytes {
    let separator = Array(list.separator.utf8)
    var count = separator.count * (wordCount.rawValue - 1)
    for position in 1...wordCount.rawValue { count += withWord(at: position) { $0.count } }
    var phrase = SecretBytes(count: count)
    phrase.withUnsafeMutableBytes { phrase in
      var end = 0
      for position in 1...wordCount.rawValue {
        if position > 1 {
          phrase[end..<(end + separator.count)].copyBytes(from: separator)
          end += separator.count
        }
        withWord(at: position) { word in
          phrase[end..<(end + word.count)].copyBytes(from: word)
          end += word.count
        }
      }
    }
    return phrase
  }

  /// Returns the first four to eight bits of the entropy's hash, in the high bits of a byte.
  private static func checksumByte(
    _ entropy: borrowing SecretBytes, _ wordCount: WordCount
  ) -> UInt8 {
    let hash = entropy.withUnsafeBytes { Digest.sha256($0) }
    let bitCount = UInt8(wordCount.rawValue / 3)
    return hash.withUnsafeBytes { $0[0] } & ~(0xff >> bitCount)
  }

  /// Returns the index in the list of a word of the phrase.
  private func wordIndex(_ word: Int) -> Int {
    let checksum = Self.checksumByte(entropy, wordCount)
    return entropy.withUnsafeBytes { entropy in
      (0..<11).reduce(0) { index, offset in
        let bit = 11 * word + offset
        let byte = bit / 8 < entropy.count ? entropy[bit / 8] : checksum
        return index << 1 | Int(byte >> UInt8(7 - bit % 8) & 1)
      }
    }
  }
}

extension Mnemonic {
  /// Returns the indices of a phrase's words, two bytes each.
  private static func indices(
    ofWordsIn phrase: UnsafeRawBufferPointer, _ list: WordList
  ) throws(MnemonicError) -> SecretBytes {
    let ranges = wordRanges(in: phrase)
    let isEmpty = phrase.isEmpty
    guard !isEmpty else { throw .wrongWordCount(found: 0) }
    let found = ranges.count { !$0.isEmpty }
    guard WordCount(rawValue: found) != nil else { throw .wrongWordCount(found: found) }
    if let extra = ranges.firstIndex(where: { $0.isEmpty }) {
      throw .extraSpace(position: min(extra + 1, found))
    }
    var indices = SecretBytes(count: 2 * found)
    for (word, range) in ranges.enumerated() {
      let typed = UnsafeRawBufferPointer(rebasing: phrase[range])
      guard let index = list.indexVariableTime(of: typed) else {
        if isWordInUpperCase(typed, list) { throw .upperCase(position: word + 1) }
        throw .unknownWord(position: word + 1, suggestions: list.suggestions(for: typed))
      }
      indices.withUnsafeMutableBytes { indices in
        indices[2 * word] = UInt8(truncatingIfNeeded: index >> 8)
        indices[2 * word + 1] = UInt8(truncatingIfNeeded: index)
      }
    }
    return indices
  }

  /// Returns `true` if a text is a word of a list except for upper-case letters.
  private static func isWordInUpperCase(
    _ typed: UnsafeRawBufferPointer, _ list: WordList
  ) -> Bool {
    // The text may be a word of the phrase, so its letters stay in memory that is wiped.
    var lowered = SecretBytes(copying: typed)
    lowered.withUnsafeMutableBytes { bytes in
      for index in bytes.indices where (0x41...0x5A).contains(bytes[index]) {
        bytes[index] += 0x20
      }
    }
    return lowered.withUnsafeBytes { list.indexVariableTime(of: $0) } != nil
  }

  /// The separators of words: a space, or the ideographic space of Japanese phrases.
  ///
  /// NFKD maps the latter to a space.
  private static let separators = [Array(" ".utf8), Array("\u{3000}".utf8)]

  /// Returns the ranges of the words of a phrase; an empty range is an extra separator.
  package static func wordRanges(in phrase: UnsafeRawBufferPointer) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    var end = 0
    while end < phrase.count {
      if let separator = separators.first(where: { phrase[end...].starts(with: $0) }) {
        ranges.append(start..<end)
        end += separator.count
        start = end
      } else {
        end += 1
      }
    }
    ranges.append(start..<end)
    return ranges
  }
}
