package import Foundation

/// Where the user is: how the app writes dates. Commands write them as ISO 8601, for scripts.
package struct Region: Equatable, Sendable {
  /// The locale that the environment names for dates; nil where it names none.
  private let localeName: String?
  private let timeZone: TimeZone

  /// Creates the region of an environment.
  ///
  /// As POSIX says: `LC_ALL` before `LC_TIME` before `LANG`; an empty one counts as none.
  ///
  /// - Parameters:
  ///   - variables: Environment variables, by their names.
  ///   - timeZone: The user's time zone.
  package init(_ variables: [String: String] = [:], timeZone: TimeZone = .gmt) {
    let named = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { variables[$0] }
    localeName = named.first { !$0.isEmpty }.map { String($0.prefix { $0 != "." && $0 != "@" }) }
    self.timeZone = timeZone
  }

  /// Until how long ago a day is written without its year: about half a year.
  private static let recentSeconds = TimeInterval(180 * 86_400)

  /// The day of a moment in the past; the month and the year, where it is long ago.
  func day(_ date: Date, now: Date, _ language: Language) -> String {
    let style = style(language).month(.abbreviated)
    let isRecent = now.timeIntervalSince(date) < Self.recentSeconds
    return date.formatted(isRecent ? style.day() : style.year())
  }

  /// A moment to the minute.
  func moment(_ date: Date, _ language: Language) -> String {
    let style = style(language).year().month(.abbreviated).day().hour().minute()
    // ICU puts a narrow space before AM and PM, which not every terminal has.
    return date.formatted(style).replacing("\u{202F}", with: " ")
  }

  /// A region writes dates in its own way only in its own language.
  private func style(_ language: Language) -> Date.FormatStyle {
    let isOwn = localeName.map { Language(locale: $0) == language } ?? false
    let locale = Locale(identifier: isOwn ? localeName ?? language.rawValue : language.rawValue)
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    return Date.FormatStyle(locale: locale, calendar: calendar, timeZone: timeZone)
  }
}

extension Language {
  /// An amount with the separators of the language between its thousands: `12,345.678901 ETH`.
  ///
  /// Both languages have the same separators, and they don't depend on the region: an amount is
  /// typed with a point.
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
