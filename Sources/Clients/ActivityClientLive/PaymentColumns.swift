import GRDB

/// The columns read of a payment, with their SQL names, in the order of the cases.
///
/// A value is read by its index: by name, GRDB would compare the name with all columns before it,
/// in lower case, for every row.
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

  /// The list of columns to select.
  static let all = allCases.map(\.rawValue).joined(separator: ", ")

  private static let order: [PaymentColumn] = allCases

  /// The index of the value in a row.
  var place: Int { Self.order.firstIndex(of: self) ?? Self.order.endIndex }
}

/// The columns read of a transaction, with their SQL names, in the order of the cases.
enum TransactionColumn: String, CaseIterable {
  case role, hash
  case gasLimit = "gas_limit"
  case maxFee = "max_fee"
  case maxTip = "max_tip"
  case raw
  case mayBeKnown = "may_be_known"
  case wasTaken = "was_taken"

  /// The list of columns to select.
  static let all = allCases.map(\.rawValue).joined(separator: ", ")

  private static let order: [TransactionColumn] = allCases

  /// The index of the value in a row.
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
