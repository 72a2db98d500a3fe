package import EthereumPrimitives

/// The terms of a search: a line is found if it matches any of them.
package struct ActivitySearch: Hashable, Sendable {
  /// The possible payers and recipients: accounts whose names match.
  package var addresses: [Address]
  /// Hexadecimal digits, in lower case, at the beginning or end of an address or a transaction
  /// hash.
  package var digits: String?
  /// The exact amount.
  package var amount: Wei?

  /// The minimum number of digits: fewer would match almost everything.
  package static let digitCountMin = 3

  /// The maximum number of digits: the length of a transaction's hash.
  package static let digitCountMax = 64

  /// Reads the typed text; nil if it is empty.
  ///
  /// - Parameters:
  ///   - text: Part of a name, an amount of ether such as `0.25`, or the digits at the beginning or
  ///     end of an address or a transaction hash, with or without `0x`.
  ///   - names: The accounts with known names.
  package init?(_ text: String, names: [(name: String, address: Address)] = []) {
    let words = text.split(separator: " ").joined(separator: " ")
    guard !words.isEmpty else { return nil }
    let folded = words.lowercased()
    addresses = names.filter { $0.name.lowercased().contains(folded) }.map(\.address)
    let digits = folded.hasPrefix("0x") ? String(folded.dropFirst(2)) : folded
    let isHex = digits.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
    let isLength = (Self.digitCountMin...Self.digitCountMax).contains(digits.utf8.count)
    self.digits = isHex && isLength ? digits : nil
    do throws(AmountError) {
      amount = try Wei(ether: words)
    } catch {
      // Text that is not an amount may still be a name.
      amount = nil
    }
  }
}

/// A query for lines of an activity.
package struct HistoryQuery: Hashable, Sendable {
  /// The account.
  package var account: Address
  /// The chain.
  package var chainID: ChainID
  /// The search terms; nil to find everything.
  package var search: ActivitySearch?
  /// The number of lines to skip.
  package var offset: Int
  /// The maximum number of lines.
  package var limit: Int

  /// Creates a query for a page of an account's activity, 20 lines by default.
  package init(
    account: Address, chainID: ChainID, search: ActivitySearch? = nil, offset: Int = 0,
    limit: Int = 20
  ) {
    self.account = account
    self.chainID = chainID
    self.search = search
    self.offset = offset
    self.limit = limit
  }
}
