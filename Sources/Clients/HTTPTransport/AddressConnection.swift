import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One request over `http` to a server whose host is an IPv6 address.
///
/// The URL loading system on Linux rejects such URLs. The request uses HTTP/1.0, so that the server
/// does not send its response in chunks, and closes the connection afterwards.
struct AddressConnection: Sendable {
  /// The address, such as `::1` or `fe80::1%eth0`.
  let host: String
  let port: UInt16
  private let head: String

  /// Creates a request; nil if the URL's scheme is not `http`, or its host is not an IPv6 address.
  init?(_ url: URL, byteCount: Int, authorization: String?) {
    guard url.scheme?.lowercased() == "http", let host = url.host(percentEncoded: false),
      host.contains(":")
    else { return nil }
    self.host = host
    port = url.port.flatMap { UInt16(exactly: $0) } ?? 80
    let path = url.path(percentEncoded: true)
    let query = url.query(percentEncoded: true).map { "?" + $0 } ?? ""
    // A zone, which follows the percent sign, has a meaning only on this machine.
    let shown = "[\(host.prefix { $0 != "%" })]" + (url.port.map { ":\($0)" } ?? "")
    var fields = [
      "POST \(path.isEmpty ? "/" : path)\(query) HTTP/1.0", "Host: \(shown)",
      "Content-Type: application/json", "Accept: application/json", "Content-Length: \(byteCount)",
    ]
    if let authorization = authorization ?? Self.authorization(of: url) {
      fields.append("Authorization: \(authorization)")
    }
    head = fields.joined(separator: "\r\n") + "\r\n\r\n"
  }

  private static func authorization(of url: URL) -> String? {
    guard let user = url.user(percentEncoded: false) else { return nil }
    let password = url.password(percentEncoded: false) ?? ""
    return "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
  }

  /// Sends a body, and returns the response.
  ///
  /// - Throws: `HTTPFailure`, or `CancellationError` if the task was cancelled.
  func post(_ body: [UInt8], answerBytesMax: Int) async throws -> HTTPAnswer {
    let socket = AddressSocket()
    let request = Array(head.utf8) + body
    let result: Result<HTTPAnswer, HTTPFailure> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // The calls block, so they must not occupy a thread of the task pool.
        Thread.detachNewThread {
          continuation.resume(
            returning: Result { () throws(HTTPFailure) in
              try exchange(request, socket, answerBytesMax)
            })
        }
      }
    } onCancel: {
      socket.cancel()
    }
    try Task.checkCancellation()
    return try result.get()
  }

  private func exchange(
    _ request: [UInt8], _ socket: AddressSocket, _ answerBytesMax: Int
  ) throws(HTTPFailure) -> HTTPAnswer {
    try socket.connect(to: host, port: port)
    defer { socket.close() }
    try socket.send(request)
    var reader = AnswerReader(bodyBytesMax: answerBytesMax)
    while let bytes = try socket.receive() {
      try reader.add(bytes)
      if reader.isWhole { break }
    }
    return try reader.answer()
  }
}

/// Assembles an HTTP/1.0 response from its bytes.
struct AnswerReader {
  /// The maximum size of the body.
  let bodyBytesMax: Int
  private var bytes: [UInt8] = []
  private var head: (answer: HTTPAnswer, bodyStart: Int, bodyByteCount: Int?)?

  /// The maximum size of the head.
  private static let headBytesMax = 1 << 16

  init(bodyBytesMax: Int) {
    self.bodyBytesMax = bodyBytesMax
  }

  /// True if the response is complete.
  var isWhole: Bool {
    guard let head, let count = head.bodyByteCount else { return false }
    return bytes.count - head.bodyStart >= count
  }

  /// Adds received bytes.
  mutating func add(_ more: some Sequence<UInt8>) throws(HTTPFailure) {
    // The end of the head may have arrived in two parts.
    let start = max(0, bytes.count - 3)
    bytes += more
    if head == nil { try readHead(from: start) }
    let count = bytes.count - (head?.bodyStart ?? bytes.count)
    guard count <= bodyBytesMax else { throw .answerTooLarge(bytesMax: bodyBytesMax) }
  }

  /// Returns the response, after the connection was closed.
  func answer() throws(HTTPFailure) -> HTTPAnswer {
    guard let head else {
      throw bytes.isEmpty ? .connectionLost(.closed) : .unreachable(.noHTTP)
    }
    var answer = head.answer
    answer.body = Array(bytes[head.bodyStart...])
    if let count = head.bodyByteCount {
      guard answer.body.count >= count else { throw .connectionLost(.closed) }
      answer.body = Array(answer.body[..<count])
    }
    return answer
  }

  private mutating func readHead(from start: Int) throws(HTTPFailure) {
    let end = Array("\r\n\r\n".utf8)
    let found = bytes[start...].indices.first { bytes[$0...].starts(with: end) }
    guard let found else {
      guard bytes.count <= Self.headBytesMax else { throw .unreachable(.noHTTP) }
      return
    }
    let lines = String(decoding: bytes[..<found], as: UTF8.self).split(separator: "\r\n")
    guard
      let status = lines.first?.wholeMatch(of: /HTTP\/1\.[01] ([1-5][0-9]{2})(?: .*)?/)
        .flatMap({ Int($0.1) })
    else { throw .unreachable(.noHTTP) }
    var answer = HTTPAnswer(status: status)
    var count: Int?
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { throw .unreachable(.noHTTP) }
      let value = parts[1].trimmingCharacters(in: .whitespaces)
      switch parts[0].lowercased() {
      case "retry-after": answer.retryAfter = value
      case "content-length":
        guard let number = Int(value), number >= 0 else { throw .unreachable(.noHTTP) }
        guard number <= bodyBytesMax else { throw .answerTooLarge(bytesMax: bodyBytesMax) }
        count = number
      // Not allowed in response to an HTTP/1.0 request.
      case "transfer-encoding": throw .unreachable(.noHTTP)
      default: break
      }
    }
    head = (answer, found + end.count, count)
  }
}
