import ArgumentParser
import EthereumCrypto
import EthereumPrimitives
import HomeFeature
import VaultClient

/// `wallet accounts`: the accounts of the wallet.
struct AccountsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accounts", abstract: "Lists the wallet's accounts.")

  @OptionGroup var wallet: WalletOptions

  @Flag(help: "Answers with one JSON array.")
  var json = false

  func run() async throws {
    try await CommandRun.reporting(on: wallet, json: json) {
      session, terminal throws(CommandFailure) in
      let accounts = try await session.accounts(try wallet.passcode("Passcode:", terminal))
      terminal.writeList(accounts.map { AccountLines.text($0, json: json) }, json: json)
    }
  }
}

/// `wallet receive`: where to be paid.
struct ReceiveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receive",
    abstract: "Shows the address (EIP-55) to receive at, and its request (EIP-681).")

  @OptionGroup var wallet: WalletOptions

  @Flag(help: "Answers with one JSON object.")
  var json = false

  func run() async throws {
    try await CommandRun.reporting(on: wallet, json: json) {
      session, terminal throws(CommandFailure) in
      try await session.tellAddress(try wallet.passcode("Passcode:", terminal), json: json)
    }
  }
}

extension WalletSession {
  /// Answers with the address to receive at.
  func tellAddress(
    _ passcode: consuming SecretBytes, json: Bool
  ) async throws(CommandFailure) {
    guard let account = try await accounts(passcode).first else { throw .interrupted }
    let display = ReceiveDisplay(account.address, chainID: chainID)
    terminal.writeLine(
      json
        ? JSONText.object([("address", .text(display.address)), ("uri", .text(display.uri))])
        : "\(display.address)\n\(display.uri)")
  }
}

/// An account as a line.
enum AccountLines {
  static func text(_ account: VaultAccount, json: Bool) -> String {
    guard json else { return "\(account.name)  \(account.address.checksummed)  \(account.path)" }
    return JSONText.object([
      ("name", .text(account.name)), ("address", .text(account.address.checksummed)),
      ("path", .text(account.path)),
    ])
  }
}
