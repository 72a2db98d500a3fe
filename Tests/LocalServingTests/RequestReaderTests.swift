import Testing

@testable import LocalServing

/// What a connection's bytes are read as.
struct RequestReaderTests {
  private static func limits(_ change: (inout ServingLimits) -> Void = { _ in }) -> ServingLimits {
    var limits = ServingLimits(bodyBytesMax: 16)
    change(&limits)
    return limits
  }

  private static func requests(
    _ text: String, chunk: Int = .max, limits: ServingLimits = limits()
  ) throws -> [ServedRequest] {
    var reader = RequestReader(limits: limits)
    var requests: [ServedRequest] = []
    var rest = Array(text.utf8)[...]
    while true {
      switch try reader.next() {
      case .request(let request): requests.append(request)
      case .awaitsContinue: continue
      case .incomplete:
        if rest.isEmpty { return requests }
        reader.append(rest.prefix(chunk))
        rest = rest.dropFirst(chunk)
      }
    }
  }

  private static func refusal(
    _ text: String, limits: ServingLimits = limits()
  ) -> ServingRefusal? {
    do {
      _ = try requests(text, limits: limits)
      return nil
    } catch let refusal as ServingRefusal {
      return refusal
    } catch {
      return nil
    }
  }

  private static let two =
    "POST /a?b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc"
    + "\r\nPOST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    + "2;note\r\nde\r\n1\r\nf\r\n0\r\nTrailer: t\r\n\r\n"

  /// The empty line between the two was taken for a head where its bytes came one by one (found by
  /// fuzzing).
  @Test(arguments: [1, 2, 3, 5, 7, 64, .max])
  func requestsAreReadHoweverTheBytesCome(chunk: Int) throws {
    let requests = try Self.requests(Self.two, chunk: chunk)
    #expect(requests.map(\.path) == ["/a", "/"])
    #expect(requests.map(\.body) == [Array("abc".utf8), Array("def".utf8)])
    #expect(requests.first?["host"] == "localhost")
    #expect(requests.map(\.keepsAlive) == [true, true])
  }

  @Test func aRequestLineHasALimit() throws {
    let limits = Self.limits { $0.requestLineBytesMax = 64 }
    let padding = String(repeating: "a", count: 64 - "GET / HTTP/1.1".utf8.count)
    #expect(try Self.requests("GET /\(padding) HTTP/1.1\r\n\r\n", limits: limits).count == 1)
    let refusal = ServingRefusal(414, "request line too long, expected at most 64 bytes")
    #expect(Self.refusal("GET /\(padding)a HTTP/1.1\r\n\r\n", limits: limits) == refusal)
    // It is refused before its end has come.
    #expect(Self.refusal(String(repeating: "a", count: 65), limits: limits) == refusal)
    #expect(Self.refusal(String(repeating: "a", count: 64), limits: limits) == nil)
  }

  /// A client that speaks TLS waits for an answer: it is refused at its first byte.
  @Test func aGreetingOfTLSIsRefusedAtItsFirstByte() {
    #expect(
      Self.refusal("\u{16}") == ServingRefusal(400, "this is TLS, expected HTTP without it"))
    #expect(Self.refusal("\u{17}") == nil)
  }

  @Test func aHeadHasALimit() throws {
    let limits = Self.limits { $0.headBytesMax = 64 }
    let start = "GET / HTTP/1.1\r\na: "
    let padding = String(repeating: "a", count: 64 - start.utf8.count - 4)
    #expect(try Self.requests("\(start)\(padding)\r\n\r\n", limits: limits).count == 1)
    let refusal = ServingRefusal(431, "header too large, expected at most 64 bytes")
    #expect(Self.refusal("\(start)\(padding)a\r\n\r\n", limits: limits) == refusal)
    #expect(Self.refusal("\(start)\(padding)aaaaa", limits: limits) == refusal)
  }

  @Test func fieldsHaveALimit() throws {
    let limits = Self.limits { $0.fieldCountMax = 3 }
    let fields = String(repeating: "a: b\r\n", count: 3)
    #expect(try Self.requests("GET / HTTP/1.1\r\n\(fields)\r\n", limits: limits).count == 1)
    #expect(
      Self.refusal("GET / HTTP/1.1\r\n\(fields)a: b\r\n\r\n", limits: limits)
        == ServingRefusal(431, "too many header fields, expected at most 3"))
  }

  @Test(
    arguments: [
      ("GET /\r\n\r\n", 400, "invalid request line"),
      ("GET  / HTTP/1.1\r\n\r\n", 400, "invalid request line"),
      ("G\u{e9}T / HTTP/1.1\r\n\r\n", 400, "invalid request line"),
      ("GET /\u{7f} HTTP/1.1\r\n\r\n", 400, "invalid request line"),
      (" GET / HTTP/1.1\r\n\r\n", 400, "invalid request line"),
      ("GET / HTTP/2.0\r\n\r\n", 505, "HTTP version not supported, expected HTTP/1.1"),
      ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400, "invalid header field"),
      ("GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", 400, "invalid header field"),
      ("GET / HTTP/1.1\r\nHost\r\n\r\n", 400, "invalid header field"),
      ("GET / HTTP/1.1\r\nA: \u{1}\r\n\r\n", 400, "invalid header field"),
      (
        "GET / HTTP/1.1\r\nA: b\nHost: c\r\n\r\n", 400,
        "a line of the header does not end with CRLF"
      ),
      ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400, "invalid content length"),
      ("POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\n", 400, "invalid content length"),
      ("POST / HTTP/1.1\r\nContent-Length: 1, 1\r\n\r\n", 400, "invalid content length"),
      (
        "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", 400,
        "the length of the body is said twice"
      ),
      (
        "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400,
        "the length of the body is said twice"
      ),
      (
        "POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501,
        "transfer encoding not supported, expected chunked"
      ),
      (
        "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 501,
        "transfer encoding not supported, expected chunked"
      ),
      (
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\ng\r\n", 400,
        "invalid length of a chunk"
      ),
      (
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", 400,
        "a chunk is longer than it says"
      ),
      (
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\nab\r\n", 400,
        "a line does not end with CRLF"
      ),
      (
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n", 413,
        "content length too large, expected at most 16 bytes"
      ),
      (
        "POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", 413,
        "content length too large, expected at most 16 bytes"
      ),
      (
        "POST / HTTP/1.1\r\nExpect: tea\r\n\r\n", 417,
        "expectation not supported, expected 100-continue"
      ),
    ] as [(String, Int, String)])
  func whatCanBeReadInTwoWaysIsRefused(text: String, status: Int, words: String) {
    #expect(Self.refusal(text) == ServingRefusal(status, words))
  }

  @Test func aLongBodyIsReadToItsEndAndNotKept() throws {
    let head = "POST / HTTP/1.1\r\nContent-Length: "
    let next = "GET /next HTTP/1.1\r\n\r\n"
    let fits = try Self.requests("\(head)16\r\n\r\n" + String(repeating: "a", count: 16) + next)
    #expect(fits.first?.body?.count == 16)
    let long = try Self.requests("\(head)17\r\n\r\n" + String(repeating: "a", count: 17) + next)
    #expect(long.map(\.path) == ["/", "/next"])
    #expect(long.first?.body == nil)
    #expect(
      long.first?.postedJSON(bytesMax: 16)
        == .refused(.text(415, "invalid content type, only application/json is supported")))
  }

  @Test func aClientThatExpectsAWordGetsItOnce() throws {
    var reader = RequestReader(limits: Self.limits())
    reader.append(
      "POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n".utf8)
    #expect(try reader.next() == .awaitsContinue)
    #expect(try reader.next() == .incomplete)
    reader.append("a".utf8)
    guard case .request(let request) = try reader.next() else {
      Issue.record("expected a request")
      return
    }
    #expect(request.body == Array("a".utf8))
    #expect(reader.isBetweenRequests)
  }
}
