/// Reads a complete head: the request line, and the fields.
enum RequestHead {
  /// Parses a head without the empty line after it.
  ///
  /// - SeeAlso: RFC 9112, sections 3 and 5; RFC 9110, section 5.6.2 for tokens.
  static func parse(
    _ bytes: ArraySlice<UInt8>, limits: ServingLimits
  ) throws(ServingRefusal) -> ServedRequest {
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    // The last line's end was cut off with the head's.
    for index in lines.indices.dropLast() {
      guard lines[index].last == 13 else {
        throw ServingRefusal(400, "a line of the header does not end with CRLF")
      }
      lines[index].removeLast()
    }
    guard lines[0].count <= limits.requestLineBytesMax else { throw lineTooLong(limits) }
    guard lines.count - 1 <= limits.fieldCountMax else {
      throw ServingRefusal(431, "too many header fields, expected at most \(limits.fieldCountMax)")
    }
    var fields: [ServedRequest.Field] = []
    for line in lines.dropFirst() { fields.append(try field(line)) }
    return try request(lines[0], fields)
  }

  static func lineTooLong(_ limits: ServingLimits) -> ServingRefusal {
    ServingRefusal(
      414, "request line too long, expected at most \(limits.requestLineBytesMax) bytes")
  }

  private static func request(
    _ line: ArraySlice<UInt8>, _ fields: [ServedRequest.Field]
  ) throws(ServingRefusal) -> ServedRequest {
    let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count == 3, isToken(parts[0]), !parts[1].isEmpty,
      parts[1].allSatisfy({ (0x21...0x7e).contains($0) })
    else { throw ServingRefusal(400, "invalid request line") }
    let isHTTP11 = parts[2].elementsEqual("HTTP/1.1".utf8)
    guard isHTTP11 || parts[2].elementsEqual("HTTP/1.0".utf8) else {
      throw ServingRefusal(505, "HTTP version not supported, expected HTTP/1.1")
    }
    return ServedRequest(
      method: String(decoding: parts[0], as: UTF8.self),
      target: String(decoding: parts[1], as: UTF8.self), isHTTP11: isHTTP11, fields: fields)
  }

  private static func field(_ line: ArraySlice<UInt8>) throws(ServingRefusal) -> ServedRequest.Field
  {
    // A space before the colon, or at the start of a line, can hide a field from other programs.
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), isToken(line[..<colon]) else {
      throw ServingRefusal(400, "invalid header field")
    }
    var value = line[(colon + 1)...]
    while value.first == 32 || value.first == 9 { value.removeFirst() }
    while value.last == 32 || value.last == 9 { value.removeLast() }
    guard value.allSatisfy({ $0 >= 32 && $0 != 127 || $0 == 9 }),
      let text = String(validating: value, as: UTF8.self)
    else { throw ServingRefusal(400, "invalid header field") }
    return ServedRequest.Field(
      name: String(decoding: line[..<colon], as: UTF8.self).lowercased(), value: text)
  }

  private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty
      && bytes.allSatisfy { byte in
        isDigit(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
          || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
