import DurableFiles
import Foundation
import VaultClient

/// The number of failed attempts at a passcode, and the wait that they cause.
///
/// It is written before a passcode is checked, and cleared after a correct one, so an attempt is
/// used up even if the wallet is killed in between.
struct AttemptLedger: Hashable, Codable, Sendable {
  /// The number of the wrong passcode that is the first to cause a wait.
  static let firstWaitCount = 5

  /// The initial count of a ledger that replaces another: the first one with the longest wait.
  ///
  /// A shorter wait could be gained by deleting the ledger after each guess.
  static let replacedFailureCount = 13

  /// The version of the file format that this code reads and writes.
  static let currentVersion = 1

  private static let minute: Int64 = 60_000

  /// The version of the file format.
  private(set) var version = currentVersion

  /// The number of passcodes tried since the last correct one.
  private(set) var failureCount: Int

  /// The time at which the last of them was counted.
  private(set) var countedAt: TimeReading

  /// The number of times the vault had been opened; nil for a vault that doesn't count that yet.
  private(set) var openings: UInt64?

  /// Returns a ledger without attempts since the vault was opened this many times.
  static func cleared(at now: TimeReading, openings: UInt64? = nil) -> AttemptLedger {
    AttemptLedger(failureCount: 0, countedAt: now, openings: openings)
  }

  /// Returns the ledger that replaces a missing, unreadable or outdated one: the next passcode has
  /// the longest wait.
  ///
  /// Deleting a ledger, or restoring an old one, gains no tries, however often it is done.
  static func replaced(at now: TimeReading, openings: UInt64?) -> AttemptLedger {
    AttemptLedger(failureCount: replacedFailureCount, countedAt: now, openings: openings)
  }

  /// Decodes a ledger.
  ///
  /// - Returns: Nil if the wallet can't have written it.
  init?(decoding bytes: [UInt8]) {
    guard let ledger = CanonicalJSON.decode(AttemptLedger.self, from: bytes),
      ledger.version == Self.currentVersion, ledger.failureCount >= 0
    else { return nil }
    self = ledger
  }

  private init(failureCount: Int, countedAt: TimeReading, openings: UInt64? = nil) {
    self.failureCount = failureCount
    self.countedAt = countedAt
    self.openings = openings
  }

  /// Returns true if the vault was opened after this ledger was written.
  func isOlder(thanOpenings openings: UInt64?) -> Bool { (self.openings ?? 0) < openings ?? 0 }

  /// The bytes to write.
  var encoded: [UInt8] { CanonicalJSON.encode(self) }

  /// Returns the wait after a number of wrong passcodes: none for the first four; then 1, 5, 15 and
  /// 60 minutes; then twice as long each time, up to a day.
  static func waitMilliseconds(failureCount: Int) -> Int64 {
    switch failureCount {
    case ..<firstWaitCount: 0
    case firstWaitCount: minute
    case 6: 5 * minute
    case 7: 15 * minute
    case 8...12: 60 * minute << (failureCount - 8)
    default: 24 * 60 * minute
    }
  }

  /// Returns the remaining wait before the next passcode.
  func remainingMilliseconds(at now: TimeReading) -> Int64 {
    max(0, Self.waitMilliseconds(failureCount: failureCount) - now.milliseconds(since: countedAt))
  }

  /// Returns the attempts that the owner has now.
  ///
  /// - Parameters:
  ///   - now: The current time for waits.
  ///   - clock: The clock's reading, by which the end of a wait is reported; nil if it is the same.
  ///     It may be behind the newest block, which must not shift dates that people and scripts
  ///     read.
  func allowance(at now: TimeReading, by clock: TimeReading? = nil) -> UnlockAllowance {
    let remaining = remainingMilliseconds(at: now)
    if remaining > 0 {
      return .backedOff(until: (clock ?? now).date(afterMilliseconds: remaining))
    }
    return .tries(left: max(1, Self.firstWaitCount - failureCount))
  }

  /// Counts an attempt that is about to be made.
  mutating func countAttempt(at now: TimeReading) {
    if failureCount < Int.max { failureCount += 1 }
    countedAt = now
  }

  /// Takes back an attempt that revealed nothing because it was cancelled before the key was
  /// derived.
  ///
  /// - Parameter earlier: The time at which the attempt before it was counted. The wait counts from
  ///   there again, so that an interrupted attempt does not restart it.
  mutating func takeBackAttempt(countedBeforeAt earlier: TimeReading) {
    failureCount = max(0, failureCount - 1)
    countedAt = earlier
  }

  /// Restarts the wait if the clock is not later than the moment when the wait began, because it
  /// was set back or is behind the newest block.
  ///
  /// Otherwise, after a restart of the machine with its clock set back by a year, the owner would
  /// wait for a year. Since the wait starts again, nothing is gained by this.
  ///
  /// - Returns: True if anything changed and must be written.
  mutating func startAnewIfClockWasSetBack(at now: TimeReading) -> Bool {
    guard remainingMilliseconds(at: now) > 0, now.bootID != countedAt.bootID || now.bootID == nil,
      now.wallMilliseconds <= countedAt.wallMilliseconds, now != countedAt
    else { return false }
    countedAt = now
    return true
  }
}

extension TimeReading {
  /// Returns the wall clock's date after a number of milliseconds.
  func date(afterMilliseconds milliseconds: Int64) -> Date {
    let (sum, overflows) = wallMilliseconds.addingReportingOverflow(milliseconds)
    return Date(timeIntervalSince1970: Double(overflows ? Int64.max : sum) / 1_000)
  }
}
