import ArgumentParser
import Foundation
import Testing

@testable import WalletCLI

@Suite struct RPCAddressTests {
  @Test(arguments: [
    "http://127.0.0.1:8545", "https://node.example", "https://node.example/v3/key?x=1",
    "http://[::1]:1", "http://localhost:65535",
  ])
  func anAddressIsTakenAsItIs(text: String) throws {
    let address = try RPCAddress(text)
    #expect(address.description == text)
    #expect(address.url.absoluteString == text)
  }

  /// The URL loader said that nothing there speaks HTTP.
  @Test func aSchemeInUppercaseIsTheSame() throws {
    let address = try RPCAddress("HTTP://127.0.0.1:8545/Key")
    #expect(address.description == "HTTP://127.0.0.1:8545/Key")
    #expect(address.url.absoluteString == "http://127.0.0.1:8545/Key")
  }

  @Test(arguments: [
    "", "127.0.0.1:8545", "localhost:8545", "ftp://node.example", "http://", "http://:8545",
    "node.example", "ws://127.0.0.1:8546", " http://127.0.0.1",
  ])
  func invalidAddressesAreBadUsage(text: String) {
    refuses(text, "expected http://HOST:PORT or https://HOST")
  }

  @Test(arguments: ["http://127.0.0.1:0", "http://127.0.0.1:65536"])
  func aPortThatThereIsNotIsBadUsage(text: String) {
    refuses(text, "expected a port from 1 to 65535")
  }

  @Test(arguments: [
    ("http://127.0.0.1:8545", "http://localhost:8545", true),
    ("http://[::1]:8545/", "http://LOCALHOST:8545", true),
    ("https://node.example", "https://NODE.example:443/", true),
    ("https://node.example/v3/a", "https://node.example/v3/b", false),
    ("http://node.example", "https://node.example", false),
    ("http://127.0.0.1:8545", "http://127.0.0.1:8546", false),
  ])
  func aNodeIsKnownByItsAddress(one: String, other: String, isSame: Bool) throws {
    let (one, other) = (try RPCAddress(one), try RPCAddress(other))
    #expect(one.isSameNode(as: other) == isSame)
    #expect(other.isSameNode(as: one) == isSame)
  }

  private func refuses(_ text: String, _ expected: String) {
    let address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
    for command in [["balance", address], ["receive"], ["demo"]] {
      let arguments = command + ["--rpc-url", text, "--json"]
      do {
        _ = try WalletCommand.parseAsRoot(arguments)
        Issue.record("\(text) was accepted.")
      } catch {
        #expect(WalletCommand.exitCode(for: error).rawValue == 64)
        let shown = text.isEmpty ? "" : "…"
        #expect(
          WalletMain.usageText(WalletCommand.message(for: error), "", arguments)
            == #"{"code":64,"cause":"usage","message":"The value '\#(shown)' is invalid for "#
            + #"'--rpc-url <rpc-url>': \#(expected)","retryable":false}"#)
      }
    }
  }
}
