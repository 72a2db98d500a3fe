import Testing

@testable import WalletCLI

/// Durations as they are typed and shown.
@Suite struct DurationTextTests {
  @Test(arguments: [
    ("1", 1), ("90", 90), ("90s", 90), ("10m", 600), ("2h", 7_200), ("30d", 2_592_000),
    ("2592000", 2_592_000),
  ])
  func timesAreRead(text: String, seconds: Int) throws {
    #expect(try DurationText(text).seconds == seconds)
  }

  @Test(arguments: [
    "", "0", "0s", "-1", "+1", "s", "1.5m", "1 m", "10M", "31d", "2592001", "99999999999999999999",
    "9223372036854775807d", "１",
  ])
  func otherTimesAreRefused(text: String) {
    #expect(throws: (any Error).self) { try DurationText(text) }
  }

  @Test(arguments: [
    (1, "1s"), (60, "1m"), (90, "90s"), (600, "10m"), (3_600, "1h"), (86_400, "1d"),
  ])
  func timesAreShownInTheirLargestWholeUnit(seconds: Int, text: String) {
    #expect(DurationText(seconds: seconds).description == text)
  }
}
