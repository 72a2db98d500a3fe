import EthereumPrimitives

extension Wei {
  /// The amount in ether, rounded up to three significant digits, for estimates.
  var roundedEtherText: String {
    let digits = decimalText
    guard digits.count > 3 else { return etherText }
    do throws(AmountError) {
      var head = try Wei(decimal: digits.prefix(3))
      if digits.dropFirst(3).contains(where: { $0 != "0" }) { head = try head.adding(1) }
      return try Wei(decimal: head.decimalText + String(repeating: "0", count: digits.count - 3))
        .etherText
    } catch {
      return etherText
    }
  }
}
