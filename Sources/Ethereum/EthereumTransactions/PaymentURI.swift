package import EthereumCrypto
package import EthereumPrimitives

/// A payment request, as found in codes and web pages: `ethereum:0x…@1?value=25e16`.
///
/// Only requests for ether are supported. Other parts of the standard are refused instead of
/// ignored, because a partly fulfilled request is a different request.
///
/// - SeeAlso: EIP-681.
package struct PaymentURI: Hashable, Sendable {
  /// The recipient.
  package let recipient: Address
  /// The chain of the request; nil if unspecified.
  package let chainID: ChainID?
  /// The amount; nil if the payer decides.
  package let value: Wei?

  /// Creates a request.
  package init(recipient: Address, chainID: ChainID?, value: Wei?) {
    self.recipient = recipient
    self.chainID = chainID
    self.value = value
  }

  /// The request as a URI, with the value in wei and without an exponent.
  package var text: String {
    let chain = chainID.map { "@\($0.rawValue)" } ?? ""
    let query = value.map { "?value=\($0.decimalText)" } ?? ""
    return "\(Self.scheme)\(recipient.checksummed)\(chain)\(query)"
  }
}

// MARK: - Reading

extension PaymentURI {
  private static let scheme = "ethereum:"
  private static let byteCountMax = 2_048

  /// Returns `true` if a URL has the scheme of these requests.
  package static func isScheme(of url: String) -> Bool {
    url.utf8.prefix(scheme.utf8.count).elementsEqual(scheme.utf8) { $0 | 0x20 == $1 }
  }

  /// Parses a request.
  ///
  /// - Throws: `PaymentURIError`; no part of the text is repaired.
  package init(_ text: String) throws(PaymentURIError) {
    guard text.utf8.count <= Self.byteCountMax else { throw .tooLong(max: Self.byteCountMax) }
    guard Self.isScheme(of: text) else { throw .malformed(position: 1) }
    // No valid part of these requests needs percent-encoding.
    if let position = Array(text.utf8).firstIndex(where: { !(0x21...0x7E).contains($0) }) {
      throw .malformed(position: position + 1)
    }
    let parts = text.dropFirst(Self.scheme.count).split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var target = parts[0]
    if target.hasPrefix("pay-") { target = target.dropFirst(4) }
    if let slash = target.firstIndex(of: "/") {
      throw .call(function: Self.shown(target[slash...].dropFirst()))
    }
    let ends = target.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    recipient = try Self.recipient(ends[0])
    chainID = ends.count == 2 ? try Self.chainID(ends[1]) : nil
    value = parts.count == 2 ? try Self.value(inQuery: parts[1]) : nil
  }

  private static func recipient(_ text: Substring) throws(PaymentURIError) -> Address {
    guard text.lowercased().hasPrefix("0x") else { throw .name }
    do {
      return try Address(pasted: text)
    } catch {
      throw .recipient(error)
    }
  }

  private static func chainID(_ text: Substring) throws(PaymentURIError) -> ChainID {
    guard let number = UInt64(text), number > 0, String(number) == text else { throw .chain }
    return ChainID(rawValue: number)
  }

  private static func value(inQuery query: Substring) throws(PaymentURIError) -> Wei? {
    var value: Wei?
    for item in query.split(separator: "&", omittingEmptySubsequences: false) {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts[0] == "value" else { throw .parameter(name: shown(parts[0])) }
      guard value == nil else { throw .repeatedValue }
      value = try wei(parts.count == 2 ? parts[1] : "")
    }
    return value
  }

  /// Returns the whole number of wei that a decimal number with an exponent represents.
  private static func wei(_ text: Substring) throws(PaymentURIError) -> Wei {
    let pattern = /([0-9]+)(?:\.([0-9]+))?(?:[eE]([0-9]{1,3}))?/
    guard let match = text.wholeMatch(of: pattern) else { throw .value(.notANumber) }
    var fraction = match.2 ?? ""
    while fraction.hasSuffix("0") { fraction.removeLast() }
    let exponent = match.3.flatMap { Int($0) } ?? 0
    guard exponent >= fraction.count else {
      throw .value(.tooManyFractionDigits(found: fraction.count, max: exponent))
    }
    let zeros = String(repeating: "0", count: exponent - fraction.count)
    // The standard ignores leading zeros, and no user typed them.
    let digits = (match.1 + fraction + zeros).drop { $0 == "0" }
    do {
      return try Wei(decimal: digits.isEmpty ? "0" : digits)
    } catch {
      throw .value(error)
    }
  }

  /// Returns a part of the text for an error, truncated if it is long.
  private static func shown(_ text: Substring) -> String {
    text.count > 40 ? text.prefix(40) + "…" : String(text)
  }
}

/// The reason why a text is not a payment request that this wallet can fulfil.
package enum PaymentURIError: Error, Codable, Equatable, Sendable {
  /// The text is longer than the maximum number of bytes.
  case tooLong(max: Int)
  /// A character at a position, counted from 1, is not allowed there.
  case malformed(position: Int)
  /// The recipient is a name, and this wallet doesn't look up names.
  case name
  /// The recipient is not an address.
  case recipient(AddressError)
  /// The chain is not a number.
  case chain
  /// The request is for the call of a contract's function.
  case call(function: String)
  /// The request has a parameter that this wallet can't honour, such as one for gas.
  case parameter(name: String)
  /// The value appears twice.
  case repeatedValue
  /// The value is not a number, has a fraction of a wei, or is 2²⁵⁶ wei or more.
  case value(AmountError)
}
