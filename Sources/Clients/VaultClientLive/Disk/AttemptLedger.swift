import DurableFiles
import Foundation
import VaultClient

/// How many passcodes were tried in vain, and how long that keeps the next one waiting.
///
/// It is written before a passcode is looked at, and cleared after a right one, so that an
/// attempt is used up even if the wallet is killed in between.
struct AttemptLedger: Hashable, Codable, Sendable {
  /// The wrong passcode with this number is the first after which the next one waits.
  static let firstWaitCount = 5

  /// How many wrong ones a ledger begins with that stands in another's place: the first count that
  /// makes the longest wait. A shorter one would be won by deleting the ledger after each guess.
  static let replacedFailureCount = 13

  /// The form of the file that this code reads and writes.
  static let currentVersion = 1

  private static let minute: Int64 = 60_000

  /// The form of the file.
  private(set) var version = currentVersion

  /// Passcodes tried since the last right one.
  private(set) var failureCount: Int

  /// When the last of them was counted.
  private(set) var countedAt: TimeReading

  /// How often the vault had been opened; nil beside a vault that doesn't count that yet.
  private(set) var openings: UInt64?

  /// Nothing has been tried since the vault was opened so often.
  static func cleared(at now: TimeReading, openings: UInt64? = nil) -> AttemptLedger {
    AttemptLedger(failureCount: 0, countedAt: now, openings: openings)
  }

  /// The ledger in the place of one that is older than the vault's last opening, unreadable, or
  /// gone: the next passcode waits for the longest time. Deleting a ledger, or putting an old one
  /// back, wins no tries, however often it is done.
  static func replaced(at now: TimeReading, openings: UInt64?) -> AttemptLedger {
    AttemptLedger(failureCount: replacedFailureCount, countedAt: now, openings: openings)
  }

  /// A ledger as it was written.
  ///
  /// - Returns: nil when it can't be ours.
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

  /// Whether the vault was opened after this ledger was written.
  func isOlder(thanOpenings openings: UInt64?) -> Bool { (self.openings ?? 0) < openings ?? 0 }

  /// The bytes to write.
  var encoded: [UInt8] { CanonicalJSON.encode(self) }

  /// How long the next passcode waits after so many wrong ones: nothing for the first four; then 1,
  /// 5, 15 and 60 minutes; then twice as long each time, up to a day.
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

  /// How long the next passcode still waits.
  func remainingMilliseconds(at now: TimeReading) -> Int64 {
    max(0, Self.waitMilliseconds(failureCount: failureCount) - now.milliseconds(since: countedAt))
  }

  /// What the owner may try now.
  ///
  /// - Parameters:
  ///   - now: The current time for waits.
  ///   - clock: What the clock says, which the end of a wait is told by; nil if it is the same. It
  ///     may be behind the newest block, which moves no date that people and scripts read.
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

  /// Takes an attempt back from which nothing was learnt: it was cancelled before the key was
  /// there.
  ///
  /// - Parameter earlier: When the one before it was counted. Waiting counts from there again, so
  ///   that an interrupted attempt does not start the wait again.
  mutating func takeBackAttempt(countedBeforeAt earlier: TimeReading) {
    failureCount = max(0, failureCount - 1)
    countedAt = earlier
  }

  /// Starts the wait again if the clock is not later than the moment when the wait began: it was
  /// set back, or it is behind the newest block.
  ///
  /// Otherwise, after a restart of the machine with its clock set back by a year, the owner would
  /// wait for a year. The wait starts anew, so nothing is gained by this.
  ///
  /// - Returns: Whether anything changed, and must be written.
  mutating func startAnewIfClockWasSetBack(at now: TimeReading) -> Bool {
    guard remainingMilliseconds(at: now) > 0, now.bootID != countedAt.bootID || now.bootID == nil,
      now.wallMilliseconds <= countedAt.wallMilliseconds, now != countedAt
    else { return false }
    countedAt = now
    return true
  }
}

extension TimeReading {
  /// The wall clock's date so much later.
  func date(afterMilliseconds milliseconds: Int64) -> Date {
    let (sum, overflows) = wallMilliseconds.addingReportingOverflow(milliseconds)
    return Date(timeIntervalSince1970: Double(overflows ? Int64.max : sum) / 1_000)
  }
}
