import EthereumCrypto
import EthereumKeys
import Synchronization

/// The secret text that a person is typing, and the phrase that is on the screen.
///
/// Features, states and actions have no secret: keys go here, and the feature receives only the
/// number of characters. The bytes are in locked memory, and are wiped when they are taken.
package final class SecretEntry: Sendable {
  fileprivate struct Contents: ~Copyable {
    var typed = SecretBytes(count: SecretEntry.byteCountMax)
    var byteCount = 0
    /// The start of each character.
    var starts: [Int] = []
    var shown: SecretBytes?
    var suggested: SecretBytes?
  }

  /// The maximum number of bytes; characters beyond it are dropped.
  static let byteCountMax = 1024

  private let contents = Mutex(Contents())

  package init() {}

  /// Adds typed or pasted text, without line breaks and other control characters.
  ///
  /// - Returns: The new number of characters.
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

  /// Deletes the last character.
  ///
  /// - Returns: The new number of characters.
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

  /// Returns all typed text and removes it, with its suggestions, which would not fit the next
  /// text.
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

  /// Clears the typed text.
  func clear() {
    contents.withLock { $0.forgetTyped() }
  }

  /// Stores the words of a phrase for the screen.
  func show(_ words: borrowing SecretBytes) {
    let copy = words.copy()
    contents.withLock { [copy = consume copy] contents in contents.shown = copy.copy() }
  }

  /// Stores suggestions for a word of a phrase that is being imported.
  func suggest(_ words: borrowing SecretBytes) {
    let copy = words.copy()
    contents.withLock { [copy = consume copy] contents in contents.suggested = copy.copy() }
  }

  /// Removes the words on the screen.
  func hide() {
    contents.withLock { contents in
      contents.shown = nil
      contents.suggested = nil
    }
  }

  /// Returns the words on the screen, in their order; empty if no phrase is shown.
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

  /// Returns the number of typed words; zero if they can't begin a phrase, as with a private key.
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

  /// The maximum length of a word in the English list, in bytes.
  private static let wordByteCountMax = 8

  /// Returns the first complete word that is in no list, with similar words.
  func mistypedWord() -> (position: Int, near: [String])? {
    contents.withLock { contents in
      let count = contents.byteCount
      return contents.typed.withUnsafeBytes {
        WordList.english.firstMistypedWord(in: UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
    }
  }

  /// Returns the suggestions on the screen.
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
    // Word by word: one text of all would be left in memory that is not wiped.
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
