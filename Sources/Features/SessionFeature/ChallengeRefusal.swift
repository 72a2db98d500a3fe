package import EthereumMessages
package import EthereumPrimitives

/// The reason a service's sign-in message is refused before the passcode is requested.
package enum ChallengeRefusal: Error, Codable, Equatable, Sendable {
  /// The service claims to be another one: the signature would sign someone else in there.
  case otherDomain(expected: String, found: String)
  /// The session would be for another service.
  case otherURI(expected: String, found: String)
  /// The session would be for another chain.
  case otherChain(expected: ChainID, found: ChainID)
  /// The nonce was used in an earlier signed message.
  case usedNonce
  /// The message has expired.
  case expired(at: DateTime)
  /// The message is not valid yet.
  case notYetValid(from: DateTime)
  /// The message would be valid for longer than an hour.
  case validForTooLong(until: DateTime)
  /// The message would not conform to EIP-4361.
  case message(SignInMessageError)
}
