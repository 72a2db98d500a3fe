import EthereumCrypto
import EthereumPrimitives
import JSONRPC
import SessionClient
import VaultClientLive

/// Tokens issued by a service.
struct TokenGrant {
  let access: SecretBox
  let refresh: SecretBox
  /// The lifetime of the access token in seconds.
  let accessSeconds: Int64
  /// The lifetime of the refresh token in seconds.
  let refreshSeconds: Int64
}

extension SessionAnswer {
  /// The maximum lifetime of tokens: ten years of 366 days.
  private static let secondsMax: UInt64 = 10 * 366 * 86_400

  // MARK: - Reading answers

  /// Returns the object of a whole answer.
  ///
  /// - Throws: `SessionError.refused` with the service's reason, `.httpStatus`, or
  ///   `.malformedAnswer`.
  func object() throws(SessionError) -> JSONValue {
    let value = parsed
    guard status == 200 else {
      if let reason = value?["error"]?.string, !reason.isEmpty, (400...499).contains(status) {
        throw .refused(reason: reason.shortened(toScalars: 200))
      }
      throw .httpStatus(status)
    }
    guard let value, value.object != nil else { throw .malformedAnswer(expected: "a JSON object") }
    return value
  }

  private var parsed: JSONValue? {
    do throws(JSONSyntaxError) {
      return try JSONValue(parsing: body)
    } catch {
      // A body that is not JSON contains no reason, so only the status is reported.
      return nil
    }
  }

  /// Returns the required content of the message.
  func challenge() throws(SessionError) -> SessionChallenge {
    let object = try object()
    return SessionChallenge(
      domain: try object.text("domain"), uri: try object.text("uri"),
      chainID: try object.chainID(), nonce: try object.text("nonce"),
      expirationTime: try object.text("expirationTime"),
      notBefore: try object.optionalText("notBefore"),
      statement: try object.optionalText("statement"),
      requestID: try object.optionalText("requestId"), resources: try object.texts("resources"))
  }

  /// Returns new tokens.
  func grant() throws(SessionError) -> TokenGrant {
    let object = try object()
    return TokenGrant(
      access: try object.token("accessToken"), refresh: try object.token("refreshToken"),
      accessSeconds: try object.seconds("expiresIn", max: Self.secondsMax),
      refreshSeconds: try object.seconds("refreshExpiresIn", max: Self.secondsMax))
  }

  /// Returns the account that the service associates with the caller.
  func profile() throws(SessionError) -> SessionProfile {
    let object = try object()
    let text = try object.text("address")
    let address: Address
    do throws(AddressError) {
      address = try Address(checksummed: text)
    } catch {
      throw .malformedAnswer(expected: "an address with its checksum as \"address\"")
    }
    return SessionProfile(address: address, chainID: try object.chainID())
  }
}

extension JSONValue {
  fileprivate func text(_ name: String) throws(SessionError) -> String {
    guard let text = self[name]?.string else {
      throw .malformedAnswer(expected: "a string as \"\(name)\"")
    }
    return text
  }

  fileprivate func optionalText(_ name: String) throws(SessionError) -> String? {
    guard let value = self[name], value != .null else { return nil }
    return try text(name)
  }

  fileprivate func texts(_ name: String) throws(SessionError) -> [String]? {
    guard let value = self[name], value != .null else { return nil }
    let texts = value.array?.compactMap(\.string)
    guard let texts, texts.count == value.array?.count else {
      throw .malformedAnswer(expected: "strings as \"\(name)\"")
    }
    return texts
  }

  fileprivate func chainID() throws(SessionError) -> ChainID {
    guard let number = self["chainId"]?.number?.uint64, number > 0 else {
      throw .malformedAnswer(expected: "a whole number from 1 as \"chainId\"")
    }
    return ChainID(rawValue: number)
  }

  fileprivate func seconds(_ name: String, max: UInt64) throws(SessionError) -> Int64 {
    guard let seconds = self[name]?.number?.uint64, (1...max).contains(seconds) else {
      throw .malformedAnswer(expected: "from 1 to \(max) seconds as \"\(name)\"")
    }
    return Int64(seconds)
  }

  /// Returns a token; it will be sent in a header, so only the characters of RFC 6750, section 2.1,
  /// are allowed.
  fileprivate func token(_ name: String) throws(SessionError) -> SecretBox {
    let text = try text(name)
    guard (1...SessionTokens.tokenByteCountMax).contains(text.utf8.count),
      text.wholeMatch(of: /[A-Za-z0-9\-._~+\/]+=*/) != nil
    else { throw .malformedAnswer(expected: "a token of RFC 6750 as \"\(name)\"") }
    return SecretBox(SecretBytes(Array(text.utf8)))
  }
}
