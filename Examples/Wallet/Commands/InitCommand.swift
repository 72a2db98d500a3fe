import ArgumentParser
import EthereumCrypto
import VaultClient

/// `wallet init`: creates a wallet.
struct InitCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "init",
      abstract: Phrase(
        "Creates a wallet: shows its recovery phrase once, and asks for three of its words."
      )
      .text)
  }

  @OptionGroup var wallet: SetupOptions
  @OptionGroup var choice: PasscodeChoice

  @Option(help: .said("How many words the phrase has: 12, 15, 18, 21 or 24."))
  var words = 12

  @Flag(help: .said("Answers with one JSON object."))
  var json = false

  func validate() throws {
    guard [12, 15, 18, 21, 24].contains(words) else {
      throw ValidationError.said("expected --words as 12, 15, 18, 21 or 24, found \(words)")
    }
  }

  func run() async throws {
    try await CommandRun.reporting(json: json) { terminal throws(CommandFailure) in
      let session = try wallet.session(terminal)
      let (wallet, choice) = (wallet, choice)
      let account = try await session.create(wordCount: words) { () throws(CommandFailure) in
        try choice.ask(wallet, terminal)
      }
      terminal.writeLine(AccountLines.text(account, json: json))
    }
  }
}

/// `wallet import`: creates a wallet from a phrase or a private key.
struct ImportCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "import",
      abstract: Phrase("Creates a wallet from your recovery phrase or private key.").text
    )
  }

  @OptionGroup var wallet: SetupOptions
  @OptionGroup var choice: PasscodeChoice

  @Option(
    name: .customLong("phrase-file"),
    help: .said(
      "A file of mode 0600 with the phrase, or the private key, in its first line; otherwise it is asked for."
    ))
  var phraseFile: String?

  @Flag(help: .said("Answers with one JSON object."))
  var json = false

  func run() async throws {
    try await CommandRun.reporting(json: json) { terminal throws(CommandFailure) in
      let session = try wallet.session(terminal)
      let (wallet, choice, phraseFile) = (wallet, choice, phraseFile)
      let account = try await session.importPhrase { () throws(CommandFailure) in
        try WalletOptions.secret(
          "Recovery phrase or private key:", file: phraseFile, terminal,
          instead: "expected --phrase-file with the phrase")
      } passcode: { () throws(CommandFailure) in
        try choice.ask(wallet, terminal)
      }
      terminal.writeLine(AccountLines.text(account, json: json))
    }
  }
}

/// The kind of the new passcode.
struct PasscodeChoice: ParsableArguments {
  @Flag(
    help: .said(
      """
      Takes a passcode of six digits. With copies of the vault and the device key, all of them can \
      be tried in about eight days of one core.
      """))
  var sixDigits = false

  // The name of the option in earlier scripts.
  @Flag(help: .hidden)
  var pin = false

  /// Reads a new passcode, which a person is asked for twice.
  func ask(
    _ wallet: some VaultOptions & Sendable, _ terminal: Terminal
  ) throws(CommandFailure) -> Passcode {
    let isPIN = sixDigits || pin
    let policy: PasscodePolicy = isPIN ? .pin : .passphrase
    let new = try wallet.passcode(
      isPIN
        ? Phrase("New passcode, six digits:") : Phrase("New passcode, 8 characters or more:"),
      terminal)
    guard wallet.passcodeFile == nil else { return Passcode(policy: policy, new: new) }
    return Passcode(policy: policy, new: new) { () throws(CommandFailure) in
      try wallet.passcode("Repeat the passcode:", terminal)
    }
  }
}
