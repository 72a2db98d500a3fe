import EthereumMessages
import Foundation
import TestVectors
import Testing

@Suite struct DateTimeTests {
  /// Texts of RFC 3339, section 5.8, and of its edges.
  @Test(arguments: [
    ("1985-04-12T23:20:50.52Z", 482_196_050, 520_000_000),
    ("1996-12-19T16:39:57-08:00", 851_042_397, 0), ("1990-12-31T23:59:60Z", 662_688_000, 0),
    ("1990-12-31T15:59:60-08:00", 662_688_000, 0),
    ("1937-01-01T12:00:27.87+00:20", -1_041_337_173, 870_000_000),
    ("0000-01-01T00:00:00Z", -62_167_219_200, 0), ("9999-12-31T23:59:59Z", 253_402_300_799, 0),
    ("2000-02-29T00:00:00-00:00", 951_782_400, 0),
  ])
  func aMomentIsRead(text: String, seconds: Int64, nanoseconds: UInt32) throws {
    let time = try #require(DateTime(text))
    #expect(time.secondsSince1970 == seconds)
    #expect(time.nanoseconds == nanoseconds)
    #expect(time.text == text)
  }

  @Test(arguments: [
    "", "2021-09-30", "2021-09-30T16:25:24", "2021-9-30T16:25:24Z", "2021-09-30T16:25Z",
    "2021-09-30T16:25:24.Z", "2021-09-30T16:25:24+0200", "2021-09-30T16:25:24+24:00",
    "2021-13-01T00:00:00Z", "2021-00-01T00:00:00Z", "2021-01-00T00:00:00Z", "1900-02-29T00:00:00Z",
    "2021-04-31T00:00:00Z", "2021-01-01T24:00:00Z", "2021-01-01T00:60:00Z",
    "2021-01-01T00:00:61Z", "2021-01-15T23:59:60Z", "2021-01-01T00:00:00Z ",
    " 2021-01-01T00:00:00Z",
    "２021-01-01T00:00:00Z", "+2021-01-01T00:00:00Z",
  ])
  func anythingElseIsNot(text: String) {
    #expect(DateTime(text) == nil)
  }

  @Test(arguments: Array(UInt64(1)...200))
  func secondsAreWrittenAsFoundationWritesThem(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let seconds = Int64.random(in: -62_135_596_800...253_402_300_799, using: &generator)
    let time = DateTime(secondsSince1970: seconds)
    let date = Date(timeIntervalSince1970: Double(seconds))
    // Before October 1582 Foundation counts by the Julian calendar.
    if seconds > -12_219_292_800 { #expect(time.text == date.formatted(.iso8601), "seed \(seed)") }
    #expect(DateTime(time.text) == time, "seed \(seed)")
  }
}
