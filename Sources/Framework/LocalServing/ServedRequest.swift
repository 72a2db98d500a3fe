/// A complete HTTP/1.0 or HTTP/1.1 request.
package struct ServedRequest: Equatable, Sendable {
  /// A header field.
  package struct Field: Equatable, Sendable {
    /// The name in lower case.
    package let name: String
    /// The value without surrounding spaces.
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The method, such as `POST`.
  package let method: String
  /// The target as sent: a path, possibly with a query.
  package let target: String
  /// True for HTTP/1.1, false for HTTP/1.0.
  package let isHTTP11: Bool
  package let fields: [Field]
  /// The body; `nil` if it exceeded the limit, although it was still read to its end.
  package internal(set) var body: [UInt8]?

  package init(
    method: String, target: String, isHTTP11: Bool = true, fields: [Field], body: [UInt8]? = []
  ) {
    self.method = method
    self.target = target
    self.isHTTP11 = isHTTP11
    self.fields = fields
    self.body = body
  }

  /// The target without its query.
  package var path: String {
    String(target.prefix { $0 != "?" })
  }

  /// Returns the value of the first field with a name in lower case.
  package subscript(name: String) -> String? {
    fields.first { $0.name == name }?.value
  }

  /// Returns the values of all fields with a name.
  func values(_ name: String) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }

  /// The connection options, in lower case.
  var connectionOptions: [String] {
    values("connection").flatMap { $0.split(separator: ",") }
      .map { $0.lowercased().filter { $0 != " " && $0 != "\t" } }
  }

  /// True if the client wants to send another request on this connection.
  var keepsAlive: Bool {
    let options = connectionOptions
    return isHTTP11 ? !options.contains("close") : options.contains("keep-alive")
  }
}

/// A handler's answer.
package struct ServedResponse: Equatable, Sendable {
  package var status: Int
  /// The phrase after the status; by default the standard one, if there is one.
  package var phrase: String
  package var fields: [ServedRequest.Field]
  package var body: [UInt8]
  /// The length to announce.
  ///
  /// If it is greater than the body's, the connection is closed in the middle of the answer.
  package var announcedByteCount: Int

  package init(
    status: Int, phrase: String? = nil, fields: [(name: String, value: String)] = [],
    body: [UInt8], announcedByteCount: Int? = nil
  ) {
    self.status = status
    self.phrase = phrase ?? Self.phrases[status] ?? "Refused"
    self.fields = fields.map { ServedRequest.Field(name: $0.name, value: $0.value) }
    self.body = body
    self.announcedByteCount = announcedByteCount ?? body.count
  }

  /// Returns an answer with a line of text.
  package static func text(_ status: Int, _ text: String) -> ServedResponse {
    ServedResponse(
      status: status, fields: [("Content-Type", "text/plain; charset=utf-8")],
      body: Array("\(text)\n".utf8))
  }

  /// Returns an answer in JSON.
  package static func json(_ body: [UInt8]) -> ServedResponse {
    ServedResponse(status: 200, fields: [("Content-Type", "application/json")], body: body)
  }

  /// Returns the bytes of the answer, head and body.
  func encoded(keepsAlive: Bool) -> [UInt8] {
    var head = "HTTP/1.1 \(status) \(phrase)\r\n"
    for field in fields { head += "\(field.name): \(field.value)\r\n" }
    // RFC 9110, section 8.6: an answer with status 204 has no length.
    if status != 204 { head += "Content-Length: \(announcedByteCount)\r\n" }
    head += "Connection: \(keepsAlive ? "keep-alive" : "close")\r\n\r\n"
    return Array(head.utf8) + body
  }

  private static let phrases = [
    200: "OK", 204: "No Content", 400: "Bad Request", 403: "Forbidden", 405: "Method Not Allowed",
    408: "Request Timeout", 413: "Content Too Large",
    415: "Unsupported Media Type", 417: "Expectation Failed", 426: "Upgrade Required",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
    502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
    505: "HTTP Version Not Supported",
  ]
}

/// The reason why a request is not answered; the connection is closed after it.
package struct ServingRefusal: Error, Equatable, Sendable {
  package let status: Int
  package let text: String

  init(_ status: Int, _ text: String) {
    self.status = status
    self.text = text
  }
}

extension ServedRequest {
  /// The posted body, or the refusal.
  package enum PostedJSON: Equatable, Sendable {
    /// The body of a POST that declares itself as JSON.
    case body([UInt8])
    /// The answer that refuses the request.
    case refused(ServedResponse)
  }

  /// Accepts only a POST of JSON.
  ///
  /// A page in a browser can post text anywhere without asking, but it can't post JSON (geth
  /// applies the same check).
  package func postedJSON(bytesMax: Int) -> PostedJSON {
    guard method == "POST" else {
      return .refused(.text(405, "method not allowed, expected POST"))
    }
    guard self["content-type"]?.lowercased().hasPrefix("application/json") == true else {
      return .refused(.text(415, "invalid content type, only application/json is supported"))
    }
    guard let body, body.count <= bytesMax else {
      return .refused(
        .text(413, "content length too large, expected at most \(bytesMax) bytes"))
    }
    return .body(body)
  }
}
