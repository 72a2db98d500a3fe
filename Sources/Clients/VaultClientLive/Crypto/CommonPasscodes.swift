/// The passcodes that anybody tries first: common ones, rows of the keyboard, and repetitions.
///
/// It is an estimate that refuses the worst, and no promise for the others. A passcode's bytes are
/// compared where they are: no copy of them leaves locked memory.
enum CommonPasscodes {
  /// The most used PINs that are neither rows nor repetitions.
  private static let pins: StaticString = "159753 123654 159357 789456 102030 147258 010203 147852"

  /// How many digits or signs behind a common word make no better passcode of it.
  private static let tailByteCountMax = 4

  /// In these orders a person types characters without thinking of any.
  private static let rows = [
    "abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm",
  ].map { Array($0.utf8) }

  /// Returns whether a passcode is one that anybody tries first.
  static func contain(_ passcode: UnsafeRawBufferPointer) -> Bool {
    guard !passcode.isEmpty else { return false }
    return Set(passcode).count <= 2 || isRepetition(passcode) || isRows(passcode)
      || isWord(passcode[...])
  }

  // MARK: - Repetitions and Rows

  /// Whether a unit of at most four bytes is repeated.
  private static func isRepetition(_ passcode: UnsafeRawBufferPointer) -> Bool {
    (1...4).contains { period in
      2 * period <= passcode.count
        && (period..<passcode.count).allSatisfy { passcode[$0] == passcode[$0 - period] }
    }
  }

  /// Whether one or two rows make up all of it, such as `1234` and `4321`, each of at least three
  /// characters.
  private static func isRows(_ passcode: UnsafeRawBufferPointer) -> Bool {
    var (start, rowCount) = (0, 0)
    while start < passcode.count {
      guard start + 2 < passcode.count,
        let step = step(from: passcode[start], to: passcode[start + 1])
      else { return false }
      var end = start + 2
      while end < passcode.count, self.step(from: passcode[end - 1], to: passcode[end]) == step {
        end += 1
      }
      guard end - start >= 3 else { return false }
      (start, rowCount) = (end, rowCount + 1)
    }
    return rowCount <= 2
  }

  /// The direction from one character to the next: 0 for the same, 1 or -1 along a row; nil for all
  /// others.
  private static func step(from first: UInt8, to second: UInt8) -> Int? {
    let (first, second) = (lowered(first), lowered(second))
    if first == second { return 0 }
    for row in rows {
      for (place, byte) in row.dropLast().enumerated() {
        if byte == first, row[place + 1] == second { return 1 }
        if byte == second, row[place + 1] == first { return -1 }
      }
    }
    return nil
  }

  // MARK: - Words

  /// Whether it is a common word, in any case of letters, with at most a few digits or signs behind.
  private static func isWord(_ passcode: Slice<UnsafeRawBufferPointer>) -> Bool {
    var word = passcode
    for _ in 0...tailByteCountMax {
      if isListed(word, in: words) || isListed(word, in: pins) { return true }
      guard let last = word.last, !isLetter(last) else { return false }
      word = word.dropLast()
    }
    return false
  }

  private static func isListed(
    _ word: Slice<UnsafeRawBufferPointer>, in list: StaticString
  ) -> Bool {
    list.withUTF8Buffer { list in
      list.split(separator: UInt8(ascii: " ")).contains { listed in
        listed.count == word.count && zip(listed, word).allSatisfy { $0 == lowered($1) }
      }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowered(byte)) || byte > 0x7F
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 0x20 : byte
  }
}
