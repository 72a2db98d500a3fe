import EthereumPrimitives

/// A moment as text in the form of RFC 3339, such as `2021-09-30T16:25:24.000Z`.
///
/// The text is kept because it is signed. Two texts of the same moment are two values.
///
/// - SeeAlso: RFC 3339, section 5.6.
package struct DateTime: Hashable, Sendable {
  /// The text.
  package let text: String
  /// The whole seconds since 1970, without the fraction.
  package let secondsSince1970: Int64
  /// The fraction of the second, truncated after nine digits.
  package let nanoseconds: UInt32

  /// Parses a text in the form of RFC 3339.
  ///
  /// A leap second is accepted where there can be one, and counts as the following second.
  ///
  /// - Returns: nil for any other text, such as one with the 30th of February.
  package init?(_ text: some StringProtocol) {
    var reader = Reader(Array(text.utf8))
    guard let year = reader.number(4), reader.take("-"), let month = reader.number(2),
      reader.take("-"), let day = reader.number(2), reader.take("T", "t"),
      let hour = reader.number(2), reader.take(":"), let minute = reader.number(2),
      reader.take(":"), let second = reader.number(2), let fraction = reader.fraction(),
      let offsetMinutes = reader.offset(), reader.isAtEnd,
      (1...12).contains(month), (1...Self.dayCount(year, month)).contains(day), hour < 24,
      minute < 60, second <= 60
    else { return nil }
    let days = Self.daysSince1970(year, month, day)
    let minutes = days * 1_440 + hour * 60 + minute - offsetMinutes
    let seconds = minutes * 60 + second
    guard second < 60 || Self.isStartOfMonth(secondsSince1970: seconds) else { return nil }
    self.text = String(text)
    secondsSince1970 = Int64(seconds)
    nanoseconds = fraction
  }

  /// Creates the text of a moment, in UTC and without a fraction.
  ///
  /// - Parameter seconds: From the year 0 to the end of 9999; a moment outside is clamped.
  package init(secondsSince1970 seconds: Int64) {
    let seconds = min(max(seconds, -62_167_219_200), 253_402_300_799)
    let days = Int(seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    let rest = Int(seconds) - days * 86_400
    let (year, month, day) = Self.date(daysSince1970: days)
    let date = [Self.padded(year, 4), Self.padded(month, 2), Self.padded(day, 2)]
    let time = [rest / 3_600, rest / 60 % 60, rest % 60].map { Self.padded($0, 2) }
    text = date.joined(separator: "-") + "T" + time.joined(separator: ":") + "Z"
    secondsSince1970 = seconds
    nanoseconds = 0
  }

  /// Returns `true` if this moment is before another one.
  package func isBefore(_ other: DateTime) -> Bool {
    (secondsSince1970, nanoseconds) < (other.secondsSince1970, other.nanoseconds)
  }
}

// MARK: - The Calendar

extension DateTime {
  private static func dayCount(_ year: Int, _ month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    case _: 31
    }
  }

  /// Returns the days from 1970-01-01 to a date of the Gregorian calendar.
  ///
  /// The year begins in March here, so that a leap day is its last one.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let days = days + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static func isStartOfMonth(secondsSince1970 seconds: Int) -> Bool {
    seconds % 86_400 == 0 && date(daysSince1970: seconds / 86_400).day == 1
  }

  private static func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: count - digits.utf8.count) + digits
  }
}

// MARK: - Reading

extension DateTime {
  /// Reads a text from the left.
  private struct Reader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }

    var isAtEnd: Bool { index == bytes.count }

    mutating func take(_ characters: Unicode.Scalar...) -> Bool {
      guard index < bytes.count, characters.contains(where: { $0.value == UInt32(bytes[index]) })
      else { return false }
      index += 1
      return true
    }

    /// Reads a number with exactly `count` digits.
    mutating func number(_ count: Int) -> Int? {
      var number = 0
      for _ in 0..<count {
        guard let digit = digit() else { return nil }
        number = number * 10 + digit
      }
      return number
    }

    /// Reads nanoseconds; 0 if there is no fraction, nil if there is a point without a digit.
    mutating func fraction() -> UInt32? {
      guard take(".") else { return 0 }
      var (nanoseconds, unit, count) = (0, 100_000_000, 0)
      while let digit = digit() {
        nanoseconds += digit * unit
        unit /= 10
        count += 1
      }
      return count > 0 ? UInt32(nanoseconds) : nil
    }

    /// Reads the minutes by which local time is ahead of UTC.
    mutating func offset() -> Int? {
      if take("Z", "z") { return 0 }
      let isAhead = take("+")
      guard isAhead || take("-"), let hours = number(2), take(":"), let minutes = number(2),
        hours < 24, minutes < 60
      else { return nil }
      return (isAhead ? 1 : -1) * (hours * 60 + minutes)
    }

    private mutating func digit() -> Int? {
      guard index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index])
      else { return nil }
      defer { index += 1 }
      return Int(bytes[index] - UInt8(ascii: "0"))
    }
  }
}

extension DateTime: CodedAsText {
  private struct OtherText: Error {}

  package var codedText: String { text }
  package init(codedText: String) throws {
    guard let value = Self(codedText) else { throw OtherText() }
    self = value
  }
}
