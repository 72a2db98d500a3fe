package import EthereumPrimitives

/// What to look for in an activity: a line is found if any part of this matches.
package struct ActivitySearch: Hashable, Sendable {
  /// The possible payers and recipients: accounts whose names match.
  package var addresses: [Address]
  /// Hexadecimal digits, in lower case, with which an address or a transaction begins or ends.
  package var digits: String?
  /// The exact amount.
  package var amount: Wei?

  /// The minimum number of digits: fewer would match almost everything.
  package static let digitCountMin = 3

  /// The maximum number of digits: that of a transaction's hash.
  package static let digitCountMax = 64

  /// Reads what was typed; nil if nothing was.
  ///
  /// - Parameters:
  ///   - text: Part of a name, an amount of ether such as `0.25`, or the digits with which an
  ///     address or a transaction begins or ends, with `0x` or without.
  ///   - names: The accounts that are known by a name.
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

/// Which lines of an activity to find.
package struct HistoryQuery: Hashable, Sendable {
  /// Whose activity.
  package var account: Address
  /// On which chain.
  package var chainID: ChainID
  /// What to look for; nil for everything.
  package var search: ActivitySearch?
  /// How many of the first lines to omit.
  package var offset: Int
  /// The maximum number of lines.
  package var limit: Int

  /// Asks for a page of an account's activity, 20 lines by default.
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
