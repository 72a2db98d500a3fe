import EthereumMessages
import EthereumPrimitives
import SessionClient

/// What a service must not lie about.
struct ChallengeCheck: Equatable, Sendable {
  /// Where the service is, as the owner said.
  let endpoint: SessionEndpoint
  /// The account that signs in.
  let address: Address
  /// The chain that the wallet was set up for.
  let chainID: ChainID
  /// The nonce of the last message that was signed.
  let usedNonce: String?

  /// How long a message may count, in seconds. One that is stolen later is worth nothing.
  static let lifetimeSecondsMax: Int64 = 3_600
}

extension SessionChallenge {
  /// The message that a service asks for, if it says of itself what is true.
  ///
  /// - Parameters:
  ///   - check: What is true.
  ///   - now: The time, which the message says that it was made at.
  /// - Throws: `ChallengeRefusal` for the first thing that is not.
  func message(_ check: ChallengeCheck, at now: DateTime) throws(ChallengeRefusal) -> SignInMessage
  {
    let origin = check.endpoint.origin
    guard WebOrigin(scheme: origin.scheme, authority: domain) == origin else {
      throw .otherDomain(expected: origin.authority, found: domain)
    }
    guard WebOrigin(uri: uri) == origin else {
      throw .otherURI(expected: origin.description, found: uri)
    }
    guard chainID == check.chainID else {
      throw .otherChain(expected: check.chainID, found: chainID)
    }
    guard nonce != check.usedNonce else { throw .usedNonce }
    guard let expiration = DateTime(expirationTime) else {
      throw .message(.invalid(.expirationTime))
    }
    let message = try message(check, origin.scheme, expiration, issuedAt: now)
    try message.requireValidity(at: now)
    guard expiration.secondsSince1970 - now.secondsSince1970 <= ChallengeCheck.lifetimeSecondsMax
    else { throw .validForTooLong(until: expiration) }
    return message
  }

  private func message(
    _ check: ChallengeCheck, _ scheme: String, _ expiration: DateTime, issuedAt now: DateTime
  ) throws(ChallengeRefusal) -> SignInMessage {
    do throws(SignInMessageError) {
      return try SignInMessage(
        scheme: scheme, domain: domain, address: check.address, statement: statement, uri: uri,
        chainID: chainID, nonce: nonce, issuedAt: now, expirationTime: expiration,
        notBefore: try startTime(), requestID: requestID, resources: resources)
    } catch {
      throw .message(error)
    }
  }

  private func startTime() throws(SignInMessageError) -> DateTime? {
    guard let notBefore else { return nil }
    guard let time = DateTime(notBefore) else { throw .invalid(.notBefore) }
    return time
  }
}

extension SignInMessage {
  /// Refuses a message that is void at a moment.
  func requireValidity(at now: DateTime) throws(ChallengeRefusal) {
    switch validity(at: now) {
    case .valid: break
    case .expired: throw .expired(at: expirationTime ?? now)
    case .notYetValid: throw .notYetValid(from: notBefore ?? now)
    }
  }
}
