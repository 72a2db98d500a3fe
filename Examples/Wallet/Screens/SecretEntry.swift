import EthereumCrypto
import EthereumKeys
import Synchronization

/// What a person types unseen, and the phrase that is on the screen.
///
/// Features, states and actions have no secret: keys go here, and the feature hears how many
/// characters there are. The bytes are in locked memory, and are wiped when they are taken.
package final class SecretEntry: Sendable {
  fileprivate struct Contents: ~Copyable {
    var typed = SecretBytes(count: SecretEntry.byteCountMax)
    var byteCount = 0
    /// Where each character begins.
    var starts: [Int] = []
    var shown: SecretBytes?
    var suggested: SecretBytes?
  }

  /// How many bytes are taken; what goes beyond is left out.
  static let byteCountMax = 1024

  private let contents = Mutex(Contents())

  package init() {}

  /// Adds what was typed or pasted, without line breaks and other control characters.
  ///
  /// - Returns: How many characters there are now.
  func type(_ text: String) -> Int {
    contents.withLock { contents in
      for character in text where !character.isControl {
        let bytes = Array(String(character).utf8)
        guard contents.byteCount + bytes.count <= Self.byteCountMax else { break }
        contents.starts.append(contents.byteCount)
        let start = contents.byteCount
        contents.typed.withUnsafeMutableBytes { typed in
          for (place, byte) in bytes.enumerated() { typed[start + place] = byte }
        }
        contents.byteCount += bytes.count
      }
      return contents.starts.count
    }
  }

  /// Takes the last character away.
  ///
  /// - Returns: How many characters there are now.
  func deleteLast() -> Int {
    contents.withLock { contents in
      guard let start = contents.starts.popLast() else { return 0 }
      let end = contents.byteCount
      contents.typed.withUnsafeMutableBytes { typed in
        for place in start..<end { typed[place] = 0 }
      }
      contents.byteCount = start
      return contents.starts.count
    }
  }

  /// Takes all that was typed; nothing is left, and what words of before may have been meant as is
  /// no help for these.
  func take() -> SecretBytes {
    contents.withLock { contents in
      contents.suggested = nil
      let count = contents.byteCount
      let taken = contents.typed.withUnsafeBytes {
        SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
      contents.forgetTyped()
      return taken
    }
  }

  /// Forgets what was typed.
  func clear() {
    contents.withLock { $0.forgetTyped() }
  }

  /// Keeps the words of a phrase for the screen.
  func show(_ words: borrowing SecretBytes) {
    let copy = words.copy()
    contents.withLock { [copy = consume copy] contents in contents.shown = copy.copy() }
  }

  /// Keeps what a word of a phrase that is imported may have been meant as.
  func suggest(_ words: borrowing SecretBytes) {
    let copy = words.copy()
    contents.withLock { [copy = consume copy] contents in contents.suggested = copy.copy() }
  }

  /// Forgets what was on the screen.
  func hide() {
    contents.withLock { contents in
      contents.shown = nil
      contents.suggested = nil
    }
  }

  /// The words on the screen, in their order; none where no phrase is shown.
  ///
  /// They are for one frame, which is drawn on the alternate screen.
  func shownWords() -> [String] {
    contents.withLock { contents in
      switch contents.shown {
      case .some(let shown): shown.words()
      case nil: []
      }
    }
  }

  /// Counts the typed words; zero if they can't begin a phrase, as with a private key.
  func wordCount() -> Int {
    contents.withLock { contents in
      let count = contents.byteCount
      return contents.typed.withUnsafeBytes { typed in
        let words = Mnemonic.wordRanges(in: UnsafeRawBufferPointer(rebasing: typed[..<count]))
          .filter { !$0.isEmpty }
        guard words.count != 1 || words[0].count <= Self.wordByteCountMax else { return 0 }
        return words.count
      }
    }
  }

  /// The longest word of a phrase in the English list, in bytes.
  private static let wordByteCountMax = 8

  /// The first whole word of a phrase that is being typed and is in no list, with words like it.
  func mistypedWord() -> (position: Int, near: [String])? {
    contents.withLock { contents in
      let count = contents.byteCount
      return contents.typed.withUnsafeBytes {
        WordList.english.firstMistypedWord(in: UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
    }
  }

  /// The suggestions on the screen.
  func suggestedWords() -> [String] {
    contents.withLock { contents in
      switch contents.suggested {
      case .some(let words): words.words()
      case nil: []
      }
    }
  }
}

extension SecretEntry.Contents {
  fileprivate mutating func forgetTyped() {
    typed.withUnsafeMutableBytes { SecretBytes.wipe($0) }
    byteCount = 0
    starts = []
  }
}

extension SecretBytes {
  fileprivate borrowing func words() -> [String] {
    // Word by word: a text of them all would be left in memory that is not wiped.
    withUnsafeBytes { bytes in
      bytes.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}

extension Character {
  fileprivate var isControl: Bool {
    isNewline || unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
