package import EthereumCrypto
package import EthereumPrimitives

/// A message of Sign-In with Ethereum, by which a service asks an account to prove its identity.
///
/// Each value has exactly one text, and each text one value, so exactly the shown text is signed.
///
/// - SeeAlso: EIP-4361.
package struct SignInMessage: Hashable, Sendable {
  /// The maximum length of a message in bytes; EIP-4361 leaves this limit open.
  package static let byteCountMax = 4_096
  /// The minimum number of characters in a nonce.
  package static let nonceCountMin = 8

  /// The scheme of the requesting site, such as `https`; nil if the message does not include it.
  package let scheme: String?
  /// The requesting site: a host, possibly with a port.
  package let domain: String
  /// The account.
  package let address: Address
  /// The statement that the user agrees to, on one line; nil if there is none.
  package let statement: String?
  /// The subject of the session.
  package let uri: String
  /// The chain to which the session is bound.
  package let chainID: ChainID
  /// The nonce, which makes the message valid for one use only.
  package let nonce: String
  /// The time at which the message was created.
  package let issuedAt: DateTime
  /// The time from which on the message is invalid.
  package let expirationTime: DateTime?
  /// The time before which the message is invalid.
  package let notBefore: DateTime?
  /// The service's name for the request.
  package let requestID: String?
  /// The list of additional resources that the service asks for; it may be empty, or nil if
  /// missing.
  package let resources: [String]?

  /// Creates a message from its fields.
  ///
  /// - Throws: `SignInMessageError.invalid` for the first field that does not match its grammar, or
  ///   `.tooLong`.
  package init(
    scheme: String? = nil, domain: String, address: Address, statement: String? = nil, uri: String,
    chainID: ChainID, nonce: String, issuedAt: DateTime, expirationTime: DateTime? = nil,
    notBefore: DateTime? = nil, requestID: String? = nil, resources: [String]? = nil
  ) throws(SignInMessageError) {
    self.scheme = scheme
    self.domain = domain
    self.address = address
    self.statement = statement
    self.uri = uri
    self.chainID = chainID
    self.nonce = nonce
    self.issuedAt = issuedAt
    self.expirationTime = expirationTime
    self.notBefore = notBefore
    self.requestID = requestID
    self.resources = resources
    try check()
    guard bytes.count <= Self.byteCountMax else { throw .tooLong(byteCountMax: Self.byteCountMax) }
  }

  private func check() throws(SignInMessageError) {
    func require(
      _ field: SignInMessageError.Field, _ text: String?, _ rule: (ArraySlice<UInt8>) -> Bool
    ) throws(SignInMessageError) {
      guard let text else { return }
      guard rule(Array(text.utf8)[...]) else { throw .invalid(field) }
    }
    try require(.scheme, scheme, URIGrammar.isScheme)
    // The grammar allows an empty host, but the requesting site would then be unknown.
    try require(.domain, domain) { URIGrammar.Authority($0).map { !$0.host.isEmpty } ?? false }
    try require(.statement, statement) { bytes in
      bytes.allSatisfy { byte in
        URIGrammar.isReserved(byte) || URIGrammar.isUnreserved(byte) || byte == UInt8(ascii: " ")
      }
    }
    try require(.uri, uri, URIGrammar.isURI)
    guard chainID.rawValue > 0, chainID.rawValue <= ChainID.max.rawValue else {
      throw .invalid(.chainID)
    }
    try require(.nonce, nonce) { bytes in
      bytes.count >= Self.nonceCountMin
        && bytes.allSatisfy { URIGrammar.isLetter($0) || URIGrammar.isDigit($0) }
    }
    try require(.requestID, requestID, URIGrammar.isPathText)
    for resource in resources ?? [] { try require(.resources, resource, URIGrammar.isURI) }
  }

  /// The text that is shown and signed.
  package var text: String {
    var lines = [
      (scheme.map { $0 + "://" } ?? "") + domain + Self.request, address.checksummed, "",
    ]
    if let statement { lines.append(statement) }
    lines += [
      "", "URI: " + uri, "Version: 1", "Chain ID: \(chainID)", "Nonce: " + nonce,
      "Issued At: " + issuedAt.text,
    ]
    if let expirationTime { lines.append("Expiration Time: " + expirationTime.text) }
    if let notBefore { lines.append("Not Before: " + notBefore.text) }
    if let requestID { lines.append("Request ID: " + requestID) }
    if let resources { lines += ["Resources:"] + resources.map { "- " + $0 } }
    return lines.joined(separator: "\n")
  }

  /// The text that follows the domain.
  static let request = " wants you to sign in with your Ethereum account:"

  /// The bytes of the text.
  package var bytes: [UInt8] { Array(text.utf8) }
}

// MARK: - Times

extension SignInMessage {
  /// The validity of a message at a moment.
  package enum Validity: Hashable, Sendable {
    /// The message is valid.
    case valid
    /// The message has expired.
    case expired
    /// The message is not valid yet.
    case notYetValid
  }

  /// Returns the validity of the message at a moment.
  ///
  /// It is valid from its not-before time on, and before its expiration time.
  package func validity(at now: DateTime) -> Validity {
    if let expirationTime, !now.isBefore(expirationTime) { return .expired }
    if let notBefore, now.isBefore(notBefore) { return .notYetValid }
    return .valid
  }
}

// MARK: - Signing

extension SignInMessage {
  /// The hash that is signed (EIP-191).
  package var signingHash: Hash32 { PersonalMessage.hash(bytes) }

  /// Signs the message.
  package func signed(by key: borrowing PrivateKey) -> PersonalSignature {
    PersonalSignature(key.sign(signingHash))
  }

  /// Returns `true` if the message's own account signed it.
  ///
  /// - Throws: `Secp256k1Error` if no key can have made the signature.
  package func isSigned(_ signature: PersonalSignature) throws(Secp256k1Error) -> Bool {
    try signature.signer(of: bytes) == address
  }
}

extension SignInMessage: CodedAsText {
  package var codedText: String { text }
  package init(codedText: String) throws { try self.init(parsing: codedText) }
}
