import ArgumentParser
import EthereumCrypto
import EthereumPrimitives
import Foundation
import VaultClient
import VaultClientLive

/// `wallet verify-backup`: checks whether a written phrase is this wallet's.
struct VerifyBackupCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "verify-backup",
      abstract: Phrase("Checks whether a recovery phrase is this wallet's.").text,
      discussion: Phrase(
        """
        The phrase is typed and its first account compared with the wallet's. Nothing of either is \
        shown or changed. Exit code 0 means that it is the wallet's, 1 that it is another one, or not a phrase.
        """
      ).text)
  }

  @OptionGroup var wallet: WalletOptions

  @Option(
    name: .customLong("phrase-file"),
    help: .said(
      "A file of mode 0600 with the phrase in its first line, or - for standard input; otherwise it is asked for."
    ))
  var phraseFile: String?

  @Flag(help: .said("Answers with one JSON object."))
  var json = false

  func run() async throws {
    let (wallet, phraseFile, json) = (wallet, phraseFile, json)
    try await CommandRun.reporting(on: wallet, json: json) {
      session, terminal throws(CommandFailure) in
      let accounts = try await session.knownAccounts(
        isVerified: wallet.passcodeFile != nil, usesList: false
      ) { () throws(CommandFailure) in try wallet.passcode("Passcode:", terminal) }
      let phrase = try WalletOptions.secret(
        "Recovery phrase:", file: phraseFile, terminal,
        instead: "expected --phrase-file with the phrase")
      guard let first = accounts.first else { throw .interrupted }
      try await session.verify(phrase, isOf: first)
      terminal.writeLine(
        json
          ? JSONText.object([("matches", .flag(true))])
          : Phrase("Yes: this phrase is the wallet's.").text)
    }
  }
}

extension WalletSession {
  /// Compares the first account of a phrase with an account of the wallet.
  func verify(
    _ phrase: consuming SecretBytes, isOf account: VaultAccount
  ) async throws(CommandFailure) {
    let address: Address
    do throws(PhraseImportRefusal) {
      address = try BackupPhrase.firstAddress(phrase)
    } catch {
      throw FailureText.phrase(error)
    }
    guard address == account.address else {
      throw CommandFailure(
        "this phrase is another wallet's; expected the one that was written down for this wallet")
    }
  }
}
