import ActivityClient
import EthereumPrimitives
import Foundation
import GRDB

/// The rows of a journal's database, read and written within a transaction of the caller.
struct PaymentTable {
  let database: Database

  /// A payment and the number of its row.
  struct Stored {
    let sequence: Int64
    var payment: Payment
  }

  // MARK: - Reading

  /// Returns the payments that match a condition, in an order.
  func payments(
    where condition: String, _ arguments: StatementArguments = [],
    order: String = "sequence", limit: Int = -1, offset: Int = 0
  ) throws -> [Stored] {
    let sql = """
      SELECT \(PaymentColumn.all) FROM payments WHERE \(condition) ORDER BY \(order)
      LIMIT ? OFFSET ?
      """
    return try fetch(sql, arguments + [limit, offset], stored)
  }

  func payment(_ reference: PaymentReference) throws -> Stored? {
    switch reference {
    case .id(let id):
      try payments(where: "id = ?", [Data(id.transactionHash.bytes)]).first
    case .key(let key):
      try payments(where: "key = ?", [key.text]).first
    case .transaction(let hash):
      try payments(
        where: "sequence = (SELECT payment FROM transactions WHERE hash = ?)", [Data(hash.bytes)]
      ).first
    }
  }

  func holders(chainID: ChainID, from: Address) throws -> [NonceBook.Holder] {
    let sql = """
      SELECT id, nonce, is_final FROM payments
      WHERE holds_nonce AND chain_id = ? AND sender = ?
      """
    let arguments: StatementArguments = [
      Int64(bitPattern: chainID.rawValue), Data(from.bytes),
    ]
    return try fetch(sql, arguments) { row in
      NonceBook.Holder(
        id: PaymentID(transactionHash: try Self.hash(row[0])),
        nonce: UInt64(bitPattern: row[1]), isSpentForGood: row[2])
    }
  }

  /// Returns true if the account has a payment that waits for this one's nonce to be spent.
  func hasLater(than payment: Payment) throws -> Bool {
    try holders(chainID: payment.intent.chainID, from: payment.intent.from)
      .contains { $0.nonce > payment.nonce }
  }

  func history(_ sequence: Int64) throws -> [PaymentNote] {
    let sql = "SELECT at, kind, detail FROM events WHERE payment = ? ORDER BY sequence"
    return try fetch(sql, [sequence]) { row in
      PaymentNote(date: Self.date(row[0]), kind: try PaymentText.kind(row[1], row[2]))
    }
  }

  /// Reads rows with a statement compiled once for the connection, one row at a time.
  private func fetch<Value>(
    _ sql: String, _ arguments: StatementArguments, _ read: (Row) throws -> Value
  ) throws -> [Value] {
    let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments)
    var values: [Value] = []
    while let row = try rows.next() { values.append(try read(row)) }
    return values
  }

  private func stored(_ row: Row) throws -> Stored {
    let sequence: Int64 = row[.sequence]
    let key: String? = row[.key]
    let intent = PaymentIntent(
      key: try key.map { try PaymentKey($0) },
      chainID: ChainID(rawValue: UInt64(bitPattern: row[.chainID])),
      from: try Self.address(row[.sender]), to: try Self.address(row[.recipient]),
      value: try Self.wei(row[.value]), isEverything: row[.isEverything])
    let nonce = UInt64(bitPattern: row[.nonce])
    let transactions = try transactions(of: sequence, nonce: nonce)
    guard let first = transactions.first, try first.hash == Self.hash(row[.id]) else {
      throw PaymentText.Unreadable()
    }
    var refusal: NodeRefusal?
    if let code: Int = row[.refusalCode], let message: String = row[.refusalMessage] {
      refusal = NodeRefusal(code: code, message: message)
    }
    return Stored(
      sequence: sequence,
      payment: Payment(
        intent: intent, transactions: transactions, recordedAt: Self.date(row[.recordedAt]),
        updatedAt: Self.date(row[.updatedAt]),
        state: try PaymentText.state(row[.state], row[.detail]), isFinal: row[.isFinal],
        lastRefusal: refusal))
  }

  private func transactions(of payment: Int64, nonce: UInt64) throws -> [PaymentTransaction] {
    let sql = """
      SELECT \(TransactionColumn.all) FROM transactions WHERE payment = ? ORDER BY sequence
      """
    return try fetch(sql, [payment]) { row in
      let raw: Data = row[.raw]
      let hash = try Self.hash(row[.hash])
      // It may be broadcast again, so it must be exactly the signed one.
      guard let role = PaymentTransaction.Role(rawValue: row[.role]),
        raw.isEmpty || JournalText.transactionHash(Array(raw)) == hash
      else { throw PaymentText.Unreadable() }
      return PaymentTransaction(
        role: role, nonce: nonce,
        gasLimit: GasUnits(rawValue: UInt64(bitPattern: row[.gasLimit])),
        maxFeePerGas: try Self.wei(row[.maxFee]),
        maxPriorityFeePerGas: try Self.wei(row[.maxTip]), hash: hash,
        rawTransaction: Array(raw), mayBeKnown: row[.mayBeKnown], wasTaken: row[.wasTaken])
    }
  }

  // MARK: - Writing

  /// Adds a payment with its transactions and the first notes of its history.
  ///
  /// - Parameter holdsNonce: False only for a payment of an older journal whose nonce another
  ///   payment has.
  func insert(_ payment: Payment, holdsNonce: Bool = true, notes: [PaymentNote]) throws {
    let intent = payment.intent
    try execute(
      """
      INSERT INTO payments (id, key, chain_id, sender, recipient, value, nonce, holds_nonce,
        state, is_unresolved, is_final, recorded_at, updated_at, is_everything)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'signed', 1, 0, ?, ?, ?)
      """,
      [
        Data(payment.id.transactionHash.bytes), intent.key?.text,
        Int64(bitPattern: intent.chainID.rawValue), Data(intent.from.bytes), Data(intent.to.bytes),
        JournalText.text(intent.value), Int64(bitPattern: payment.nonce),
        holdsNonce && payment.state.holdsNonce, Self.milliseconds(payment.recordedAt),
        Self.milliseconds(payment.updatedAt), intent.isEverything,
      ])
    let sequence = database.lastInsertedRowID
    for transaction in payment.transactions { try insert(transaction, into: sequence) }
    for note in notes { try add(note, to: sequence) }
    try write(Stored(sequence: sequence, payment: payment))
  }

  func insert(_ transaction: PaymentTransaction, into payment: Int64) throws {
    try execute(
      """
      INSERT INTO transactions (payment, role, hash, gas_limit, max_fee, max_tip, raw,
        may_be_known, was_taken)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        payment, transaction.role.rawValue, Data(transaction.hash.bytes),
        Int64(bitPattern: transaction.gasLimit.rawValue),
        JournalText.text(transaction.maxFeePerGas),
        JournalText.text(transaction.maxPriorityFeePerGas), Data(transaction.rawTransaction),
        transaction.mayBeKnown, transaction.wasTaken,
      ])
  }

  func add(_ note: PaymentNote, to payment: Int64) throws {
    let (name, detail) = PaymentText.columns(note.kind)
    try execute(
      "INSERT INTO events (payment, at, kind, detail) VALUES (?, ?, ?, ?)",
      [payment, Self.milliseconds(note.date), name, detail])
  }

  /// Writes the parts of a payment that can change: its state, and those of its transactions.
  func write(_ stored: Stored) throws {
    let payment = stored.payment
    let (name, detail) = PaymentText.columns(payment.state)
    try execute(
      """
      UPDATE payments SET key = ?, holds_nonce = holds_nonce AND ?, state = ?, detail = ?,
        is_unresolved = ?, is_final = ?, refusal_code = ?, refusal_message = ?, updated_at = ?
      WHERE sequence = ?
      """,
      [
        payment.intent.key?.text, payment.state.holdsNonce, name, detail,
        payment.state.isUnresolved, payment.isFinal, payment.lastRefusal?.code,
        payment.lastRefusal?.message, Self.milliseconds(payment.updatedAt), stored.sequence,
      ])
    for transaction in payment.transactions {
      try execute(
        "UPDATE transactions SET raw = ?, may_be_known = ?, was_taken = ? WHERE hash = ?",
        [
          Data(transaction.rawTransaction), transaction.mayBeKnown, transaction.wasTaken,
          Data(transaction.hash.bytes),
        ])
    }
  }

  /// Runs a statement that is compiled once for the connection.
  private func execute(_ sql: String, _ arguments: StatementArguments) throws {
    try database.cachedStatement(sql: sql).execute(arguments: arguments)
  }

  // MARK: - Values

  static func milliseconds(_ date: Date) -> Int64 {
    Int64((date.timeIntervalSince1970 * 1_000).rounded())
  }

  static func date(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }

  static func hash(_ data: Data) throws -> Hash32 {
    guard let hash = Hash32(bytes: Array(data)) else { throw PaymentText.Unreadable() }
    return hash
  }

  static func address(_ data: Data) throws -> Address {
    guard let address = Address(bytes: Array(data)) else { throw PaymentText.Unreadable() }
    return address
  }

  static func wei(_ text: String) throws -> Wei {
    guard let amount = JournalText.wei(text) else { throw PaymentText.Unreadable() }
    return amount
  }
}
