import FlyingFox
import FlyingSocks
import Foundation

/// Answers HTTP requests with a dev chain's JSON-RPC.
struct DevChainHandler: HTTPHandler {
  let chain: DevChain
  let answers: AnswersInProgress

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    answers.begin()
    defer { answers.end() }
    return try await answer(request)
  }

  private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.method == .POST else {
      return Self.text(405, "Method Not Allowed", "method not allowed, expected POST")
    }
    // A page in a browser can post text anywhere without asking; it can't post JSON (geth refuses
    // it, too).
    guard request.headers[.contentType]?.lowercased().hasPrefix("application/json") == true else {
      return Self.text(
        415, "Unsupported Media Type",
        "invalid content type, only application/json is supported")
    }
    guard let body = try await Self.body(of: request) else {
      return Self.text(
        413, "Content Too Large",
        "content length too large, expected at most \(DevChainRPC.requestBytesMax) bytes")
    }
    return try Self.response(to: await chain.waitOutDelays(await chain.answer(body)))
  }

  /// Reads the body to its end, so that the next request starts where it should; nil when it is too
  /// long.
  private static func body(of request: HTTPRequest) async throws -> [UInt8]? {
    var body: [UInt8] = []
    var isTooLong = false
    for try await chunk in request.bodySequence {
      isTooLong = isTooLong || body.count + chunk.count > DevChainRPC.requestBytesMax
      if isTooLong { body = [] } else { body += chunk }
    }
    return isTooLong ? nil : body
  }

  private static func response(to answer: DevChainAnswer) throws -> HTTPResponse {
    switch answer {
    case .body(let body):
      return HTTPResponse(statusCode: .ok, headers: json, body: Data(body))
    case .httpStatus(let status, let seconds, let body):
      var headers = json
      if let seconds { headers[HTTPHeader("Retry-After")] = String(seconds) }
      return HTTPResponse(
        statusCode: HTTPStatusCode(status, phrase: "Fault"), headers: headers, body: Data(body))
    case .closed:
      return cutOff(after: [], of: 1)
    case .truncated(let body):
      return cutOff(after: Array(body.prefix(body.count / 2)), of: body.count)
    case .delayed:
      preconditionFailure("A delay is left after all delays were waited for.")
    }
  }

  /// A response that announces more than it sends, after which the connection is closed.
  private static func cutOff(after bytes: [UInt8], of count: Int) -> HTTPResponse {
    HTTPResponse(
      statusCode: .ok, headers: json,
      body: HTTPBodySequence(from: CutOffBody(bytes: bytes), count: count))
  }

  private static let json: HTTPHeaders = [.contentType: "application/json"]

  private static func text(_ status: Int, _ phrase: String, _ text: String) -> HTTPResponse {
    HTTPResponse(
      statusCode: HTTPStatusCode(status, phrase: phrase),
      headers: [.contentType: "text/plain; charset=utf-8"], body: Data("\(text)\n".utf8))
  }
}

/// Bytes, and then an error, at which the server closes the connection.
private struct CutOffBody: AsyncBufferedSequence {
  typealias Element = UInt8

  let bytes: [UInt8]

  func makeAsyncIterator() -> Iterator { Iterator(bytes: bytes) }

  struct CutOff: Error {}

  struct Iterator: AsyncBufferedIteratorProtocol {
    var bytes: [UInt8]

    mutating func next() async throws -> UInt8? {
      guard !bytes.isEmpty else { throw CutOff() }
      return bytes.removeFirst()
    }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      guard !bytes.isEmpty else { throw CutOff() }
      defer { bytes = [] }
      return bytes
    }
  }
}
