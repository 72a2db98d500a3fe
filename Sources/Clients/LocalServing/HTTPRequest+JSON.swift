package import FlyingFox
import Foundation

/// What was posted, or how it is refused.
package enum PostedJSON: Sendable {
  /// The body of a POST that says that it is JSON.
  case body([UInt8])
  /// Why it is none.
  case refused(HTTPResponse)
}

extension HTTPRequest {
  /// Takes a POST of JSON, and nothing else.
  ///
  /// A page in a browser can post text anywhere without asking; it can't post JSON (geth refuses
  /// it, too).
  package func postedJSON(bytesMax: Int) async throws -> PostedJSON {
    guard method == .POST else {
      return .refused(.text(405, "Method Not Allowed", "method not allowed, expected POST"))
    }
    guard headers[.contentType]?.lowercased().hasPrefix("application/json") == true else {
      return .refused(
        .text(
          415, "Unsupported Media Type",
          "invalid content type, only application/json is supported"))
    }
    guard let body = try await body(bytesMax: bytesMax) else {
      return .refused(
        .text(
          413, "Content Too Large",
          "content length too large, expected at most \(bytesMax) bytes"))
    }
    return .body(body)
  }

  /// Reads the body to its end, so that the next request starts where it should; nil when it is too
  /// long.
  private func body(bytesMax: Int) async throws -> [UInt8]? {
    var body: [UInt8] = []
    var isTooLong = false
    for try await chunk in bodySequence {
      isTooLong = isTooLong || body.count + chunk.count > bytesMax
      if isTooLong { body = [] } else { body += chunk }
    }
    return isTooLong ? nil : body
  }
}

extension HTTPResponse {
  /// A line of text.
  fileprivate static func text(_ status: Int, _ phrase: String, _ text: String) -> HTTPResponse {
    HTTPResponse(
      statusCode: HTTPStatusCode(status, phrase: phrase),
      headers: [.contentType: "text/plain; charset=utf-8"], body: Data("\(text)\n".utf8))
  }
}
