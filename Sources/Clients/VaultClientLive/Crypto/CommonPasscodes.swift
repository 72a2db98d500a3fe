import VaultClient

/// Passcodes that are easy to guess: common ones, dates, keyboard sequences, and repetitions.
///
/// This rejects the worst passcodes and promises nothing about the others. A passcode's bytes are
/// compared in place: no copy of them leaves locked memory.
enum CommonPasscodes {
  /// The most common PINs that are neither sequences nor repetitions.
  private static let pins: StaticString = "159753 123654 159357 789456 102030 147258 010203 147852"

  /// The maximum number of digits or symbols after a common word that do not make it stronger.
  private static let tailByteCountMax = 4

  /// The sequences that people often type.
  private static let rows = [
    "abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "!@#$%^&*()",
  ].map { Array($0.utf8) }

  /// Returns true if a passcode is easy to guess.
  static func contain(_ passcode: UnsafeRawBufferPointer) -> Bool {
    guard !passcode.isEmpty else { return false }
    return Set(passcode).count <= 2 || isRepetition(passcode) || isRows(passcode)
      || isDate(passcode) || isWord(passcode[...])
  }

  // MARK: - Finding Repetitions and Sequences

  /// Returns true if it repeats a unit that is too short for a passcode, or a common word.
  private static func isRepetition(_ passcode: UnsafeRawBufferPointer) -> Bool {
    (0...passcode.count / 2).dropFirst().contains { period in
      guard (period..<passcode.count).allSatisfy({ passcode[$0] == passcode[$0 - period] })
      else { return false }
      let unit = passcode[..<period]
      let characterCount = unit.count { $0 & 0xC0 != 0x80 }
      return characterCount < PasscodePolicy.passphraseCharacterCountMin || isWord(unit)
    }
  }

  /// Returns true if it consists of one or two sequences, such as `1234` and `4321`, of at least
  /// three characters each.
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

  /// Returns the direction from one character to the next: 0 if they are the same, 1 or -1 if they
  /// are neighbours in a sequence, nil otherwise.
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

  // MARK: - Finding Dates

  /// Returns true if it is a date of six or eight digits, or of three numbers with separators, such
  /// as `311299`, `20001231`, `12-31-2000` or `1.2.2000`.
  private static func isDate(_ passcode: UnsafeRawBufferPointer) -> Bool {
    guard passcode.allSatisfy({ isDigit($0) || isSeparator($0) }) else { return false }
    let digits = passcode.lazy.filter(isDigit)
    let parts = passcode.split(whereSeparator: isSeparator).map(\.count)
    let shapes = (dateShapes + [parts]).filter { shape in
      shape.count == 3 && shape.reduce(0, +) == digits.count && shape.allSatisfy { $0 <= 4 }
    }
    return shapes.contains { shape in
      func number(_ part: Int) -> Int {
        digits.dropFirst(shape[..<part].reduce(0, +)).prefix(shape[part])
          .reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
      }
      return [(0, 1, 2), (2, 1, 0), (2, 0, 1)].contains { year, month, day in
        (shape[year] == 2 || shape[year] == 4 && (1900...2099).contains(number(year)))
          && shape[month] <= 2 && (1...12).contains(number(month))
          && shape[day] <= 2 && (1...31).contains(number(day))
      }
    }
  }

  /// The numbers of digits of the parts of a date without separators.
  private static let dateShapes = [[2, 2, 2], [4, 2, 2], [2, 2, 4]]

  // MARK: - Finding Words

  /// Returns whether it is a common word, in any case and with any separators, followed by at most
  /// a few digits or symbols.
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
    let word = word.lazy.filter { !isSeparator($0) }.map(lowered)
    // A listed "hunter12" says that "hunter" is common, too.
    let isStem = word.last.map(isLetter) ?? false
    return list.withUTF8Buffer { list in
      list.split(separator: UInt8(ascii: " ")).contains { listed in
        let listed = listed.lazy.filter { !isSeparator($0) }
        return listed.starts(with: word)
          && listed.dropFirst(word.count).allSatisfy { isStem && !isLetter($0) }
      }
    }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool { " -_./".utf8.contains(byte) }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowered(byte)) || byte > 0x7F
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 0x20 : byte
  }
}
