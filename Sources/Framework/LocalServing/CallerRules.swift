/// The pages and host names that may reach a server on this machine.
///
/// A page in a browser on this machine can also reach 127.0.0.1. Its `Host` shows whether a name
/// was redirected to this machine after the page was loaded ("DNS rebinding"). Its `Origin` shows
/// the page's source.
package struct CallerRules: Sendable {
  /// Additional origins whose pages may call, such as `https://app.example`.
  package var origins: Set<String>

  package init(origins: Set<String> = []) {
    self.origins = origins
  }

  /// Returns the answer to a request before its handler sees it; `nil` if the handler may see it.
  package func answer(to request: ServedRequest) -> ServedResponse? {
    let hosts = request.values("host")
    guard hosts.count == 1 || hosts.isEmpty && !request.isHTTP11 else {
      return .text(400, "expected one header field Host")
    }
    guard hosts.allSatisfy(Self.isThisMachine) else {
      return .text(403, "invalid host specified, expected localhost or 127.0.0.1")
    }
    guard request.values("origin").count <= 1 else {
      return .text(400, "expected at most one header field Origin")
    }
    guard let origin = request["origin"] else { return nil }
    guard allows(origin) else {
      return .text(403, "origin not allowed, expected one of this machine or a chosen one")
    }
    guard request.method == "OPTIONS", request["access-control-request-method"] != nil else {
      return nil
    }
    return ServedResponse(
      status: 204,
      fields: [
        ("Access-Control-Allow-Methods", "POST"), ("Access-Control-Allow-Headers", "Content-Type"),
        ("Access-Control-Max-Age", "600"),
      ], body: [])
  }

  /// Returns the fields of an answer to the browser of an allowed page.
  func fields(for request: ServedRequest) -> [ServedRequest.Field] {
    let vary = ServedRequest.Field(name: "Vary", value: "Origin")
    guard let origin = request["origin"], allows(origin) else { return [vary] }
    return [ServedRequest.Field(name: "Access-Control-Allow-Origin", value: origin), vary]
  }

  private func allows(_ origin: String) -> Bool {
    if origins.contains(origin) { return true }
    for scheme in ["http://", "https://"] where origin.hasPrefix(scheme) {
      return Self.isThisMachine(String(origin.dropFirst(scheme.count)))
    }
    return false
  }

  /// Returns `true` if a host, with or without a port, is a fixed name of this machine.
  ///
  /// Such a name can't be made to point elsewhere.
  private static func isThisMachine(_ host: String) -> Bool {
    let host = host.lowercased()
    return ["localhost", "127.0.0.1", "[::1]"].contains { name in
      guard host.hasPrefix(name) else { return false }
      let rest = host.utf8.dropFirst(name.utf8.count)
      guard let colon = rest.first else { return true }
      return colon == UInt8(ascii: ":") && (1...5).contains(rest.count - 1)
        && rest.dropFirst().allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    }
  }
}
