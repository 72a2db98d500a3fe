import GRDB

/// What is read of a payment, in that order.
///
/// A value is taken by its place: GRDB compares a name with those of all columns before it, in
/// lower case, for every row.
enum PaymentColumn: Int {
  case sequence, id, key, chainID, sender, recipient, value, nonce, state, detail, isFinal
  case refusalCode, refusalMessage, recordedAt, updatedAt, isEverything

  /// What is selected.
  static let all = """
    sequence, id, key, chain_id, sender, recipient, value, nonce, state, detail, is_final,
    refusal_code, refusal_message, recorded_at, updated_at, is_everything
    """
}

/// What is read of a transaction, in that order.
enum TransactionColumn: Int {
  case role, hash, gasLimit, maxFee, maxTip, raw, mayBeKnown, wasTaken

  /// What is selected.
  static let all = "role, hash, gas_limit, max_fee, max_tip, raw, may_be_known, was_taken"
}

extension Row {
  subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ column: PaymentColumn
  ) -> Value { self[column.rawValue] }

  subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ column: TransactionColumn
  ) -> Value { self[column.rawValue] }
}
