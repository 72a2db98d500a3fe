import SessionClient
import Testing

@Suite struct SessionEndpointTests {
  @Test(arguments: [
    ("http://127.0.0.1:4361", "http://127.0.0.1:4361", "http://127.0.0.1:4361"),
    ("https://Example.com/auth/", "https://Example.com/auth", "https://example.com"),
    ("http://[::1]:1/", "http://[::1]:1", "http://[::1]:1"),
    ("http://localhost:65535", "http://localhost:65535", "http://localhost:65535"),
  ])
  func anAddressIsTaken(text: String, kept: String, shown: String) throws {
    let endpoint = try SessionEndpoint(text)
    #expect(endpoint.text == kept)
    #expect(endpoint.description == shown)
  }

  @Test(arguments: [
    "", "example.com", "ftp://example.com", "https://", "https://user:pass@example.com",
    "https://example.com?x=1", "https://example.com/#a", "https://example.com:65536",
    "https://example.com:0", "https://a b", "https://" + String(repeating: "a", count: 2_041),
  ])
  func invalidEndpointsAreRejected(text: String) {
    #expect(throws: SessionEndpoint.Refusal.notAnEndpoint) { try SessionEndpoint(text) }
  }

  @Test func theLongestAddressIsTaken() throws {
    _ = try SessionEndpoint("https://" + String(repeating: "a", count: 2_040))
  }

  @Test(arguments: ["http://example.com", "http://127.0.0.1.evil.org", "http://10.0.0.1:80"])
  func tokensDoNotTravelInTheClear(text: String) {
    #expect(throws: SessionEndpoint.Refusal.notEncrypted) { try SessionEndpoint(text) }
  }
}
