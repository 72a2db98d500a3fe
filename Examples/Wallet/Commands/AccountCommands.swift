import ArgumentParser
import EthereumCrypto
import EthereumPrimitives
import HomeFeature
import VaultClient

/// `wallet accounts`: the accounts of the wallet.
struct AccountsCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "accounts", abstract: Phrase("Lists the wallet's accounts.").text,
      discussion: ReceiveCommand.needsNoPasscode.text)
  }

  @OptionGroup var wallet: WalletOptions

  @Flag(help: .said("Answers with one JSON array."))
  var json = false

  func run() async throws {
    try await CommandRun.reporting(on: wallet, json: json) {
      [wallet, json] session, terminal throws(CommandFailure) in
      let accounts = try await session.knownAccounts(
        isVerified: wallet.passcodeFile != nil
      ) { () throws(CommandFailure) in try wallet.passcode("Passcode:", terminal) }
      terminal.writeList(accounts.map { AccountLines.text($0, json: json) }, json: json)
      if accounts.contains(where: { $0.isUnsafe(on: session.chainID) }) {
        terminal.writeNote(FailureText.publishedAccount.message, json: json)
      }
    }
  }
}

/// `wallet receive`: shows the address for receiving.
struct ReceiveCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "receive",
      abstract: Phrase(
        "Shows the address (EIP-55) to receive at, and its request (EIP-681)."
      ).text,
      discussion: needsNoPasscode.text)
  }

  /// Explains why no passcode is asked for.
  static var needsNoPasscode: Phrase {
    Phrase(
      """
      The passcode is not needed: addresses are kept beside the vault. With --passcode-file the \
      vault itself is asked. Do so where others may write to the wallet's folder.
      """)
  }

  @OptionGroup var from: FromOptions
  @OptionGroup var wallet: WalletOptions

  @Flag(help: .said("Answers with one JSON object."))
  var json = false

  func run() async throws {
    try await CommandRun.reporting(on: wallet, json: json) {
      [wallet, from, json] session, terminal throws(CommandFailure) in
      try await session.tellAddress(from.reference, wallet, json: json)
    }
  }
}

extension WalletSession {
  /// Prints the address for receiving.
  func tellAddress(
    _ reference: AccountReference?, _ wallet: WalletOptions, json: Bool
  ) async throws(CommandFailure) {
    let account = try await knownAccount(reference, isVerified: wallet.passcodeFile != nil) {
      () throws(CommandFailure) in try wallet.passcode("Passcode:", terminal)
    }
    guard let display = ReceiveDisplay(account, chainID: chainID) else {
      throw FailureText.publishedAccount
    }
    terminal.writeLine(
      json
        ? JSONText.object([("address", .text(display.address)), ("uri", .text(display.uri))])
        : "\(display.address)\n\(display.uri)")
  }
}

/// An account as a line.
enum AccountLines {
  static func text(_ account: VaultAccount, json: Bool) -> String {
    guard json else {
      return "\(account.shownName)  \(account.address.checksummed)  \(account.path)"
    }
    return JSONText.object([
      ("name", .text(account.name)), ("address", .text(account.address.checksummed)),
      ("path", .text(account.path)),
    ])
  }
}
