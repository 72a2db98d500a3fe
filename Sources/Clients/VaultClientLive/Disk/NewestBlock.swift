import DurableFiles

/// The time of the newest block that the wallet has seen, in a file: no moment after that is
/// earlier.
///
/// It keeps the wait between passcodes from being won by a clock that is set back while tries are
/// counted, and right again afterwards. Every use of it makes "now" later at both ends of a wait, so
/// a false one can only lengthen a wait. A block that is ahead of the clock is ignored: it would let
/// a node that lies say how much of a wait is over.
///
/// It does not help against a clock that runs ahead: without other hardware there is nothing to
/// compare it with.
struct NewestBlock: Sendable {
  /// How far ahead of the clock a block may be: nodes take no block that is further ahead.
  static let aheadMillisecondsMax: Int64 = 15_000

  /// How much later a block must be to be written, so that not every block is.
  static let stepMilliseconds: Int64 = 60_000

  /// The digits of the greatest number, and a line end.
  private static let byteCountMax = 20

  private let file: DurableFile

  init(folder: String, files: FileSystem) {
    file = DurableFile(
      path: folder + "/newest-block", byteCountMax: Self.byteCountMax, files: files)
  }

  /// The time in milliseconds since 1970; nil where none is known.
  func read() -> Int64? {
    do throws(FileFailure) {
      guard let bytes = try file.read() else { return nil }
      return Int64(String(decoding: bytes, as: UTF8.self)).flatMap { $0 >= 0 ? $0 : nil }
    } catch {
      return nil
    }
  }

  /// The time of a block in milliseconds, if it is later than what is known and not ahead of the
  /// clock; nil where it is not to be written.
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
      // What was known before still counts.
    }
  }

  /// Forgets it.
  func remove() throws(FileFailure) {
    try file.remove()
  }
}

extension TimeReading {
  /// The reading with the wall clock at a moment at least.
  func noEarlier(thanMilliseconds milliseconds: Int64?) -> TimeReading {
    var reading = self
    if let milliseconds { reading.wallMilliseconds = max(wallMilliseconds, milliseconds) }
    return reading
  }
}
