import ActivityClient
import DurableFiles
import EthereumPrimitives
package import Foundation
import GRDB

/// The only owner of a connection to the payment journal; each change is on the disk before its
/// caller continues.
///
/// Every operation reads the database, so it sees what other processes recorded.
package actor ActivityJournal {
  private let place: ActivityDatabase
  let now: @Sendable () -> Date
  private var queue: DatabaseQueue?
  /// The number of times the database was opened: a new connection counts changes from the start.
  private(set) var openingCount = 0

  /// Creates a journal that opens its database at its first use.
  ///
  /// - Parameters:
  ///   - database: The database's location.
  ///   - now: The wall clock, for the dates of payments.
  package init(_ database: ActivityDatabase, now: @escaping @Sendable () -> Date = { Date() }) {
    place = database
    self.now = now
  }

  /// Creates a journal in a folder, which is created at the first write.
  package init(folder: String, now: @escaping @Sendable () -> Date = { Date() }) {
    self.init(.folder(folder), now: now)
  }

  // MARK: - Reading

  func nextNonce(_ question: NonceQuestion) throws(NonceRefusal) -> UInt64 {
    let book: NonceBook
    do throws(JournalFailure) {
      book = try read(NonceBook(holders: [])) { table in
        NonceBook(
          holders: try table.holders(chainID: question.chainID, from: question.from),
          isBehind: try table.isBehind())
      }
    } catch {
      throw .storage(error)
    }
    return try book.next(question)
  }

  func payments(_ query: ActivityQuery) throws(JournalFailure) -> [Payment] {
    var conditions = ["TRUE"]
    var arguments: StatementArguments = []
    if let from = query.from {
      conditions.append("sender = ?")
      arguments += [Data(from.bytes)]
    }
    if let chainID = query.chainID {
      conditions.append("chain_id = ?")
      arguments += [Int64(bitPattern: chainID.rawValue)]
    }
    let condition = conditions.joined(separator: " AND ")
    return try read([]) { table in
      try table.payments(
        where: condition, arguments, order: "is_unresolved DESC, sequence DESC",
        limit: max(0, query.limit), offset: max(0, query.offset)
      ).map(\.payment)
    }
  }

  func payment(_ reference: PaymentReference) throws(JournalFailure) -> Payment? {
    try read(nil) { try $0.payment(reference)?.payment }
  }

  func unresolved() throws(JournalFailure) -> [Payment] {
    try read([]) { try $0.payments(where: "is_unresolved").map(\.payment) }
  }

  func reviewable(_ chainID: ChainID) throws(JournalFailure) -> [Payment] {
    try read([]) { table in
      try table.payments(
        where: "NOT is_unresolved AND NOT is_final AND state <> 'abandoned' AND chain_id = ?",
        [Int64(bitPattern: chainID.rawValue)]
      ).map(\.payment)
    }
  }

  func equalPayments(_ intent: PaymentIntent, since: Date) throws(JournalFailure) -> [Payment] {
    try read([]) { table in
      try table.payments(
        where: """
          chain_id = ? AND sender = ? AND recipient = ? AND value = ? AND recorded_at >= ?
            AND state <> 'abandoned'
          """,
        [
          Int64(bitPattern: intent.chainID.rawValue), Data(intent.from.bytes),
          Data(intent.to.bytes), JournalText.text(intent.value), PaymentTable.milliseconds(since),
        ], order: "sequence DESC"
      ).map(\.payment)
    }
  }

  func history(_ id: PaymentID) throws(JournalFailure) -> [PaymentNote] {
    try read([]) { table in
      guard let stored = try table.payment(.id(id)) else { return [] }
      return try table.history(stored.sequence)
    }
  }

  // MARK: - Writing

  func record(
    _ intent: PaymentIntent, _ transaction: PaymentTransaction
  ) throws(RecordRefusal) -> Payment {
    guard transaction.role == .original else { throw .mismatch(.role) }
    if let field = transaction.mismatch(with: intent) { throw .mismatch(field) }
    return try write(RecordRefusal.storage) { table, date in
      if let key = intent.key, let known = try table.payment(.key(key))?.payment {
        if let field = intent.difference(from: known.intent) {
          throw RecordRefusal.keyTaken(by: known.id, field: field)
        }
        return known
      }
      let payment = Payment(intent: intent, transactions: [transaction], recordedAt: date)
      // Signing is deterministic: another wallet made this same payment, and may have ended it and
      // told its owner that this hash never pays.
      if let known = try table.payment(.transaction(transaction.hash)) {
        throw RecordRefusal.nonceTaken(by: known.payment.id)
      }
      let holders = try table.holders(chainID: intent.chainID, from: intent.from)
      if let holder = holders.first(where: { $0.nonce == transaction.nonce }) {
        throw RecordRefusal.nonceTaken(by: holder.id)
      }
      let note = PaymentNote(date: date, kind: .recorded(.original, transaction.hash))
      try table.insert(payment, notes: [note])
      return payment
    }
  }

  func replace(
    _ id: PaymentID, _ transaction: PaymentTransaction
  ) throws(ReplaceRefusal) -> Payment {
    try write(ReplaceRefusal.storage) { table, date in
      guard var stored = try table.payment(.id(id)) else { throw ReplaceRefusal.unknownPayment }
      if stored.payment.transaction(transaction.hash) == transaction { return stored.payment }
      try stored.payment.check(replacement: transaction)
      stored.payment.transactions.append(transaction)
      try table.insert(transaction, into: stored.sequence)
      try table.add(
        PaymentNote(date: date, kind: .recorded(transaction.role, transaction.hash)),
        to: stored.sequence)
      return stored.payment
    }
  }

  func update(_ id: PaymentID, _ event: PaymentEvent) throws(UpdateRefusal) -> Payment {
    try write(UpdateRefusal.storage) { table, date in
      guard var stored = try table.payment(.id(id)) else { throw UpdateRefusal.unknownPayment }
      let known = stored.payment
      if event == .abandoned, try table.hasLater(than: known) {
        // The later payment would wait for ever: no transaction would have this payment's nonce.
        throw UpdateRefusal.impossible(from: known.state)
      }
      try stored.payment.apply(event)
      guard stored.payment != known else { return known }
      if stored.payment.state != known.state { stored.payment.updatedAt = date }
      try table.write(stored)
      try table.add(PaymentNote(date: date, kind: .event(event)), to: stored.sequence)
      return stored.payment
    }
  }

  // MARK: - The database

  func read<Value>(
    _ empty: Value, _ body: (PaymentTable) throws -> Value
  ) throws(JournalFailure) -> Value {
    do {
      guard let queue = try connection(isWriting: false) else { return empty }
      // Not with GRDB's `read`: it switches a setting of the connection on and off, after which
      // SQLite compiles all statements again.
      var value = empty
      try queue.inTransaction(.deferred) { database in
        value = try body(PaymentTable(database: database))
        return .commit
      }
      return value
    } catch {
      throw JournalFailure(error, path: path)
    }
  }

  func write<Value, Refusal: Error>(
    _ refusal: (JournalFailure) -> Refusal, _ body: (PaymentTable, Date) throws -> Value
  ) throws(Refusal) -> Value {
    // Stored and read values must be equal, so dates have milliseconds.
    let date = PaymentTable.date(PaymentTable.milliseconds(now()))
    do {
      guard let queue = try connection(isWriting: true) else {
        preconditionFailure("A database that is written was not made.")
      }
      return try queue.write { try body(PaymentTable(database: $0), date) }
    } catch let error as Refusal {
      throw error
    } catch {
      throw refusal(JournalFailure(error, path: path))
    }
  }

  func connection(isWriting: Bool) throws(JournalFailure) -> DatabaseQueue? {
    if let queue { return queue }
    queue = try place.open(isWriting: isWriting, now: now())
    if queue != nil { openingCount += 1 }
    return queue
  }

  var path: String {
    switch place.place {
    case .folder(let folder, _): folder + "/" + ActivityDatabase.fileName
    case .memory: "the memory"
    }
  }

  /// The database's location; nil if it is in memory.
  var folder: (path: String, files: FileSystem)? {
    switch place.place {
    case .folder(let folder, let files): (folder, files)
    case .memory: nil
    }
  }

  /// Closes the database; the next operation opens the file that exists then.
  func reopen() { queue = nil }

  /// Returns true if a database exists, or the journal of an older wallet.
  func exists() throws(JournalFailure) -> Bool { try connection(isWriting: false) != nil }
}
