import ArgumentParser
import EthereumPrimitives
import Foundation
import NetworksClient
import NetworksClientLive
import Testing
import VaultClient

@testable import WalletCLI

/// The node, the chain and the account of a command.
@Suite struct WalletLocationOptionsTests {
  private static let environment = ["ETH_RPC_URL": "http://env:1"]

  /// A flag, then the environment, then the home's settings, then the default.
  ///
  /// The address and the chain are looked up separately.
  @Test(
    arguments: [
      ([], [:], false, "http://127.0.0.1:8545", 31_337),
      ([], [:], true, "http://used:1", 7), ([], environment, false, "http://env:1", 31_337),
      ([], environment, true, "http://env:1", 7),
      ([], ["ETH_RPC_URL": ""], true, "http://used:1", 7),
      (["--network", "other"], environment, true, "http://other:1", 8),
      (["--rpc-url", "http://flag:1"], environment, true, "http://flag:1", 7),
      (["--rpc-url", "http://flag:1", "--network", "other"], [:], true, "http://flag:1", 8),
      (["--chain-id", "9"], environment, true, "http://env:1", 9),
      (["--chain-id", "9", "--network", "other"], [:], true, "http://other:1", 9),
    ] as [([String], [String: String], Bool, String, UInt64)])
  func theNearestWordCounts(
    arguments: [String], environment: [String: String], isUsed: Bool, url: String, id: UInt64
  ) throws {
    let home = try TemporaryHome()
    let networks = try [("used", ChainID(7)), ("other", 8)].map { name, id in
      Network(name: try NetworkName(name), chainID: id, url: "http://\(name):1")
    }
    _ = try NetworksFile(home: home.path).change { book throws(NetworkRefusal) in
      for network in networks { try book.add(network) }
      if isUsed { try book.use(networks[0].name) }
    }
    let options = try WalletOptions.parse(["--home", home.path] + arguments)
    let network = try options.network(environment)
    #expect(network.address.shownText == url)
    #expect(network.chainID.rawValue == id)
    // The home names both the node and the chain, unless a flag or the environment names one.
    let isNamedElsewhere =
      arguments.contains("--rpc-url") || arguments.contains("--chain-id")
      || url == "http://env:1"
    #expect(network.isNamedElsewhere == isNamedElsewhere)
  }

  @Test func anInvalidAddressOfTheEnvironmentIsRejected() throws {
    let home = try TemporaryHome()
    let options = try WalletOptions.parse(["--home", home.path])
    #expect(
      throws: CommandFailure(
        said: "ETH_RPC_URL is not a node's address: expected http://HOST:PORT or https://HOST",
        .usage)
    ) { try options.network(["ETH_RPC_URL": "ftp://me:hunter2@h"]) }
  }

  // MARK: - Accounts

  private static let accounts = [("Savings", 0x11), ("1", 0x22), ("Rent", 0x33)].enumerated().map {
    index, account in
    VaultAccount(
      id: AccountID(rawValue: UInt32(index)),
      address: Address(bytes: [UInt8](repeating: UInt8(account.1), count: 20)) ?? .zero,
      name: account.0, path: "m/44'/60'/0'/0/\(index)")
  }

  @Test(arguments: [
    ("Savings", 0), ("Rent", 2), ("2", 1), ("3", 2),
    ("0x3333333333333333333333333333333333333333", 2),
    ("0X3333333333333333333333333333333333333333", 2),
  ])
  func anAccountIsFound(text: String, index: Int) throws {
    #expect(try AccountReference(text).account(among: Self.accounts) == Self.accounts[index])
  }

  @Test(arguments: [
    ("savings", "the wallet has no such account; see wallet accounts", EndStatus.refused),
    ("0", "the wallet has no such account; see wallet accounts", .refused),
    ("4", "the wallet has no such account; see wallet accounts", .refused),
    ("02", "the wallet has no such account; see wallet accounts", .refused),
    (
      "1",
      "'1' is the name of one account and the position of another; expected --from with an address",
      .usage
    ),
  ])
  func anAccountIsNotFound(text: String, message: String, status: EndStatus) {
    #expect(throws: CommandFailure(said: message, status)) {
      try AccountReference(text).account(among: Self.accounts)
    }
  }

  // MARK: - Folding

  @Test func linesAreFoldedBetweenWords() {
    let text = "  one two three four five"
    #expect(LineFolding.fold(text, columns: 25) == text)
    #expect(LineFolding.fold(text, columns: 24, indent: 4) == "  one two three four\n    five")
    #expect(LineFolding.fold(text, columns: nil) == text)
    #expect(LineFolding.fold(text, columns: 19) == text)
    // The rest of an indented row is indented further, whoever asks.
    #expect(LineFolding.fold(text, columns: 24) == "  one two three four\n    five")
    // A hash is not broken; Hangul takes two columns.
    let hash = "0x" + String(repeating: "a", count: 64)
    #expect(LineFolding.fold("see \(hash) now", columns: 40) == "see\n\(hash)\nnow")
    #expect(
      LineFolding.fold("가나다라마 바사아자차", columns: 20) == "가나다라마\n바사아자차")
    #expect(LineFolding.fold("가나다라마 바사아자차", columns: 21) == "가나다라마 바사아자차")
  }
}

@Suite struct PaymentBlockTests {
  @Test func aDateIsShownToTheMinute() throws {
    let seoul = try #require(TimeZone(secondsFromGMT: 9 * 3_600))
    let date = Date(timeIntervalSince1970: 1_767_225_540)
    #expect(PaymentLineText.date(date, .gmt) == "2025-12-31 23:59")
    #expect(PaymentLineText.date(date, seoul) == "2026-01-01 08:59")
  }
}
