/// Reads the requests of one connection from its bytes.
///
/// It is a plain value: no socket, no clock. It reads each byte once, keeps no more than its limits
/// allow, and rejects anything that could be read in two ways: lines end with CRLF, names are
/// tokens, a body has one length.
///
/// - SeeAlso: RFC 9112.
package struct RequestReader: Sendable {
  /// The result of the bytes so far.
  package enum Progress: Equatable, Sendable {
    /// More bytes are needed.
    case incomplete
    /// The client waits for `100 Continue` before it sends its body (RFC 9110, section 10.1.1);
    /// said once.
    case awaitsContinue
    /// A whole request.
    case request(ServedRequest)
  }

  private enum Stage {
    case head(searched: Int)
    case body(remaining: Int)
    case chunkSize
    case chunk(remaining: Int)
    case chunkEnd
    case trailers(byteCount: Int)
  }

  /// The first byte of a TLS greeting (RFC 8446, section 5.1); no method begins with it.
  private static let firstByteOfTLS: UInt8 = 0x16

  private let limits: ServingLimits
  private var buffer: [UInt8] = []
  /// Where in the buffer the unread bytes begin.
  private var start = 0
  private var stage = Stage.head(searched: 0)
  private var request: ServedRequest?
  private var body: [UInt8] = []
  private var bodyByteCount = 0
  private var awaitsContinue = false

  package init(limits: ServingLimits) {
    self.limits = limits
  }

  /// Whether nothing of a request has come yet.
  package var isBetweenRequests: Bool {
    if case .head = stage { start == buffer.count } else { false }
  }

  /// Whether a head has been read, and its body is still to come.
  package var isInBody: Bool {
    if case .head = stage { false } else { true }
  }

  /// Adds bytes that have arrived.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    if start > 0 {
      if case .head(let searched) = stage { stage = .head(searched: searched - start) }
      buffer.removeFirst(start)
      start = 0
    }
    buffer += bytes
  }

  /// Continues reading.
  ///
  /// - Throws: `ServingRefusal`; the connection can't be read any further.
  package mutating func next() throws(ServingRefusal) -> Progress {
    while true {
      switch stage {
      case .head(let searched):
        guard try readHead(searched: searched) else { return .incomplete }
      case .body(let remaining):
        let left = remaining - take(remaining)
        stage = .body(remaining: left)
        if left == 0 { return .request(finish()) }
        return progress
      case .chunkSize:
        guard let line = try takeLine(bytesMax: Self.chunkLineBytesMax) else { return progress }
        let count = try Self.chunkByteCount(line)
        try checkDiscarded(count)
        stage = count == 0 ? .trailers(byteCount: 0) : .chunk(remaining: count)
      case .chunk(let remaining):
        let left = remaining - take(remaining)
        stage = left == 0 ? .chunkEnd : .chunk(remaining: left)
        if left > 0 { return progress }
      case .chunkEnd:
        guard buffer.count - start >= 2 else { return progress }
        guard buffer[start] == 13, buffer[start + 1] == 10 else {
          throw ServingRefusal(400, "a chunk is longer than it says")
        }
        start += 2
        stage = .chunkSize
      case .trailers(let byteCount):
        guard let line = try takeLine(bytesMax: limits.headBytesMax - byteCount) else {
          return progress
        }
        if line.isEmpty { return .request(finish()) }
        stage = .trailers(byteCount: byteCount + line.count + 2)
      }
    }
  }

  private var progress: Progress {
    mutating get {
      defer { awaitsContinue = false }
      return awaitsContinue ? .awaitsContinue : .incomplete
    }
  }

  // MARK: - Heads

  /// Reads the head once its end is there; returns whether it was.
  private mutating func readHead(searched: Int) throws(ServingRefusal) -> Bool {
    // An empty line in front of a request is ignored (RFC 9112, section 2.2).
    if buffer[start...].starts(with: [13, 10]) {
      start += 2
      stage = .head(searched: start)
      return true
    }
    var index = max(searched, start)
    while index < buffer.count {
      if buffer[index] == 10, index >= start + 3, buffer[index - 1] == 13,
        buffer[index - 2] == 10, buffer[index - 3] == 13
      {
        guard index + 1 - start <= limits.headBytesMax else { throw headTooLong }
        let head = buffer[start..<index - 3]
        start = index + 1
        try begin(try RequestHead.parse(head, limits: limits))
        return true
      }
      index += 1
    }
    stage = .head(searched: index)
    let waiting = buffer[start...]
    // A caller that begins with TLS waits for an answer before it sends anything else.
    guard waiting.first != Self.firstByteOfTLS else {
      throw ServingRefusal(400, "this is TLS, expected HTTP without it")
    }
    guard
      waiting.count <= limits.requestLineBytesMax
        || waiting.prefix(limits.requestLineBytesMax).contains(10)
    else { throw RequestHead.lineTooLong(limits) }
    guard waiting.count <= limits.headBytesMax else { throw headTooLong }
    return false
  }

  private var headTooLong: ServingRefusal {
    ServingRefusal(431, "header too large, expected at most \(limits.headBytesMax) bytes")
  }

  /// Determines how the body is framed.
  private mutating func begin(_ request: ServedRequest) throws(ServingRefusal) {
    self.request = request
    body = []
    bodyByteCount = 0
    let (lengths, codings) = (request.values("content-length"), request.values("transfer-encoding"))
    // With two lengths a request can be smuggled past a proxy (RFC 9112, section 11.2).
    guard lengths.count + codings.count <= 1 else {
      throw ServingRefusal(400, "the length of the body is said twice")
    }
    if let coding = codings.first {
      guard request.isHTTP11, coding.lowercased() == "chunked" else {
        throw ServingRefusal(501, "transfer encoding not supported, expected chunked")
      }
      stage = .chunkSize
    } else if let length = lengths.first {
      guard (1...15).contains(length.utf8.count), length.utf8.allSatisfy(RequestHead.isDigit),
        let count = Int(length)
      else { throw ServingRefusal(400, "invalid content length") }
      try checkDiscarded(count)
      stage = .body(remaining: count)
    } else {
      stage = .body(remaining: 0)
    }
    let expectation = request["expect"]?.lowercased()
    guard expectation == nil || expectation == "100-continue" else {
      throw ServingRefusal(417, "expectation not supported, expected 100-continue")
    }
    awaitsContinue = expectation != nil && request.isHTTP11
  }

  // MARK: - Bodies

  /// Takes up to a number of bytes of the body; returns how many there were.
  private mutating func take(_ countMax: Int) -> Int {
    let count = min(countMax, buffer.count - start)
    bodyByteCount += count
    if bodyByteCount > limits.bodyBytesMax {
      body = []
    } else {
      body += buffer[start..<start + count]
    }
    start += count
    return count
  }

  private func checkDiscarded(_ count: Int) throws(ServingRefusal) {
    guard count <= limits.discardedBytesMax - bodyByteCount else {
      throw ServingRefusal(
        413, "content length too large, expected at most \(limits.bodyBytesMax) bytes")
    }
  }

  private mutating func finish() -> ServedRequest {
    guard var request else {
      preconditionFailure("A body ended at \(bodyByteCount) bytes without a head before it.")
    }
    request.body = bodyByteCount > limits.bodyBytesMax ? nil : body
    self.request = nil
    body = []
    awaitsContinue = false
    stage = .head(searched: start)
    return request
  }

  /// The longest line that says how long a chunk is, in bytes; text after the length is ignored.
  private static let chunkLineBytesMax = 1 << 10

  /// Takes a line without its end; nil while it has none.
  private mutating func takeLine(bytesMax: Int) throws(ServingRefusal) -> [UInt8]? {
    let window = buffer[start...].prefix(max(2, bytesMax))
    guard let end = window.firstIndex(of: 10) else {
      guard window.count < max(2, bytesMax) else {
        throw ServingRefusal(400, "a line of a chunked body is too long")
      }
      return nil
    }
    guard end > start, buffer[end - 1] == 13 else {
      throw ServingRefusal(400, "a line does not end with CRLF")
    }
    defer { start = end + 1 }
    return Array(buffer[start..<end - 1])
  }

  /// Reads the length of a chunk; the greatest number if it is beyond every limit.
  private static func chunkByteCount(_ line: [UInt8]) throws(ServingRefusal) -> Int {
    let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
    guard !digits.isEmpty, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
      throw ServingRefusal(400, "invalid length of a chunk")
    }
    guard digits.count <= 8, let count = Int(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return .max }
    return count
  }
}
