package import Foundation

/// The user's region, which determines how the app formats dates; commands use ISO 8601.
package struct Region: Equatable, Sendable {
  /// The locale that the environment names for dates; nil if it names none.
  private let localeName: String?
  private let timeZone: TimeZone

  /// Creates the region of an environment.
  ///
  /// As in POSIX: `LC_ALL` before `LC_TIME` before `LANG`, ignoring empty ones.
  ///
  /// - Parameters:
  ///   - variables: Environment variables, by their names.
  ///   - timeZone: The user's time zone.
  package init(_ variables: [String: String] = [:], timeZone: TimeZone = .gmt) {
    let named = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { variables[$0] }
    localeName = named.first { !$0.isEmpty }.map { String($0.prefix { $0 != "." && $0 != "@" }) }
    self.timeZone = timeZone
  }

  /// The maximum age at which a day is written without its year: about half a year.
  private static let recentSeconds = TimeInterval(180 * 86_400)

  /// Formats the day of a moment in the past; as month and year if it is long ago.
  func day(_ date: Date, now: Date, _ language: Language) -> String {
    let style = style(language).month(.abbreviated)
    let isRecent = now.timeIntervalSince(date) < Self.recentSeconds
    return date.formatted(isRecent ? style.day() : style.year())
  }

  /// Formats a moment to the minute.
  func moment(_ date: Date, _ language: Language) -> String {
    let style = style(language).year().month(.abbreviated).day().hour().minute()
    // ICU writes a narrow space before AM and PM, which not every terminal has.
    return date.formatted(style).replacing("\u{202F}", with: " ")
  }

  /// Returns the style: a region formats dates in its own way only in its own language.
  private func style(_ language: Language) -> Date.FormatStyle {
    let isOwn = localeName.map { Language(locale: $0) == language } ?? false
    let locale = Locale(identifier: isOwn ? localeName ?? language.rawValue : language.rawValue)
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    return Date.FormatStyle(locale: locale, calendar: calendar, timeZone: timeZone)
  }
}

extension Language {
  /// Formats an amount with the language's thousands separators: `12,345.678901 ETH`.
  ///
  /// Both languages have the same separators, independent of the region: an amount is typed with a
  /// point.
  func grouped(_ amount: String) -> String {
    let digits = amount.prefix { $0.isWholeNumber }
    var grouped = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { grouped.append(",") }
      grouped.append(digit)
    }
    return grouped + amount.dropFirst(digits.count)
  }
}
