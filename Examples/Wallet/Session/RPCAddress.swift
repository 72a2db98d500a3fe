import ArgumentParser
package import Foundation
import NodeClient
import NodeClientLive

/// The address at which a node answers JSON-RPC.
package struct RPCAddress: Equatable, Sendable, CustomStringConvertible {
  /// The typed address.
  package let description: String
  /// The address as a URL for connecting.
  package let url: URL

  /// The node of `devchain`, which is the default.
  static let local: RPCAddress = {
    do {
      return try RPCAddress("http://127.0.0.1:8545")
    } catch {
      preconditionFailure("the default of --rpc-url is no address: \(error)")
    }
  }()

  /// Reads `http://HOST:PORT` or `https://HOST`, with an optional path.
  ///
  /// - Throws: A `ValidationError` that says what was expected.
  package init(_ text: String) throws {
    var components = URLComponents(string: text)
    let scheme = components?.scheme?.lowercased()
    // The URL loader on Linux connects to no address whose scheme is in uppercase.
    components?.scheme = scheme
    guard let components, let url = components.url,
      scheme == "http" || scheme == "https", components.host?.isEmpty == false
    else {
      throw ValidationError.said("expected http://HOST:PORT or https://HOST")
    }
    guard (1...65_535).contains(components.port ?? 1) else {
      throw ValidationError.said("expected a port from 1 to 65535")
    }
    description = text
    self.url = url
  }

  /// The address without parts that may be secret: user, password, path and query.
  package var shownText: String {
    let host = url.host(percentEncoded: false) ?? ""
    let bracketed = host.contains(":") ? "[\(host)]" : host
    return "\(url.scheme ?? "http")://\(bracketed)" + (url.port.map { ":\($0)" } ?? "")
  }

  /// Returns an address without parts that may be secret, if it is one.
  static func shownText(of url: String) -> String {
    do {
      return try RPCAddress(url).shownText
    } catch {
      return "?"
    }
  }

  /// Returns true if another address reaches the same node, judging by names.
  package func isSameNode(as other: RPCAddress) -> Bool { place == other.place }

  private var place: [String] {
    let host = (url.host(percentEncoded: false) ?? "").lowercased()
    let isLocal = ["localhost", "::1", "0.0.0.0", "::"].contains(host) || host.hasPrefix("127.")
    let scheme = (url.scheme ?? "").lowercased()
    let path = url.path(percentEncoded: false)
    return [
      isLocal ? "localhost" : host, String(url.port ?? (scheme == "https" ? 443 : 80)),
      path == "/" ? "" : path, url.query(percentEncoded: false) ?? "",
    ]
  }

  /// A client of the node.
  var client: NodeClient { .live(url: url) }
}
