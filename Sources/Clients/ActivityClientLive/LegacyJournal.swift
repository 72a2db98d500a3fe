import ActivityClient
import DurableFiles
import EthereumPrimitives
import Foundation
import GRDB

/// The file of lines that older wallets wrote, imported once.
///
/// No end in it is final: its ends are read again from the chain. A payment refused by a node has
/// its nonce again, because only the node's claim had freed it.
struct LegacyJournal {
  let path: String
  let files: FileSystem

  /// The maximum number of bytes read; a larger file is not the wallet's.
  private static let byteCountMax = 1 << 26

  /// The suffix of the name of a file that was imported.
  static let importedSuffix = ".imported"

  /// The fields that every version's line has.
  private struct AnyLine: Decodable {
    var version: Int
  }

  /// Copies every payment into the database, in one transaction, and then renames the file.
  ///
  /// - Throws: If a line was damaged; then neither file nor database has changed.
  func moveInto(
    _ queue: DatabaseQueue, databasePath: String, now: Date
  ) throws(JournalFailure) {
    // An older wallet may be writing at this moment.
    let lock = FolderLock(folder: path.parentFolder, files: files)
    try lock.withLock(refusal: { JournalFailure($0) }) { () throws(JournalFailure) in
      let bytes: [UInt8]
      do throws(FileFailure) {
        guard let found = try files.read(path, Self.byteCountMax) else { return }
        bytes = found
      } catch {
        throw JournalFailure(error)
      }
      let payments = try payments(bytes)
      do {
        try queue.write { try Self.insert(payments, bytes, PaymentTable(database: $0), now) }
      } catch {
        throw JournalFailure(error, path: databasePath)
      }
      do throws(FileFailure) {
        try files.rename(path, try unusedName())
        try files.synchronizeFolder(path.parentFolder)
      } catch {
        // The file is imported; its digest will show that the next time.
        throw JournalFailure(error)
      }
    }
  }

  private func unusedName() throws(FileFailure) -> String {
    let name = path + Self.importedSuffix
    guard try files.mode(name) != nil else { return name }
    return try files.unusedPath(setAsideFrom: name)
  }

  private static func insert(
    _ payments: [Payment], _ bytes: [UInt8], _ table: PaymentTable, _ now: Date
  ) throws {
    let digest = Data(JournalText.transactionHash(bytes).bytes)
    let known = try Row.fetchOne(
      table.database, sql: "SELECT 1 FROM imports WHERE digest = ?", arguments: [digest])
    guard known == nil else { return }
    for payment in payments where try table.payment(.id(payment.id)) == nil {
      let holders = try table.holders(chainID: payment.intent.chainID, from: payment.intent.from)
      let holder = holders.first { $0.nonce == payment.nonce }
      var payment = payment
      if let holder {
        // It must not be broadcast again beside the other one; blocks may still say that it paid.
        payment.state = .replaced(
          NonceSpent(by: holder.id.transactionHash, blockNumber: 0, blockHash: .zero))
      }
      try table.insert(
        payment, holdsNonce: holder == nil, notes: [PaymentNote(date: now, kind: .imported)])
    }
    try table.database.execute(
      sql: "INSERT INTO imports (digest, at) VALUES (?, ?)",
      arguments: [digest, PaymentTable.milliseconds(now)])
  }

  // MARK: - Reading

  /// Returns the payments of the lines: those that kept a nonce come before those that lost it.
  private func payments(_ bytes: [UInt8]) throws(JournalFailure) -> [Payment] {
    var book = Book()
    var number = 0
    // Bytes after the last line end were never acknowledged.
    guard let lastEnd = bytes.lastIndex(of: 0x0A) else { return [] }
    for line in bytes[..<lastEnd].split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      guard let decoded = LegacyJournalLine(decoding: line) else {
        throw unreadable(line, number: number)
      }
      guard book.apply(decoded) else { throw .damaged(path: path, line: number) }
    }
    return book.inOrder(rejected: false) + book.inOrder(rejected: true)
  }

  private func unreadable(_ bytes: ArraySlice<UInt8>, number: Int) -> JournalFailure {
    if let line = CanonicalJSON.decodeLeniently(AnyLine.self, from: bytes),
      line.version > LegacyJournalLine.currentVersion
    {
      return .unsupportedVersion(found: line.version, supported: LegacyJournalLine.currentVersion)
    }
    return .damaged(path: path, line: number)
  }

  /// The payments that result from the lines so far.
  private struct Book {
    private var payments: [Hash32: Payment] = [:]
    private var order: [Hash32] = []
    private var rejected: Set<Hash32> = []

    func inOrder(rejected isRejected: Bool) -> [Payment] {
      order.filter { rejected.contains($0) == isRejected }.compactMap { payments[$0] }
    }

    /// Replays a line; returns true if it is valid after the previous ones.
    mutating func apply(_ line: LegacyJournalLine) -> Bool {
      guard let hash = line.transactionHash else { return false }
      if line.kind == .signed { return record(line, hash) }
      guard var payment = payments[hash] else { return false }
      rejected.remove(hash)
      payment.updatedAt = line.date
      payment.transactions[0].mayBeKnown = true
      payment.lastRefusal = nil
      switch line.kind {
      case .signed: return false
      case .broadcast, .reorganised:
        payment.state = .broadcast
        payment.transactions[0].wasTaken = true
      case .rejected:
        guard let rejection = line.rejection else { return false }
        payment.state = .broadcast
        payment.lastRefusal = NodeRefusal(code: rejection.code, message: rejection.message)
        rejected.insert(hash)
      case .confirmed:
        guard let inclusion = line.inclusion(.succeeded) else { return false }
        payment.state = .confirmed(inclusion)
      case .reverted:
        guard let inclusion = line.inclusion(.undone) else { return false }
        payment.state = .reverted(inclusion)
      case .replaced:
        // Three answers of a node said so, not blocks, so it is open until blocks decide.
        payment.state = .broadcast
      }
      payments[hash] = payment
      return true
    }

    private mutating func record(_ line: LegacyJournalLine, _ hash: Hash32) -> Bool {
      guard let payment = line.payment, payment.id.transactionHash == hash else { return false }
      if let known = payments[hash] {
        guard rejected.remove(hash) != nil else { return false }
        payments[hash]?.updatedAt = line.date
        payments[hash]?.state = known.state
        return true
      }
      // Older wallets recorded a broadcast afterwards: a signed payment may have been sent too.
      var open = payment
      open.state = .broadcast
      open.transactions[0].mayBeKnown = true
      order.append(hash)
      payments[hash] = open
      return true
    }
  }
}
