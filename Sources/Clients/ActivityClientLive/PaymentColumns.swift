import GRDB

/// What is read of a payment, by its name in SQL and in the order of the cases.
///
/// A value is taken by its place: GRDB compares a name with those of all columns before it, in
/// lower case, for every row.
enum PaymentColumn: String, CaseIterable {
  case sequence, id, key
  case chainID = "chain_id"
  case sender, recipient, value, nonce, state, detail
  case isFinal = "is_final"
  case refusalCode = "refusal_code"
  case refusalMessage = "refusal_message"
  case recordedAt = "recorded_at"
  case updatedAt = "updated_at"
  case isEverything = "is_everything"

  /// What is selected.
  static let all = allCases.map(\.rawValue).joined(separator: ", ")

  private static let order: [PaymentColumn] = allCases

  /// The place of the value in a row.
  var place: Int { Self.order.firstIndex(of: self) ?? Self.order.endIndex }
}

/// What is read of a transaction, by its name in SQL and in the order of the cases.
enum TransactionColumn: String, CaseIterable {
  case role, hash
  case gasLimit = "gas_limit"
  case maxFee = "max_fee"
  case maxTip = "max_tip"
  case raw
  case mayBeKnown = "may_be_known"
  case wasTaken = "was_taken"

  /// What is selected.
  static let all = allCases.map(\.rawValue).joined(separator: ", ")

  private static let order: [TransactionColumn] = allCases

  /// The place of the value in a row.
  var place: Int { Self.order.firstIndex(of: self) ?? Self.order.endIndex }
}

extension Row {
  subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ column: PaymentColumn
  ) -> Value { self[column.place] }

  subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ column: TransactionColumn
  ) -> Value { self[column.place] }
}
