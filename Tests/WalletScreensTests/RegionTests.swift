import Foundation
import Testing

@testable import WalletCLI

/// Dates and amounts as people of a region write them.
@Suite struct RegionTests {
  /// 15 January 2027, 08:00 UTC.
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private static let seoul = TimeZone(secondsFromGMT: 9 * 3_600) ?? .gmt

  @Test(arguments: [
    ([:], Language.english, "Jan 15, 2027 at 8:00 AM"),
    ([:], .korean, "2027년 1월 15일 오전 8:00"),
    (["LANG": "en_US.UTF-8"], .english, "Jan 15, 2027 at 8:00 AM"),
    (["LANG": "en_GB.UTF-8"], .english, "15 Jan 2027 at 08:00"),
    (["LANG": "en_US", "LC_TIME": "en_GB@euro"], .english, "15 Jan 2027 at 08:00"),
    (
      ["LANG": "en_GB", "LC_TIME": "en_GB", "LC_ALL": "en_US"], .english,
      "Jan 15, 2027 at 8:00 AM"
    ),
    (["LC_ALL": "", "LC_TIME": "", "LANG": "en_GB"], .english, "15 Jan 2027 at 08:00"),
    (["LC_ALL": "en_GB"], .korean, "2027년 1월 15일 오전 8:00"),
    (["LC_ALL": "ko_KR.UTF-8"], .english, "Jan 15, 2027 at 8:00 AM"),
    (["LC_ALL": "C"], .english, "Jan 15, 2027 at 8:00 AM"),
    (["LC_ALL": "xx/../yy"], .english, "Jan 15, 2027 at 8:00 AM"),
  ])
  func aMomentIsWrittenAsInItsRegion(
    variables: [String: String], language: Language, text: String
  ) {
    #expect(Region(variables).moment(Self.now, language) == text)
  }

  /// The day is the one in the user's time zone.
  @Test func aMomentIsThatOfTheTimeZone() {
    let evening = Date(timeIntervalSince1970: 1_799_967_600)  // 14 January, 23:00 UTC.
    let region = Region(timeZone: Self.seoul)
    #expect(region.moment(evening, .english) == "Jan 15, 2027 at 8:00 AM")
    #expect(region.moment(evening, .korean) == "2027년 1월 15일 오전 8:00")
    #expect(region.day(evening, now: Self.now, .korean) == "1월 15일")
    #expect(Region().day(evening, now: Self.now, .korean) == "1월 14일")
  }

  /// A date has no year for about half a year; both sides of the limit.
  @Test(arguments: [
    (2.0, "Jan 13", "1월 13일"), (179.99, "Jul 19", "7월 19일"),
    (180.0, "Jul 2026", "2026년 7월"), (4_000.0, "Feb 2016", "2016년 2월"),
  ])
  func aDayHasItsYearWhereItIsLongAgo(daysAgo: Double, english: String, korean: String) {
    let date = Self.now.addingTimeInterval(-daysAgo * 86_400)
    #expect(Region().day(date, now: Self.now, .english) == english)
    #expect(Region().day(date, now: Self.now, .korean) == korean)
  }

  @Test(
    arguments: [
      ("0 ETH", "0 ETH"), ("999.123456 ETH", "999.123456 ETH"), ("1000 ETH", "1,000 ETH"),
      ("12345.678901 ETH", "12,345.678901 ETH"), ("123456 gwei", "123,456 gwei"),
      ("4000000000000000000 wei", "4,000,000,000,000,000,000 wei"),
    ], Language.allCases)
  func thousandsAreSeparated(amounts: (String, String), language: Language) {
    #expect(language.grouped(amounts.0) == amounts.1)
  }
}
