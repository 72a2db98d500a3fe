import ArgumentParser

/// A typed time: a number of seconds, or one with a unit, such as `90`, `90s`, `10m`.
package struct DurationText: Equatable, Sendable, CustomStringConvertible {
  /// The time in seconds.
  package let seconds: Int
  /// The time in its largest whole unit.
  package var description: String {
    for (unit, size) in Self.units.reversed() where seconds % size == 0 && size > 1 {
      return "\(seconds / size)\(unit)"
    }
    return "\(seconds)s"
  }

  /// The longest time to wait: 30 days.
  package static let secondsMax = 2_592_000

  private static let units: [(unit: Character, size: Int)] = [
    ("s", 1), ("m", 60), ("h", 3_600), ("d", 86_400),
  ]

  /// Creates a time from a number of seconds.
  package init(seconds: Int) {
    self.seconds = seconds
  }

  /// Reads a time.
  ///
  /// - Throws: A `ValidationError` that says what was expected.
  package init(_ text: String) throws {
    let unit = Self.units.first { $0.unit == text.last }
    let digits = unit == nil ? text[...] : text.dropLast()
    guard !digits.isEmpty,
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let count = Int(digits), count > 0
    else { throw Self.refusal }
    let (seconds, overflow) = count.multipliedReportingOverflow(by: unit?.size ?? 1)
    guard !overflow, seconds <= Self.secondsMax else { throw Self.refusal }
    self.seconds = seconds
  }

  private static var refusal: ValidationError {
    .said("expected seconds, or a number with s, m, h or d, such as 90s or 10m; at most 30d")
  }
}

extension DurationText {
  /// Formats a time in the largest unit that omits less than a tenth of it.
  static func rounded(_ seconds: Int) -> String {
    for (unit, size) in [("d", 86_400), ("h", 3_600), ("m", 60)] where seconds >= 10 * size {
      return "\(seconds / size)\(unit)"
    }
    return seconds >= 60 && seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
  }
}
