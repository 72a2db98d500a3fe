/// Why a key can't be derived from a password.
package enum KeyStretchingError: Error, Equatable, Sendable {
  /// The number of rounds or bytes is not positive, or scrypt's numbers are outside of RFC 7914 or
  /// of what the library does.
  case parametersNotAllowed
}

extension KeyStretchingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .parametersNotAllowed: "expected parameters that the key derivation allows"
    }
  }
}
