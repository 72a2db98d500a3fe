import EthereumCrypto
import EthereumMessages
import EthereumPrimitives
import Foundation
import SessionClient

/// A session as a line.
enum SessionLines {
  static func text(_ session: Session?, _ endpoint: SessionEndpoint, json: Bool) -> String {
    guard let session else {
      return json
        ? JSONText.object([("state", .text("signedOut")), ("service", .text(endpoint.text))])
        : "Signed out of \(endpoint.text)"
    }
    let address = session.address.checksummed
    let end = session.expiresAt.formatted(.iso8601)
    guard json else {
      return "Signed in at \(endpoint.text) as \(address) until \(end)"
    }
    return JSONText.object([
      ("state", .text("signedIn")), ("service", .text(endpoint.text)),
      ("address", .text(address)), ("chainId", .number(session.chainID.rawValue)),
      ("expires", .text(end)),
      ("accessExpires", .text(session.accessExpiresAt.formatted(.iso8601))),
    ])
  }

  static func text(_ profile: SessionProfile, json: Bool) -> String {
    let (address, chainID) = (profile.address.checksummed, profile.chainID)
    guard json else { return "\(address) on chain \(chainID)" }
    return JSONText.object([("address", .text(address)), ("chainId", .number(chainID.rawValue))])
  }

  /// What is shown before a message is signed: all of it, as it is signed.
  static func review(_ message: SignInMessage) -> String {
    let lines = message.text.split(separator: "\n", omittingEmptySubsequences: false)
    return (["Sign this message:", ""] + lines.map { $0.isEmpty ? "" : "  \($0)" } + [""])
      .joined(separator: "\n")
  }
}
