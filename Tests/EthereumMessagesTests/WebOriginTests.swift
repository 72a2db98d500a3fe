import EthereumMessages
import Testing

@Suite struct WebOriginTests {
  @Test(arguments: [
    ("https://Example.com/login?x#y", "https://example.com"),
    ("HTTPS://example.com:443", "https://example.com"),
    ("http://example.com:443", "http://example.com:443"), ("http://a:80/", "http://a"),
    ("http://a:", "http://a"), ("http://[::1]:8080/", "http://[::1]:8080"),
    ("ipfs://abc/def", "ipfs://abc"),
  ])
  func anOriginIsSchemeHostAndPort(uri: String, origin: String) {
    #expect(WebOrigin(uri: uri)?.description == origin)
  }

  @Test(arguments: [
    "urn:isbn:1", "https://user@example.com/", "https:///path", "https://a:65536/", "example.com",
    "https://a b/", "https://a@evil.com:80",
  ])
  func ambiguousHostsHaveNoOrigin(uri: String) {
    #expect(WebOrigin(uri: uri) == nil)
  }

  @Test func hostsThatOnlyLookAlikeAreOthers() {
    let origin = WebOrigin(scheme: "https", authority: "example.com")
    for authority in [
      "example.com.evil.org", "evil.org", "sub.example.com", "example.com:444", "example.com.",
    ] {
      #expect(WebOrigin(scheme: "https", authority: authority) != origin, "\(authority)")
    }
    #expect(WebOrigin(scheme: "http", authority: "example.com") != origin)
    #expect(WebOrigin(scheme: "https", authority: "EXAMPLE.com:443") == origin)
    #expect(WebOrigin(scheme: "https", authority: "example.com@evil.org") == nil)
  }

  @Test(arguments: [
    ("http://127.0.0.1:1", true), ("http://127.9.9.9", true), ("http://localhost", true),
    ("http://[::1]:3", true), ("http://127.0.0.1.evil.org", false), ("http://10.0.0.1", false),
    ("http://localhost.evil.org", false),
  ])
  func thisMachineIsKnown(uri: String, isLoopback: Bool) {
    #expect(WebOrigin(uri: uri)?.isLoopback == isLoopback)
  }
}
