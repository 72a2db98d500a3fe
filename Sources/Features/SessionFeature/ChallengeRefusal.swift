package import EthereumMessages
package import EthereumPrimitives

/// Why what a service wants signed is refused, before a passcode is asked for.
package enum ChallengeRefusal: Error, Codable, Equatable, Sendable {
  /// The service says that it is another one: the signature would sign another person in there.
  case otherDomain(expected: String, found: String)
  /// The session would be for another service.
  case otherURI(expected: String, found: String)
  /// The session would be for another chain.
  case otherChain(expected: ChainID, found: ChainID)
  /// The nonce is that of a message that was signed already.
  case usedNonce
  /// The message is void already.
  case expired(at: DateTime)
  /// The message is void still.
  case notYetValid(from: DateTime)
  /// The message would count for longer than an hour.
  case validForTooLong(until: DateTime)
  /// It would be no message of EIP-4361.
  case message(SignInMessageError)
}
