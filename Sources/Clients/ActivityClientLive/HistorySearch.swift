import ActivityClient
import EthereumPrimitives
import Foundation
import GRDB

/// A search, expressed as a condition of the database.
struct HistorySearch {
  /// The condition with an `AND` before it; false if nothing can be found.
  private(set) var sql = ""
  /// The values of its parameters.
  private(set) var arguments: StatementArguments = []

  /// Returns the condition for payments.
  ///
  /// Hashes are searched in the index of all the family's transaction hashes, once for the whole
  /// search.
  static func paid(_ search: ActivitySearch) -> HistorySearch {
    HistorySearch(search, counterparty: "recipient") { condition in
      """
      sequence IN (SELECT payment FROM transactions WHERE sequence IN
        (SELECT sequence FROM transactions WHERE \(condition)))
      """
    }
  }

  /// Returns the condition for received payments.
  static func got(_ search: ActivitySearch) -> HistorySearch {
    HistorySearch(search, counterparty: "sender") { $0 }
  }

  private init(_ search: ActivitySearch, counterparty: String, hash: (String) -> String) {
    var conditions: [String] = []
    if !search.addresses.isEmpty {
      let places = search.addresses.map { _ in "?" }.joined(separator: ", ")
      conditions.append("\(counterparty) IN (\(places))")
      arguments += StatementArguments(search.addresses.map { Data($0.bytes) })
    }
    if let amount = search.amount {
      conditions.append("value = ?")
      arguments += [JournalText.text(amount)]
    }
    if let digits = search.digits {
      if let ends = Ends(of: digits, column: counterparty, byteCount: Address.byteCount) {
        conditions.append(ends.sql)
        arguments += ends.arguments
      }
      if let ends = Ends(of: digits, column: "hash", byteCount: Hash32.byteCount) {
        conditions.append(hash(ends.sql))
        arguments += ends.arguments
      }
    }
    sql = conditions.isEmpty ? " AND FALSE" : " AND (\(conditions.joined(separator: " OR ")))"
  }
}

/// A condition that bytes begin or end with hexadecimal digits, comparing bytes and not text.
private struct Ends {
  let sql: String
  let arguments: StatementArguments

  /// Creates a condition; nil if there are more digits than the bytes have.
  init?(of digits: String, column: String, byteCount: Int) {
    let digitCount = 2 * byteCount
    let missing = digitCount - digits.utf8.count
    // If the number of digits at the end is odd, the first of them is half of a byte.
    let whole = digits.utf8.count.isMultiple(of: 2) ? digits : String(digits.dropFirst())
    guard missing >= 0,
      let lowest = Self.bytes(digits + String(repeating: "0", count: missing)),
      let highest = Self.bytes(digits + String(repeating: "f", count: missing)),
      let last = Self.bytes(whole)
    else { return nil }
    var ending = "substr(\(column), -\(last.count)) = ?"
    var arguments: StatementArguments = [lowest, highest, last]
    if whole != digits {
      ending += " AND hex(substr(\(column), -\(last.count + 1), 1)) LIKE ?"
      arguments += ["_\(digits.prefix(1))"]
    }
    sql = "\(column) BETWEEN ? AND ? OR (\(ending))"
    self.arguments = arguments
  }

  private static func bytes(_ digits: String) -> Data? {
    do throws(HexError) {
      return Data(try Hex.decode("0x" + digits))
    } catch {
      // Text that is not hexadecimal matches nothing.
      return nil
    }
  }
}
