import EthereumMessages
import EthereumPrimitives
import SessionClient

/// The facts that a service's message must match.
struct ChallengeCheck: Equatable, Sendable {
  /// The service's address, as given by the owner.
  let endpoint: SessionEndpoint
  /// The account that signs in.
  let address: Address
  /// The chain that the wallet was set up for.
  let chainID: ChainID
  /// The nonce of the last message that was signed.
  let usedNonce: String?

  /// The maximum lifetime of a message in seconds; one stolen later is worthless.
  static let lifetimeSecondsMax: Int64 = 3_600
}

extension SessionChallenge {
  /// Returns the message that a service asks for, if its claims are true.
  ///
  /// - Parameters:
  ///   - check: The facts to check.
  ///   - now: The time, which the message states as its time of issue.
  /// - Throws: `ChallengeRefusal` for the first claim that is not true.
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
  /// Refuses a message that is not valid at a given time.
  func requireValidity(at now: DateTime) throws(ChallengeRefusal) {
    switch validity(at: now) {
    case .valid: break
    case .expired: throw .expired(at: expirationTime ?? now)
    case .notYetValid: throw .notYetValid(from: notBefore ?? now)
    }
  }
}
