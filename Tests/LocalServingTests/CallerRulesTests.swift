import Testing

@testable import LocalServing

/// The pages and names that may reach a server on this machine.
struct CallerRulesTests {
  private static func answer(
    _ fields: [(String, String)], method: String = "POST", isHTTP11: Bool = true,
    rules: CallerRules = CallerRules()
  ) -> ServedResponse? {
    rules.answer(
      to: ServedRequest(
        method: method, target: "/", isHTTP11: isHTTP11,
        fields: fields.map { ServedRequest.Field(name: $0.0, value: $0.1) }))
  }

  @Test(arguments: [
    "localhost", "LocalHost:8545", "127.0.0.1", "127.0.0.1:1", "[::1]:65535",
  ])
  func namesOfThisMachineAreTaken(host: String) {
    #expect(Self.answer([("host", host)]) == nil)
  }

  @Test(arguments: [
    "evil.example", "evil.example:8545", "localhost.evil.example", "127.0.0.1.evil.example",
    "localhost:", "localhost:123456", "localhost:x", "127.0.0.2", "", "localhost@evil.example",
  ])
  func foreignNamesAreRefused(host: String) {
    #expect(
      Self.answer([("host", host)])
        == .text(403, "invalid host specified, expected localhost or 127.0.0.1"))
  }

  @Test func oneNameIsNeeded() {
    let refusal = ServedResponse.text(400, "expected one header field Host")
    #expect(Self.answer([]) == refusal)
    #expect(Self.answer([("host", "localhost"), ("host", "localhost")]) == refusal)
    #expect(Self.answer([], isHTTP11: false) == nil)
  }

  @Test(arguments: ["http://localhost:5173", "https://127.0.0.1", "http://[::1]:3000"])
  func pagesOfThisMachineMayCall(origin: String) throws {
    #expect(Self.answer([("host", "localhost"), ("origin", origin)]) == nil)
    let preflight = try #require(
      Self.answer(
        [("host", "localhost"), ("origin", origin), ("access-control-request-method", "POST")],
        method: "OPTIONS"))
    #expect(preflight.status == 204)
    let request = ServedRequest(
      method: "POST", target: "/", fields: [ServedRequest.Field(name: "origin", value: origin)])
    #expect(
      CallerRules().fields(for: request) == [
        ServedRequest.Field(name: "Access-Control-Allow-Origin", value: origin),
        ServedRequest.Field(name: "Vary", value: "Origin"),
      ])
  }

  @Test func twoOriginsAreRefused() {
    let origin = ("origin", "http://127.0.0.1:8000")
    #expect(
      Self.answer([("host", "localhost"), origin, ("origin", "https://evil.example")])
        == .text(400, "expected at most one header field Origin"))
  }

  @Test(arguments: ["https://evil.example", "null", "file://", "http://localhost.evil.example"])
  func otherPagesMayCallWhereTheyAreNamed(origin: String) {
    let fields = [("host", "localhost"), ("origin", origin)]
    #expect(
      Self.answer(fields)
        == .text(403, "origin not allowed, expected one of this machine or a chosen one"))
    #expect(Self.answer(fields, rules: CallerRules(origins: [origin])) == nil)
    let request = ServedRequest(
      method: "POST", target: "/", fields: [ServedRequest.Field(name: "origin", value: origin)])
    #expect(
      CallerRules().fields(for: request) == [ServedRequest.Field(name: "Vary", value: "Origin")])
  }
}
