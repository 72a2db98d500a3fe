import ActivityClient
package import DurableFiles
import EthereumPrimitives
package import Foundation

/// The one owner of the payment journal: a file of lines that are only ever added to, each on the
/// disk before its caller goes on.
///
/// Every operation looks at the file, so that what another process recorded counts.
package actor ActivityJournal {
  private let journal: LineJournal
  private let lock: FolderLock
  private let now: @Sendable () -> Date
  private var known = KnownLines()

  /// A journal in a folder, which is created when there is something to write.
  ///
  /// - Parameters:
  ///   - folder: An absolute path.
  ///   - files: The disk.
  ///   - now: The wall clock, for the dates of payments.
  package init(
    folder: String, files: FileSystem = .posix, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    journal = LineJournal(path: folder + "/payments.jsonl", files: files)
    lock = FolderLock(folder: folder, files: files)
    self.now = now
  }

  // MARK: - Reading

  func nextNonce(
    chainID: ChainID, from: Address, pendingCount: UInt64
  ) throws(RecordRefusal) -> UInt64 {
    let book = try storing { () throws(JournalFailure) in
      try read()
    } refusal: {
      RecordRefusal.storage($0)
    }
    return try book.nextNonce(chainID: chainID, from: from, pendingCount: pendingCount)
  }

  func payments(_ query: ActivityQuery) throws(JournalFailure) -> [Payment] {
    try read().payments(query)
  }

  func payment(_ id: PaymentID) throws(JournalFailure) -> Payment? {
    try read().payment(id)
  }

  func unresolved() throws(JournalFailure) -> [Payment] {
    try read().unresolved
  }

  // MARK: - Writing

  func record(_ intent: PaymentIntent) throws(RecordRefusal) -> Payment {
    if let field = intent.mismatch { throw .mismatch(field) }
    return try lock.withLock(refusal: { .storage(JournalFailure($0)) }) {
      () throws(RecordRefusal) in
      var book = try storing { () throws(JournalFailure) in
        try read()
      } refusal: {
        RecordRefusal.storage($0)
      }
      // What is kept is what is read back: dates have milliseconds.
      let line = JournalLine(recording: intent, at: now())
      let payment = try book.record(intent, at: line.date)
      try storing { () throws(JournalFailure) in
        try append(line)
      } refusal: {
        RecordRefusal.storage($0)
      }
      return payment
    }
  }

  func update(_ id: PaymentID, _ event: PaymentEvent) throws(UpdateRefusal) -> Payment {
    try lock.withLock(refusal: { .storage(JournalFailure($0)) }) { () throws(UpdateRefusal) in
      var book = try storing { () throws(JournalFailure) in
        try read()
      } refusal: {
        UpdateRefusal.storage($0)
      }
      let line = JournalLine(updating: id, event, at: now())
      // What is kept is what is read back: dates have milliseconds, and messages an end.
      if try book.update(id, line.event ?? event, at: line.date) {
        try storing { () throws(JournalFailure) in
          try append(line)
        } refusal: {
          UpdateRefusal.storage($0)
        }
      }
      guard let payment = book.payment(id) else { throw .unknownPayment }
      return payment
    }
  }

  // MARK: - The file

  private func storing<Result, Refusal: Error>(
    _ operation: () throws(JournalFailure) -> Result, refusal: (JournalFailure) -> Refusal
  ) throws(Refusal) -> Result {
    do throws(JournalFailure) {
      return try operation()
    } catch {
      throw refusal(error)
    }
  }

  private func append(_ line: JournalLine) throws(JournalFailure) {
    do throws(FileFailure) {
      try journal.append(line.encoded)
    } catch {
      throw JournalFailure(error)
    }
  }

  /// Reads what the file holds; of a file that only grew, just what is new.
  private func read() throws(JournalFailure) -> JournalBook {
    let bytes: ArraySlice<UInt8>
    do throws(FileFailure) {
      bytes = try journal.wholeLines()
    } catch {
      throw JournalFailure(error)
    }
    // What was read may have been moved away, or changed: then everything is read anew.
    var next = known.isBeginning(of: bytes) ? known : KnownLines()
    for line in LineJournal.split(bytes.dropFirst(next.bytes.count)) {
      next.lineCount += 1
      guard let decoded = JournalLine(decoding: line) else {
        throw unreadable(line, number: next.lineCount)
      }
      guard next.book.apply(decoded) else {
        throw .damaged(path: journal.path, line: next.lineCount)
      }
    }
    next.bytes = Array(bytes)
    known = next
    return next.book
  }

  /// Lines that have been read, so that a long journal is not read anew for each question.
  private struct KnownLines {
    var bytes: [UInt8] = []
    var lineCount = 0
    var book = JournalBook()

    func isBeginning(of other: ArraySlice<UInt8>) -> Bool {
      guard other.count >= bytes.count else { return false }
      return bytes.withUnsafeBytes { mine in
        other.withUnsafeBytes { theirs in
          guard let mine = mine.baseAddress, let theirs = theirs.baseAddress else { return true }
          return memcmp(mine, theirs, bytes.count) == 0
        }
      }
    }
  }

  /// Just what every version's line has.
  private struct AnyLine: Decodable {
    var version: Int
  }

  private func unreadable(_ bytes: ArraySlice<UInt8>, number: Int) -> JournalFailure {
    if let line = CanonicalJSON.decodeLeniently(AnyLine.self, from: bytes),
      line.version > JournalLine.currentVersion
    {
      return .unsupportedVersion(found: line.version, supported: JournalLine.currentVersion)
    }
    return .damaged(path: journal.path, line: number)
  }
}

extension JournalBook {
  /// Replays a line; answers whether it makes sense after those before it.
  fileprivate mutating func apply(_ line: JournalLine) -> Bool {
    guard let id = line.paymentID else { return false }
    if line.kind == .signed {
      // The transaction must be the one that was signed, to the bit: it may be broadcast again.
      guard let intent = line.intent, payment(id)?.holdsNonce != true,
        JournalText.transactionHash(intent.rawTransaction) == intent.hash
      else { return false }
      do throws(RecordRefusal) {
        _ = try record(intent, at: line.date)
        return true
      } catch {
        return false
      }
    }
    guard let event = line.event else { return false }
    do throws(UpdateRefusal) {
      _ = try update(id, event, at: line.date)
      return true
    } catch {
      return false
    }
  }
}

extension JournalFailure {
  /// What a refusal of the file system means for a journal.
  init(_ failure: FileFailure) {
    switch failure.reason {
    case .diskFull: self = .diskFull(path: failure.path)
    case .permissionDenied: self = .permissionDenied(path: failure.path)
    case .tooLarge: self = .tooLarge(path: failure.path)
    case .busy: self = .busy
    case .system(let errorNumber): self = .system(path: failure.path, errorNumber: errorNumber)
    }
  }
}
