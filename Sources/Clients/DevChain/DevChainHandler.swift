import FlyingFox
import FlyingSocks
import Foundation
import LocalServing

/// Answers HTTP requests with a dev chain's JSON-RPC.
struct DevChainHandler: HTTPHandler {
  let chain: DevChain

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    switch try await request.postedJSON(bytesMax: DevChainRPC.requestBytesMax) {
    case .refused(let response):
      return response
    case .body(let body):
      return try Self.response(to: await chain.waitOutDelays(await chain.answer(body)))
    }
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
