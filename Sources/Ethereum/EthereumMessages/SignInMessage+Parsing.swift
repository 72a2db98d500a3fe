import EthereumCrypto
import EthereumPrimitives

extension SignInMessage {
  /// Parses a message.
  ///
  /// - Throws: `SignInMessageError`. A chain ID with leading zeros is also refused, because it
  ///   would be a second text for the same value.
  package init(parsing text: String) throws(SignInMessageError) {
    guard text.utf8.count <= Self.byteCountMax else {
      throw .tooLong(byteCountMax: Self.byteCountMax)
    }
    var lines = Lines(text)
    let origin = try lines.origin()
    let address = try lines.address()
    try lines.takeEmpty("an empty line")
    let statement = try lines.statement()
    let uri = try lines.required("URI: ")
    guard try lines.required("Version: ") == "1" else { throw .invalid(.version) }
    let chainID = try Self.chainID(try lines.required("Chain ID: "))
    let nonce = try lines.required("Nonce: ")
    let issuedAt = try Self.time(.issuedAt, try lines.required("Issued At: "))
    let expirationTime = try Self.time(.expirationTime, lines.optional("Expiration Time: "))
    let notBefore = try Self.time(.notBefore, lines.optional("Not Before: "))
    let requestID = lines.optional("Request ID: ")
    let resources = lines.resources()
    try lines.expectEnd()
    try self.init(
      scheme: origin.scheme, domain: origin.domain, address: address, statement: statement,
      uri: uri, chainID: chainID, nonce: nonce, issuedAt: issuedAt, expirationTime: expirationTime,
      notBefore: notBefore, requestID: requestID, resources: resources)
  }

  private static func time(
    _ field: SignInMessageError.Field, _ text: String
  ) throws(SignInMessageError) -> DateTime {
    guard let time = DateTime(text) else { throw .invalid(field) }
    return time
  }

  private static func time(
    _ field: SignInMessageError.Field, _ text: String?
  ) throws(SignInMessageError) -> DateTime? {
    guard let text else { return nil }
    return try time(field, text) as DateTime
  }

  private static func chainID(_ text: String) throws(SignInMessageError) -> ChainID {
    guard text.utf8.allSatisfy(URIGrammar.isDigit), text.utf8.first != UInt8(ascii: "0"),
      let number = UInt64(text)
    else { throw .invalid(.chainID) }
    return ChainID(rawValue: number)
  }
}

/// The lines of a message, read from the first on.
private struct Lines {
  private let lines: [String]
  private var index = 0

  init(_ text: String) {
    // Split by bytes, because a character can contain a line end and more.
    lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private var current: String? { index < lines.count ? lines[index] : nil }

  private func unexpected(_ expected: String) -> SignInMessageError {
    .unexpectedLine(number: index + 1, expected: expected)
  }

  /// Reads the first line: `[ scheme "://" ] domain " wants you …"`.
  mutating func origin() throws(SignInMessageError) -> (scheme: String?, domain: String) {
    guard let line = current, line.utf8.count > SignInMessage.request.utf8.count,
      line.hasSuffix(SignInMessage.request)
    else { throw unexpected("a domain and \"\(SignInMessage.request.dropFirst())\"") }
    index += 1
    let origin = line.dropLast(SignInMessage.request.count)
    guard let separator = origin.firstRange(of: "://") else { return (nil, String(origin)) }
    return (String(origin[..<separator.lowerBound]), String(origin[separator.upperBound...]))
  }

  mutating func address() throws(SignInMessageError) -> Address {
    guard let line = current else { throw unexpected("an address") }
    index += 1
    do {
      return try Address(checksummed: line)
    } catch {
      throw .address(error)
    }
  }

  mutating func takeEmpty(_ expected: String) throws(SignInMessageError) {
    guard current == "" else { throw unexpected(expected) }
    index += 1
  }

  /// Reads `[ statement LF ] LF`: an empty line, or a line followed by an empty line.
  ///
  /// The first line of the latter may itself be empty.
  mutating func statement() throws(SignInMessageError) -> String? {
    guard let line = current else { throw unexpected("a statement or an empty line") }
    index += 1
    if line.isEmpty, current != "" { return nil }
    try takeEmpty("an empty line after the statement")
    return line
  }

  mutating func required(_ tag: String) throws(SignInMessageError) -> String {
    guard let value = optional(tag) else { throw unexpected("\"\(tag)…\"") }
    return value
  }

  mutating func optional(_ tag: String) -> String? {
    guard let line = current, line.utf8.starts(with: tag.utf8) else { return nil }
    index += 1
    return String(decoding: line.utf8.dropFirst(tag.utf8.count), as: UTF8.self)
  }

  mutating func resources() -> [String]? {
    guard current == "Resources:" else { return nil }
    index += 1
    var resources: [String] = []
    while let resource = optional("- ") { resources.append(resource) }
    return resources
  }

  func expectEnd() throws(SignInMessageError) {
    guard current == nil else { throw unexpected("the end of the message") }
  }
}
