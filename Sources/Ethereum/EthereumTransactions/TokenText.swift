package import EthereumPrimitives

/// A token's name or symbol.
///
/// It is a `string` or, for tokens older than the standard, a `bytes32` without the trailing zeros.
package struct TokenText: Equatable, Sendable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }
}

extension TokenText: ABIDecodable {
  package static var abiType: ABIType { .string }

  package init?(abiValue value: ABIValue) {
    guard case .string(let text) = value else { return nil }
    self.init(text)
  }
}

extension ContractFunction where Result == TokenText {
  /// Returns the text that a call returned.
  ///
  /// No `string` takes only one word, so 32 bytes are the form of early tokens.
  ///
  /// - Throws: `ABIError`; also for invalid UTF-8.
  package func result(of data: [UInt8]) throws(ABIError) -> TokenText {
    guard data.count == ABI.wordByteCount else { return try ABI.decodeResult(data) }
    let end = data.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    guard let text = String(validating: data[..<end], as: UTF8.self) else {
      throw .invalidUTF8(offset: 0)
    }
    return TokenText(text)
  }
}
