package import EthereumCrypto

/// The reason why a text is not a message of Sign-In with Ethereum, or why a field was refused.
package enum SignInMessageError: Error, Codable, Equatable, Sendable {
  /// A field of a message, with its name in EIP-4361.
  package enum Field: String, Codable, Equatable, Sendable, CaseIterable {
    case scheme
    case domain
    case address
    case statement
    case uri = "URI"
    case version
    case chainID = "chain ID"
    case nonce
    case issuedAt = "issue time"
    case expirationTime = "expiration time"
    case notBefore = "not-before time"
    case requestID = "request ID"
    case resources = "resource"
  }

  /// The message is longer than a user can be expected to read.
  case tooLong(byteCountMax: Int)
  /// A line, counted from 1, is missing or different.
  case unexpectedLine(number: Int, expected: String)
  /// A field does not match its grammar.
  case invalid(Field)
  /// The address is not valid, or its checksum is wrong.
  case address(AddressError)
}

extension SignInMessageError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooLong(let byteCountMax): "expected at most \(byteCountMax) bytes"
    case .unexpectedLine(let number, let expected): "expected \(expected) in line \(number)"
    case .invalid(let field): "expected \(field.rule)"
    case .address(let error): error.description
    }
  }
}

extension SignInMessageError.Field {
  /// A description of valid values.
  fileprivate var rule: String {
    switch self {
    case .scheme: "a scheme of RFC 3986, such as https"
    case .domain: "a domain of RFC 3986, such as example.com:8080"
    case .address: "an address with its checksum"
    case .statement: "a statement of one line of ASCII, without \"<>\\^`{|}%"
    case .uri: "a URI of RFC 3986, such as https://example.com/login"
    case .version: "version 1"
    case .chainID: "a chain ID of EIP-155, in decimal digits"
    case .nonce: "a nonce of at least 8 letters and digits"
    case .issuedAt, .expirationTime, .notBefore:
      "as \(rawValue) a text of RFC 3339, such as 2021-09-30T16:25:24Z"
    case .requestID: "a request ID of characters that may stand in a path (RFC 3986)"
    case .resources: "resources that are URIs of RFC 3986"
    }
  }
}
