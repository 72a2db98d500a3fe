import EthereumCrypto
import EthereumMessages
import EthereumPrimitives
import JSONRPC

/// The nonces and sessions of a development endpoint.
///
/// A nonce is valid for one sign-in, a refresh token for one refresh. If a refresh token is used a
/// second time, it was stolen, either by this sender or from this sender, so the whole session
/// ends.
struct DevSessionState {
  /// The maximum number of nonces, and of sessions; beyond it, the oldest is dropped.
  static let countMax = 1_000
  /// The maximum number of refreshes, after which a session ends.
  static let refreshCountMax = 1_000

  private struct Session {
    let address: Address
    let chainID: ChainID
    let expiresAt: Int64
    var access: String
    var accessExpiresAt: Int64
    var refresh: String
    var usedRefreshes: Set<String> = []
  }

  /// The context of a request: the time in seconds since 1970, and a source of secret texts.
  struct Context {
    let now: Int64
    let draw: () -> String
  }

  private let configuration: DevSessionConfiguration
  /// The endpoint's own address, once it listens.
  var origin: WebOrigin?
  private var nonces: [(nonce: String, expiration: DateTime)] = []
  private var sessions: [Session] = []
  private var refusedCallCount = 0

  init(_ configuration: DevSessionConfiguration) {
    self.configuration = configuration
  }

  // MARK: - Challenges

  mutating func challenge(_ context: Context) -> DevSessionAnswer {
    guard let origin else { return .refused(503, "the endpoint does not listen yet") }
    let fault = configuration.fault
    let lifetime =
      switch fault {
      case .expired: Int64(-1)
      case .endless: Int64(10 * 365 * 86_400)
      case _: configuration.nonceSeconds
      }
    let expiration = DateTime(secondsSince1970: context.now + lifetime)
    let nonce =
      switch fault {
      case .nonce: "short"
      case .repeatedNonce: "12345678abcdefgh"
      case _: context.draw()
      }
    nonces.removeAll { $0.nonce == nonce }
    nonces.append((nonce, expiration))
    if nonces.count > Self.countMax { nonces.removeFirst() }
    return .ok([
      "domain": .string(fault == .domain ? "bank.example" : origin.authority),
      "uri": .string(fault == .uri ? "https://bank.example/login" : origin.description),
      "chainId": .number(JSONNumber(fault == .chain ? 1 : configuration.chainID.rawValue)),
      "nonce": .string(nonce), "expirationTime": .string(expiration.text),
      "statement": "Sign in to the development session endpoint.",
    ])
  }

  // MARK: - Signing in

  mutating func signIn(_ fields: JSONValue, _ context: Context) -> DevSessionAnswer {
    let message: SignInMessage
    do throws(SignInMessageError) {
      message = try SignInMessage(parsing: fields["message"]?.string ?? "")
    } catch {
      return .refused(400, "the message is none of EIP-4361: \(error)")
    }
    // The nonce is spent, whatever the outcome is.
    let index = nonces.firstIndex { $0.nonce == message.nonce }
    let nonce = index.map { nonces.remove(at: $0) }
    if let reason = refusal(of: message, nonce?.expiration, context) {
      return .refused(403, reason)
    }
    guard isSigned(message, fields["signature"]?.string ?? "") else {
      return .refused(403, "the message's account did not sign it")
    }
    let session = Session(
      address: message.address, chainID: message.chainID,
      expiresAt: context.now + configuration.sessionSeconds, access: context.draw(),
      accessExpiresAt: context.now + configuration.accessSeconds, refresh: context.draw())
    sessions.append(session)
    if sessions.count > Self.countMax { sessions.removeFirst() }
    return grant(session, context)
  }

  /// Returns the reason a message is refused; nil if it is accepted.
  private func refusal(
    of message: SignInMessage, _ expiration: DateTime?, _ context: Context
  ) -> String? {
    let now = DateTime(secondsSince1970: context.now)
    guard let expiration else { return "the nonce was never given, or was used" }
    guard message.expirationTime == expiration else {
      return "the message expires at another time than was asked"
    }
    guard message.validity(at: now) == .valid else { return "the message is void at this time" }
    guard let origin,
      WebOrigin(scheme: message.scheme ?? origin.scheme, authority: message.domain) == origin
    else { return "the message is for another domain" }
    guard WebOrigin(uri: message.uri) == origin else { return "the message is for another URI" }
    guard message.chainID == configuration.chainID else {
      return "the message is for another chain"
    }
    return nil
  }

  private func isSigned(_ message: SignInMessage, _ signature: String) -> Bool {
    do {
      return try message.isSigned(PersonalSignature(hex: signature))
    } catch {
      return false
    }
  }

  // MARK: - Sessions

  mutating func refresh(_ fields: JSONValue, _ context: Context) -> DevSessionAnswer {
    guard let index = index(ofRefresh: fields) else { return .unauthorized("the token is unknown") }
    var session = sessions[index]
    guard session.refresh == fields["refreshToken"]?.string else {
      sessions.remove(at: index)
      return .unauthorized("the token was used before; the session is revoked")
    }
    guard context.now < session.expiresAt, session.usedRefreshes.count < Self.refreshCountMax else {
      sessions.remove(at: index)
      return .unauthorized("the session is over")
    }
    session.usedRefreshes.insert(session.refresh)
    session.refresh = context.draw()
    session.access = context.draw()
    session.accessExpiresAt = context.now + configuration.accessSeconds
    sessions[index] = session
    return grant(session, context)
  }

  mutating func revoke(_ fields: JSONValue) -> DevSessionAnswer {
    guard let index = index(ofRefresh: fields) else { return .unauthorized("the token is unknown") }
    sessions.remove(at: index)
    return .ok([:])
  }

  mutating func profile(authorization: String?, _ context: Context) -> DevSessionAnswer {
    switch configuration.fault {
    case .unauthorizedOnce where refusedCallCount == 0, .unauthorizedAlways:
      refusedCallCount += 1
      return .unauthorized("refused on purpose")
    case _: break
    }
    let session = sessions.first { authorization == "Bearer " + $0.access }
    guard let session, context.now < session.accessExpiresAt else {
      return .unauthorized("the token is unknown, or over")
    }
    let address = configuration.fault == .profile ? Address.zero : session.address
    return .ok([
      "address": .string(address.checksummed),
      "chainId": .number(JSONNumber(session.chainID.rawValue)),
    ])
  }

  /// Returns the session to which a refresh token belongs or belonged.
  private func index(ofRefresh fields: JSONValue) -> Int? {
    guard let token = fields["refreshToken"]?.string else { return nil }
    return sessions.firstIndex { $0.refresh == token || $0.usedRefreshes.contains(token) }
  }

  private func grant(_ session: Session, _ context: Context) -> DevSessionAnswer {
    .ok([
      "accessToken": .string(session.access), "refreshToken": .string(session.refresh),
      "expiresIn": .number(JSONNumber(session.accessExpiresAt - context.now)),
      "refreshExpiresIn": .number(JSONNumber(max(1, session.expiresAt - context.now))),
    ])
  }
}
