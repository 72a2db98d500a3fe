import DurableFiles

/// A file with the time of the newest block that the wallet has seen: a lower bound for the current
/// time.
///
/// Without it, somebody could skip the wait between passcodes: set the clock back, try passcodes,
/// and set the clock right again. The bound can only move "now" forward, at both ends of a wait, so
/// a false one can only lengthen the wait. A block that is ahead of the clock is ignored, because
/// otherwise a lying node could decide how much of a wait is over.
///
/// It does not help against a clock that runs ahead: without other hardware there is nothing to
/// compare it with.
struct NewestBlock: Sendable {
  /// The maximum time by which a block may be ahead of the clock; nodes reject later blocks.
  static let aheadMillisecondsMax: Int64 = 15_000

  /// The minimum step between two written times, so that not every block is written.
  static let stepMilliseconds: Int64 = 60_000

  /// The digits of the largest number, and a newline.
  private static let byteCountMax = 20

  private let file: DurableFile

  init(folder: String, files: FileSystem) {
    file = DurableFile(
      path: folder + "/newest-block", byteCountMax: Self.byteCountMax, files: files)
  }

  /// Returns the time in milliseconds since 1970; nil if it is not known.
  func read() -> Int64? {
    do throws(FileFailure) {
      guard let bytes = try file.read() else { return nil }
      return Int64(String(decoding: bytes, as: UTF8.self)).flatMap { $0 >= 0 ? $0 : nil }
    } catch {
      return nil
    }
  }

  /// Returns the time of a block in milliseconds if it is later than the known time and not ahead
  /// of the clock; nil if it must not be written.
  func news(seconds: UInt64, at now: TimeReading) -> Int64? {
    let (milliseconds, overflows) = Int64(clamping: seconds).multipliedReportingOverflow(by: 1_000)
    let (latest, isBeyond) = now.wallMilliseconds.addingReportingOverflow(Self.aheadMillisecondsMax)
    guard !overflows, !isBeyond, milliseconds <= latest else { return nil }
    if let known = read(), milliseconds - known < Self.stepMilliseconds { return nil }
    return milliseconds
  }

  /// Writes a time.
  func write(_ milliseconds: Int64) {
    do throws(FileFailure) {
      try file.write(Array("\(milliseconds)".utf8))
    } catch {
      // The earlier time is still valid.
    }
  }

  /// Removes the file.
  func remove() throws(FileFailure) {
    try file.remove()
  }
}

extension TimeReading {
  /// Returns the reading, with the wall clock moved forward to a moment if it is earlier.
  func noEarlier(thanMilliseconds milliseconds: Int64?) -> TimeReading {
    var reading = self
    if let milliseconds { reading.wallMilliseconds = max(wallMilliseconds, milliseconds) }
    return reading
  }
}
