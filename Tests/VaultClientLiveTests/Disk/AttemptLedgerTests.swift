import Foundation
import Testing
import VaultClient

@testable import VaultClientLive

@Suite struct AttemptLedgerTests {
  private static let minute: Int64 = 60_000
  private static let start = TimeReading(
    wallMilliseconds: 1_800_000_000_000, bootMilliseconds: 5_000, bootID: "first start")

  private func ledger(failureCount: Int, at now: TimeReading = start) -> AttemptLedger {
    var ledger = AttemptLedger.cleared(at: now)
    for _ in 0..<failureCount { ledger.countAttempt(at: now) }
    return ledger
  }

  private func later(_ milliseconds: Int64, than reading: TimeReading = start) -> TimeReading {
    var reading = reading
    reading.wallMilliseconds += milliseconds
    reading.bootMilliseconds = reading.bootMilliseconds.map { $0 + milliseconds }
    return reading
  }

  private func date(_ reading: TimeReading) -> Date {
    Date(timeIntervalSince1970: Double(reading.wallMilliseconds) / 1_000)
  }

  @Test func waitsAreThoseOfTheDesign() {
    let minutes = (0...15).map { AttemptLedger.waitMilliseconds(failureCount: $0) / Self.minute }
    #expect(minutes == [0, 0, 0, 0, 0, 1, 5, 15, 60, 120, 240, 480, 960, 1_440, 1_440, 1_440])
    #expect(AttemptLedger.waitMilliseconds(failureCount: .max) == 1_440 * Self.minute)
  }

  @Test func fiveTriesAreFree() {
    let allowances = (0...5).map { ledger(failureCount: $0).allowance(at: Self.start) }
    #expect(
      allowances == [
        .tries(left: 5), .tries(left: 4), .tries(left: 3), .tries(left: 2), .tries(left: 1),
        .backedOff(until: date(later(Self.minute))),
      ])
  }

  @Test(arguments: 5...14)
  func waitingEndsAtItsLastMillisecond(failureCount: Int) {
    let ledger = ledger(failureCount: failureCount)
    let wait = AttemptLedger.waitMilliseconds(failureCount: failureCount)
    #expect(ledger.allowance(at: later(wait - 1)) == .backedOff(until: date(later(wait))))
    #expect(ledger.allowance(at: later(wait)) == .tries(left: 1))
  }

  /// The newest block may be years ahead of the clock that people read.
  @Test func theEndOfAWaitIsShownAsATime() {
    let block = Self.start.noEarlier(
      thanMilliseconds: Self.start.wallMilliseconds + 10_000_000 * Self.minute)
    let ledger = ledger(failureCount: 5, at: block)
    #expect(
      ledger.allowance(at: block, by: Self.start) == .backedOff(until: date(later(Self.minute))))
    #expect(ledger.allowance(at: later(Self.minute, than: block)) == .tries(left: 1))
  }

  @Test func settingTheWallClockChangesNothingWhileTheMachineRuns() {
    let ledger = ledger(failureCount: 5)
    for shift in [-10_000 * Self.minute, -1, 1, 10_000 * Self.minute] {
      var now = later(Self.minute - 1)
      now.wallMilliseconds += shift
      #expect(ledger.remainingMilliseconds(at: now) == 1, "wall clock set by \(shift)")
      now.bootMilliseconds = now.bootMilliseconds.map { $0 + 1 }
      #expect(ledger.allowance(at: now) == .tries(left: 1), "wall clock set by \(shift)")
    }
  }

  @Test func clockSetBackOverARestartMakesTheWaitStartOver() {
    var ledger = ledger(failureCount: 6)
    var now = later(-1_000_000 * Self.minute)
    now.bootID = "second start"
    now.bootMilliseconds = 1
    #expect(ledger.remainingMilliseconds(at: now) == 5 * Self.minute)
    let startedAnew = ledger.startAnewIfClockWasSetBack(at: now)
    #expect(startedAnew)
    #expect(ledger.failureCount == 6)
    #expect(
      ledger.allowance(at: later(5 * Self.minute - 1, than: now))
        == .backedOff(until: date(later(5 * Self.minute, than: now))))
    #expect(ledger.allowance(at: later(5 * Self.minute, than: now)) == .tries(left: 1))
  }

  @Test func restartAloneKeepsTheWait() {
    var ledger = ledger(failureCount: 7)
    var now = later(10 * Self.minute)
    now.bootID = "second start"
    now.bootMilliseconds = 1
    let startedAnew = ledger.startAnewIfClockWasSetBack(at: now)
    #expect(!startedAnew)
    #expect(ledger.remainingMilliseconds(at: now) == 5 * Self.minute)
  }

  /// From the threat model: without other hardware there is no clock to trust.
  @Test func clockSetForwardOverARestartEndsTheWait() {
    let ledger = ledger(failureCount: 14)
    var now = later(1_440 * Self.minute)
    now.bootID = "second start"
    now.bootMilliseconds = 1
    #expect(ledger.allowance(at: now) == .tries(left: 1))
    now.wallMilliseconds -= 1
    #expect(ledger.remainingMilliseconds(at: now) == 1)
  }

  @Test func systemWithoutAStartClockWaitsByTheWall() {
    let start = TimeReading(wallMilliseconds: 1_000_000)
    var ledger = ledger(failureCount: 5, at: start)
    #expect(ledger.remainingMilliseconds(at: TimeReading(wallMilliseconds: 1_059_999)) == 1)
    let back = TimeReading(wallMilliseconds: 0)
    #expect(ledger.remainingMilliseconds(at: back) == Self.minute)
    let startedAnew = ledger.startAnewIfClockWasSetBack(at: back)
    #expect(startedAnew)
    #expect(ledger.remainingMilliseconds(at: TimeReading(wallMilliseconds: 1)) == Self.minute - 1)
  }

  @Test func readingsAtTheEndsOfTimeDoNotOverflow() {
    let ends = [Int64.min, -1, 0, 1, Int64.max]
    for then in ends {
      for now in ends {
        let ledger = ledger(failureCount: 5, at: TimeReading(wallMilliseconds: then))
        let remaining = ledger.remainingMilliseconds(at: TimeReading(wallMilliseconds: now))
        #expect((0...Self.minute).contains(remaining), "\(then) to \(now)")
        _ = ledger.allowance(at: TimeReading(wallMilliseconds: now))
      }
    }
  }

  @Test func ledgerIsReadAsItWasWritten() throws {
    let ledger = ledger(failureCount: 3)
    #expect(
      String(decoding: ledger.encoded, as: UTF8.self) == """
        {"countedAt":{"bootID":"first start","bootMilliseconds":5000,\
        "wallMilliseconds":1800000000000},"failureCount":3,"version":1}
        """)
    #expect(AttemptLedger(decoding: ledger.encoded) == ledger)
  }

  @Test(arguments: [
    "", "{}", "null",
    #"{"countedAt":{"wallMilliseconds":1},"failureCount":-1,"version":1}"#,
    #"{"countedAt":{"wallMilliseconds":1},"failureCount":1,"version":2}"#,
    #"{"countedAt":{"wallMilliseconds":1},"failureCount":1,"version":1} "#,
    #"{"countedAt":{"wallMilliseconds":1},"failureCount":1,"extra":1,"version":1}"#,
    #"{"countedAt":{"wallMilliseconds":1},"failureCount":1.5,"version":1}"#,
  ])
  func foreignFilesAreNotLedgers(text: String) {
    #expect(AttemptLedger(decoding: Array(text.utf8)) == nil)
  }

  /// With a shorter wait, an attacker who deletes the ledger after each guess would get more of
  /// them.
  @Test func aLedgerInAnothersPlaceMakesTheLongestWait() {
    let day = 1_440 * Self.minute
    let ledger = AttemptLedger.replaced(at: Self.start, openings: 3)
    #expect(ledger.openings == 3)
    #expect(ledger.allowance(at: Self.start) == .backedOff(until: date(later(day))))
    #expect(ledger.allowance(at: later(day)) == .tries(left: 1))
    let count = AttemptLedger.replacedFailureCount
    #expect(AttemptLedger.waitMilliseconds(failureCount: count) == day)
    #expect(AttemptLedger.waitMilliseconds(failureCount: count - 1) < day)
  }

  /// After five wrong ones, an interrupted attempt does not begin another wait.
  @Test(arguments: 0...14)
  func anAttemptThatIsTakenBackLeavesTheLedgerAsItWas(failureCount: Int) {
    let before = ledger(failureCount: failureCount)
    let wait = AttemptLedger.waitMilliseconds(failureCount: failureCount)
    var ledger = before
    ledger.countAttempt(at: later(wait))
    ledger.takeBackAttempt(countedBeforeAt: before.countedAt)
    #expect(ledger == before)
    #expect(ledger.remainingMilliseconds(at: later(wait)) == 0)
  }

  #if os(Linux)
    @Test func clocksOfTheMachineNameItsStart() throws {
      let first = VaultTime.system.read()
      let second = VaultTime.system.read()
      #expect(try #require(first.bootID).count == 36)
      #expect(first.bootID == second.bootID)
      #expect(try #require(second.bootMilliseconds) >= #require(first.bootMilliseconds))
      #expect(first.wallMilliseconds > 1_700_000_000_000)
      #expect((0..<60_000).contains(second.milliseconds(since: first)))
    }
  #endif
}
