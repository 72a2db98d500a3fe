/// The grammar of the parts of a URI: nothing is decoded or repaired.
///
/// - SeeAlso: RFC 3986, appendix A.
enum URIGrammar {
  typealias Bytes = ArraySlice<UInt8>

  // MARK: Characters

  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }

  static func isUnreserved(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || "-._~".utf8.contains(byte)
  }

  static func isSubDelimiter(_ byte: UInt8) -> Bool { "!$&'()*+,;=".utf8.contains(byte) }

  static func isReserved(_ byte: UInt8) -> Bool {
    isSubDelimiter(byte) || ":/?#[]@".utf8.contains(byte)
  }

  /// Returns `true` if all bytes are unreserved, sub-delimiters, other given ones, or escapes.
  ///
  /// An escape looks like `%20`.
  private static func isText(_ bytes: Bytes, others: String = "") -> Bool {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%") {
        guard index + 2 < bytes.endIndex, isHexDigit(bytes[index + 1]), isHexDigit(bytes[index + 2])
        else { return false }
        index += 3
        continue
      }
      guard isUnreserved(byte) || isSubDelimiter(byte) || others.utf8.contains(byte) else {
        return false
      }
      index += 1
    }
    return true
  }

  // MARK: Parts

  /// Returns `true` for `*pchar`.
  static func isPathText(_ bytes: Bytes) -> Bool { isText(bytes, others: ":@") }

  static func isScheme(_ bytes: Bytes) -> Bool {
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
  }

  static func isAuthority(_ bytes: Bytes) -> Bool { Authority(bytes) != nil }

  static func isURI(_ bytes: Bytes) -> Bool {
    guard let (scheme, afterScheme) = split(bytes, at: ":"), isScheme(scheme) else { return false }
    let (rest, fragment) = split(afterScheme, at: "#") ?? (afterScheme, [])
    let (hierarchy, query) = split(rest, at: "?") ?? (rest, [])
    guard isText(fragment, others: ":@/?"), isText(query, others: ":@/?") else { return false }
    guard hierarchy.starts(with: "//".utf8) else { return isText(hierarchy, others: ":@/") }
    let (authority, path) = authorityAndPath(hierarchy)
    return isAuthority(authority) && isText(path, others: ":@/")
  }

  /// Returns the scheme and the authority of a URI; nil if it has none.
  static func origin(ofURI bytes: Bytes) -> (scheme: Bytes, authority: Bytes)? {
    guard isURI(bytes), let (scheme, afterScheme) = split(bytes, at: ":") else { return nil }
    let hierarchy = afterScheme.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard hierarchy.starts(with: "//".utf8) else { return nil }
    return (scheme, authorityAndPath(hierarchy).authority)
  }

  /// Returns the authority of `//authority/path`, and the path with its slash.
  private static func authorityAndPath(_ bytes: Bytes) -> (authority: Bytes, path: Bytes) {
    let rest = bytes.dropFirst(2)
    let authority = rest.prefix { $0 != UInt8(ascii: "/") }
    return (authority, rest.dropFirst(authority.count))
  }

  /// Returns the bytes before and after the first occurrence of a character; nil if there is none.
  static func split(_ bytes: Bytes, at character: Unicode.Scalar) -> (Bytes, Bytes)? {
    guard let index = bytes.firstIndex(where: { UInt32($0) == character.value }) else { return nil }
    return (bytes[..<index], bytes[(index + 1)...])
  }

  // MARK: Authorities

  /// The parts of `[ userinfo "@" ] host [ ":" port ]`.
  struct Authority {
    let userInfo: Bytes?
    let host: Bytes
    /// The digits, which may be empty after a colon.
    let port: Bytes?

    /// Parses an authority; nil if the bytes are not one.
    init?(_ bytes: Bytes) {
      var rest = bytes
      if let (userInfo, afterUser) = split(bytes, at: "@") {
        guard isText(userInfo, others: ":") else { return nil }
        self.userInfo = userInfo
        rest = afterUser
      } else {
        userInfo = nil
      }
      let end: Int
      if rest.first == UInt8(ascii: "[") {
        guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        guard isAddressLiteral(rest[(rest.startIndex + 1)..<close]) else { return nil }
        end = close + 1
      } else {
        end = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
        guard isText(rest[..<end]) else { return nil }
      }
      host = rest[..<end]
      let afterHost = rest[end...]
      guard let colon = afterHost.first else {
        port = nil
        return
      }
      let digits = afterHost.dropFirst()
      guard colon == UInt8(ascii: ":"), digits.allSatisfy(isDigit) else { return nil }
      port = digits
    }
  }

  /// Returns `true` for the content of brackets: an IPv6 address, or one of a future version.
  private static func isAddressLiteral(_ bytes: Bytes) -> Bool {
    guard bytes.first.map({ $0 | 0x20 }) == UInt8(ascii: "v") else { return isIPv6(bytes) }
    guard let (version, address) = split(bytes.dropFirst(), at: ".") else { return false }
    return !version.isEmpty && version.allSatisfy(isHexDigit) && !address.isEmpty
      && address.allSatisfy {
        isUnreserved($0) || isSubDelimiter($0) || $0 == UInt8(ascii: ":")
      }
  }

  /// Returns `true` for eight groups of an IPv6 address.
  ///
  /// `::` may replace one or more groups, and the last two may be written as IPv4.
  private static func isIPv6(_ bytes: Bytes) -> Bool {
    var (left, right): (Bytes, Bytes?) = (bytes, nil)
    for index in bytes.indices.dropLast()
    where bytes[index] == UInt8(ascii: ":") && bytes[index + 1] == UInt8(ascii: ":") {
      (left, right) = (bytes[..<index], bytes[(index + 2)...])
      break
    }
    guard let right else { return groupCount(left, mayEndInIPv4: true) == 8 }
    guard let before = groupCount(left, mayEndInIPv4: false),
      let after = groupCount(right, mayEndInIPv4: true)
    else { return false }
    return before + after <= 7
  }

  /// Returns the number of groups; nil if one is invalid.
  private static func groupCount(_ bytes: Bytes, mayEndInIPv4: Bool) -> Int? {
    guard !bytes.isEmpty else { return 0 }
    let groups = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    var count = 0
    for (index, group) in groups.enumerated() {
      if (1...4).contains(group.count), group.allSatisfy(isHexDigit) {
        count += 1
      } else if mayEndInIPv4, index == groups.count - 1, isIPv4(group) {
        count += 2
      } else {
        return nil
      }
    }
    return count
  }

  private static func isIPv4(_ bytes: Bytes) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        guard (1...3).contains(part.count), part.allSatisfy(isDigit) else { return false }
        let number = part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return number <= 255 && (part.count == 1 || part.first != UInt8(ascii: "0"))
      }
  }
}
