import EthereumCrypto
import EthereumMessages
import EthereumPrimitives
import Foundation
import SessionClient

extension SessionEndpoint {
  /// The service of `devchain session`, which is the default.
  static let local: SessionEndpoint = {
    do {
      return try SessionEndpoint("http://127.0.0.1:4361")
    } catch {
      preconditionFailure("the default of --session-url is no address: \(error)")
    }
  }()
}

/// A session as a line.
enum SessionText {
  static func text(_ session: Session?, _ endpoint: SessionEndpoint, json: Bool) -> String {
    guard let session else {
      return json
        ? JSONText.object([("state", .text("signedOut")), ("service", .text(endpoint.text))])
        : Phrase("Signed out of \(endpoint.text)").text
    }
    let address = session.address.checksummed
    let end = session.expiresAt.formatted(.iso8601)
    guard json else {
      return Phrase("Signed in at \(endpoint.text) as \(address) until \(end)").text
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
    guard json else { return Phrase("\(address) on chain \(chainID)").text }
    return JSONText.object([("address", .text(address)), ("chainId", .number(chainID.rawValue))])
  }

  /// Returns the text shown before a message is signed: the whole message, as it is signed.
  static func review(_ message: SignInMessage) -> String {
    let lines = message.text.split(separator: "\n", omittingEmptySubsequences: false)
    return
      ([Phrase("Sign this message:").text, ""] + lines.map { $0.isEmpty ? "" : "  \($0)" } + [""])
      .joined(separator: "\n")
  }
}
