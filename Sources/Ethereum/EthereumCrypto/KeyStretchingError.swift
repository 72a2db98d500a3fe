/// Why a key can't be derived from a password.
package enum KeyStretchingError: Error, Equatable, Sendable {
  /// The number of rounds or bytes is not positive, or the parameters of scrypt are not allowed by
  /// RFC 7914 or by the library.
  case parametersNotAllowed
}

extension KeyStretchingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .parametersNotAllowed: "expected parameters that the key derivation allows"
    }
  }
}
