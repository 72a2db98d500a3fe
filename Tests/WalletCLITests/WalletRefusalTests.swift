import DevChain
import EthereumCrypto
import EthereumPrimitives
import Foundation
import TestEffort
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The executable's answers to bad input: a sentence on standard error, a documented exit code,
/// nothing on standard output, and nothing written.
@Suite struct WalletRefusalTests {
  private typealias Outcome = WalletProcess.Outcome

  private static let recipient = DevChainAccounts.addresses[1].checksummed
  private static let closedPort = "http://127.0.0.1:9"

  /// - Parameters:
  ///   - cause: The cause in JSON; without one, the words for people.
  ///   - reason: The reason in JSON.
  private func refusal(
    _ status: Int32, _ message: String, cause: String? = nil, reason: String = ""
  ) -> Outcome {
    Outcome(
      status: status, stdout: "",
      stderr: cause.map {
        "{\"code\":\(status),\"cause\":\"\($0)\",\"message\":\"\(message)\","
          + "\"retryable\":\(status == 69),\"reason\":\"\(reason)\"}\n"
      } ?? "wallet: \(message)\n")
  }

  // MARK: - Phrases

  @Test(
    arguments: Effort.cases([
      (
        "test test test test test test test test test test test jnuk",
        "word 12 of the phrase is not in the English list; expected a word of BIP-39, in lower case"
      ),
      (
        "test test test test test test test test test test test test",
        "the words are known but their checksum is wrong; expected the words of one phrase, in"
          + " their order"
      ),
      (
        "test test test test test test test test test test junk",
        "the phrase has 11 words; expected 12, 15, 18, 21 or 24"
      ),
      (
        "test  test test test test test test test test test test junk",
        "there is an extra space at word 2; expected one between words"
      ),
      (
        "TEST test test test test test test test test test test junk",
        "word 1 of the phrase is right, but its letters are not all in lower case; expected all words"
          + " in lower case"
      ),
    ]))
  func anInvalidPhrase(phrase: String, message: String) async throws {
    let home = try TemporaryHome()
    let arguments = try ["import", "--phrase-file", home.secretFile("phrase", phrase)]
    let outcome = try await WalletProcess.run(
      arguments + WalletFixture.passcodeOption(home), home: home)
    #expect(outcome == refusal(1, message))
    #expect(try home.files() == [:])
  }

  /// Lines that end as on Windows gave another last word.
  @Test func aPhraseWithAReturnAtItsEndIsThePhrase() async throws {
    let home = try TemporaryHome()
    let phrase = try home.secretFile("phrase", DevChainAccounts.mnemonic + "\r")
    let made = try await WalletProcess.run(
      ["import", "--phrase-file", phrase] + WalletFixture.passcodeOption(home), home: home)
    #expect(made.status == 0 && made.stdout.contains(WalletFixture.address), "\(made)")
  }

  /// 1,023 bytes are a secret, perhaps a wrong one; with one more it is not a secret's line.
  @Test(arguments: [1_023, 1_024, 2_000])
  func aLineThatIsTooLongIsNamedAsThat(count: Int) async throws {
    let home = try await WalletFixture.home()
    let file = try home.secretFile("long", String(repeating: "a", count: count))
    let outcome = try await WalletProcess.run(["accounts", "--passcode-file", file], home: home)
    #expect(
      outcome
        == (count == 1_023
          ? refusal(
            77,
            "the passcode is wrong; 4 tries are left before a wait")
          : refusal(
            64,
            "\(file) has no line that could be the secret; expected 1 to 1023 bytes in the first")))
  }

  @Test func aPasscodeThatIsTooShort() async throws {
    let home = try TemporaryHome()
    let phrase = try home.secretFile("phrase", DevChainAccounts.mnemonic)
    let outcome = try await WalletProcess.run(
      ["import", "--phrase-file", phrase] + WalletFixture.passcodeOption(home, "1234567"),
      home: home)
    #expect(outcome == refusal(1, "the passcode is too short; expected at least 8 characters"))
    #expect(try home.files() == [:])
  }

  @Test func aPhraseThatWouldNotBeSeen() async throws {
    let home = try TemporaryHome()
    let outcome = try await WalletProcess.run(["init"], home: home)
    #expect(
      outcome
        == refusal(
          1, "the phrase can be shown on a terminal only; run this where a person sees it"))
    #expect(try home.files() == [:])
  }

  @Test func aSecretThatOthersMayRead() async throws {
    let home = try TemporaryHome()
    let path = try home.secretFile("phrase", DevChainAccounts.mnemonic)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    let outcome = try await WalletProcess.run(["import", "--phrase-file", path], home: home)
    #expect(
      outcome
        == refusal(64, "others may read \(path); expected a file of mode 0600 (chmod 600 \(path))"))
    #expect(try home.files() == [:])
  }

  @Test func aSecondWalletInTheSameHome() async throws {
    let home = try await WalletFixture.home()
    let before = try home.files()
    let outcome = try await WalletProcess.run(["init"], home: home)
    #expect(
      outcome
        == refusal(
          1, "there is a wallet already; expected a home without one (choose with --home)"))
    #expect(try home.files() == before)
  }

  // MARK: - Addresses and Amounts

  private static let addresses = [
    (
      recipient.replacing("C7", with: "c7"),
      "a digit or a letter's case is mistyped; expected the address as its owner shows it"
    ),
    (String(recipient.dropLast()), "expected 40 hexadecimal digits after 0x, found 39"),
    (recipient + "0", "expected 40 hexadecimal digits after 0x, found 41"),
    (String(recipient.dropFirst(2)), "expected an address that begins with 0x"),
    ("", "expected an address that begins with 0x"),
  ]

  @Test(arguments: Effort.cases(addresses))
  func anInvalidAddress(address: String, message: String) async throws {
    let home = try await WalletFixture.home()
    let before = try home.files()
    let balance = try await WalletProcess.run(["balance", address], home: home)
    #expect(balance == refusal(1, "this is not an address: \(message)"))
    // A command that can't succeed does not ask for the passcode.
    let payment = try await WalletProcess.run(
      ["send", "--to", address, "--amount", "1"], home: home)
    #expect(payment == refusal(1, "the recipient is not an address: \(message)"))
    #expect(try home.files() == before)
  }

  @Test(
    arguments: Effort.cases([
      (
        "0.1234567890123456789",
        "the amount is not valid: expected at most 18 digits after the period, found 19"
      ),
      (
        "-1",
        "the amount is not valid: expected digits with at most one period between them,"
          + " such as 0.25"
      ),
      ("", "there is no amount; expected ether such as 0.25"),
      ("0", "the amount is zero; expected at least 1 wei"),
    ]))
  func anInvalidAmount(amount: String, message: String) async throws {
    let home = try await WalletFixture.home()
    let before = try home.files()
    let outcome = try await WalletProcess.run(
      ["send", "--to", Self.recipient, "--amount", amount], home: home)
    #expect(outcome == refusal(1, message))
    #expect(try home.files() == before)
  }

  // MARK: - Passcodes

  @Test func aWrongPasscodeCostsATry() async throws {
    let home = try await WalletFixture.home()
    let before = try home.files()
    let outcome = try await WalletProcess.run(
      ["accounts"] + WalletFixture.passcodeOption(home, "wrong horse"), home: home)
    #expect(
      outcome
        == refusal(
          77,
          "the passcode is wrong; 4 tries are left before a wait"))
    // The try is recorded before the passcode is checked; the rest is unchanged.
    var after = try home.files()
    let attempts = ".headrace/vault/attempts"
    #expect(after[attempts] != before[attempts])
    after[attempts] = before[attempts]
    // A process that tries a passcode locks this file, and writes nothing into it.
    #expect(after.removeValue(forKey: ".headrace/vault/tries") == Data())
    #expect(after == before)
  }

  /// The wallet waited for a writer of the pipe, for ever.
  @Test(arguments: Effort.cases(["vault", "device-key", "attempts"]))
  func aPipeAtAFilesPathIsRejectedImmediately(name: String) async throws {
    let home = try await WalletFixture.home()
    let path = home.path + "/.headrace/vault/" + name
    try FileManager.default.removeItem(atPath: path)
    #expect(mkfifo(path, 0o600) == 0)
    let outcome = try await WalletProcess.run(
      ["accounts"] + WalletFixture.passcodeOption(home), home: home)
    #expect(
      outcome
        == refusal(1, "\(path) is a pipe, a device or a folder; expected a file of the wallet"))
  }

  /// On a real disk, by the executable: a home with a file that another user has put there, or
  /// owns.
  @Test(
    .enabled(if: geteuid() == 0, "only root gives files away"),
    arguments: Effort.cases(["/vault/vault", "/vault", "/vault/device-key", ""]))
  func filesOfAnotherUserAreRejected(name: String) async throws {
    let home = try await WalletFixture.home()
    let path = home.path + "/.headrace" + name
    let before = try home.files()
    #expect(chown(path, 65_534, 65_534) == 0)
    let outcome = try await WalletProcess.run(
      ["accounts"] + WalletFixture.passcodeOption(home), home: home)
    #expect(
      outcome == refusal(1, "\(path) belongs to another user; expected it to be yours (see chown)"))
    // The process that may try a passcode has locked an empty file.
    #expect(try home.files().filter { $0.key != ".headrace/vault/tries" } == before)
    #expect(chown(path, 0, 0) == 0)
    let opened = try await WalletProcess.run(
      ["accounts"] + WalletFixture.passcodeOption(home), home: home)
    #expect(opened.stdout == WalletFixture.accountLine)
  }

  /// A vault that can't be read does not prevent a new wallet: it is set aside, whole, with a
  /// notice.
  ///
  /// The short form leaves it to `aDamagedVaultIsReportedInObjectsToAProgram`.
  @Test(.enabled(if: !Effort.isShort)) func aDamagedVaultIsSetAsideByAnImport() async throws {
    let home = try await WalletFixture.home()
    let path = home.path + "/.headrace/vault/vault"
    var damaged = try Data(contentsOf: URL(filePath: path))
    damaged[damaged.count - 40] ^= 1
    try damaged.write(to: URL(filePath: path))
    #expect(
      try await WalletProcess.run(["accounts"] + WalletFixture.passcodeOption(home), home: home)
        == refusal(
          1,
          "\(path) is damaged; expected a vault as the wallet writes it. It is left as it is; 'wallet import' sets it aside and makes the wallet again from its phrase"
        ))
    let phrase = try home.secretFile("phrase", DevChainAccounts.mnemonic)
    let made = try await WalletProcess.run(
      ["import", "--phrase-file", phrase] + WalletFixture.passcodeOption(home), home: home)
    #expect(made.status == 0, "\(made)")
    #expect(
      made.stderr.hasPrefix(
        "\(path) is damaged; it is set aside, not overwritten, when the new wallet is written\n"))
    #expect(try Data(contentsOf: URL(filePath: path + ".unreadable-1")) == damaged)
    #expect(
      try await WalletProcess.run(["accounts"] + WalletFixture.passcodeOption(home), home: home)
        == Outcome(status: 0, stdout: WalletFixture.accountLine, stderr: ""))
  }

  @Test func aDamagedVaultIsReportedInObjectsToAProgram() async throws {
    let home = try await WalletFixture.home()
    let path = home.path + "/.headrace/vault/vault"
    try Data("damaged".utf8).write(to: URL(filePath: path))
    let phrase = try home.secretFile("phrase", DevChainAccounts.mnemonic)
    let made = try await WalletProcess.run(
      ["import", "--json", "--phrase-file", phrase] + WalletFixture.passcodeOption(home),
      home: home)
    #expect(made.status == 0, "\(made)")
    #expect(
      made.withoutWaiting.stderr == """
        {"event":"note","text":"\(path) is damaged; it is set aside, not overwritten, when the new \
        wallet is written"}
        {"event":"note","text":"the damaged vault is now \(path).unreadable-1"}
        {"event":"note","text":"Warning: this phrase or key is public. The wallet is for \
        development chains only: bots take whatever arrives on any other chain, and 'wallet \
        receive' gives out none of its addresses there."}

        """)
  }

  @Test func noWalletToOpen() async throws {
    let home = try TemporaryHome()
    let message =
      "there is no wallet in \(home.path)/.headrace; expected one made by wallet init or wallet import"
      + " (choose with --home)"
    for command in [["accounts"], ["receive"], ["activity"]] {
      #expect(try await WalletProcess.run(command, home: home) == refusal(1, message))
    }
    let payment = ["send", "--to", Self.recipient, "--amount", "1"]
    #expect(try await WalletProcess.run(payment, home: home) == refusal(1, message))
    #expect(try home.files() == [:])
  }

  @Test func noTerminalToAskForThePasscode() async throws {
    let home = try await WalletFixture.home()
    try home.removeAccountList()
    #expect(
      try await WalletProcess.run(["accounts"], home: home)
        == refusal(64, "there is no terminal to ask at: expected --passcode-file with the passcode")
    )
  }

  // MARK: - Nodes

  @Test func aNodeThatIsDown() async throws {
    let message =
      "no node answers at \(Self.closedPort): nothing accepts connections there; expected an"
      + " Ethereum node there (see --rpc-url)"
    let home = try await WalletFixture.home()
    let balance = try await WalletProcess.run(
      ["balance", Self.recipient, "--rpc-url", Self.closedPort], home: home)
    #expect(balance == refusal(69, message))
    let demo = try await WalletProcess.run(["demo", "--rpc-url", Self.closedPort], home: home)
    #expect(demo == refusal(69, message))
    #expect(try home.temporaryNames() == [])
    let payment = try await pay("1", url: Self.closedPort, home: home)
    #expect(payment == refusal(69, message, cause: "nodeUnavailable", reason: "nodeUnreachable"))
    #expect(try home.files()[".headrace/activity/payments.sqlite"] == nil)
  }

  @Test(arguments: Effort.cases(GarbageServer.Garbage.allCases))
  func aNodeThatAnswersGarbage(garbage: GarbageServer.Garbage) async throws {
    let server = try GarbageServer(garbage)
    let home = try TemporaryHome()
    let outcome = try await WalletProcess.run(
      ["balance", Self.recipient, "--rpc-url", server.url], home: home)
    #expect(outcome == refusal(69, garbage.message(from: server.url)))
    #expect(try home.files() == [:])
  }

  @Test func aNodeOfAnotherChainAndMoreThanTheBalance() async throws {
    let home = try await WalletFixture.home()
    try await DevChainServer.serving(DevChain()) { url in
      let other = try await pay("1", url: url, chainID: "1", home: home)
      #expect(
        other.withoutWaiting
          == refusal(
            1, "the node follows the chain with id 31337, expected 1", cause: "refused",
            reason: "wrongChain"))
      let much = try await pay("10000.000000000000000001", url: url, home: home)
      #expect(
        much.withoutWaiting
          == refusal(
            1,
            "the account has 10000 ETH; expected 10000.000000000000000001 ETH for the amount"
              + " alone, and more for its fee", cause: "refused", reason: "insufficientFunds"))
      // The whole balance is not enough either: the fee is added to it.
      let all = try await pay("10000", url: url, home: home)
      #expect(
        all.withoutWaiting
          == refusal(
            1,
            "the account has 10000 ETH; expected at least 10000.00005775 ETH for the amount and its"
              + " fee", cause: "refused", reason: "insufficientFunds"))
    }
    #expect(try home.files()[".headrace/activity/payments.sqlite"] == nil)
  }

  private func pay(
    _ amount: String, url: String, chainID: String = "31337", home: TemporaryHome
  ) async throws -> Outcome {
    let passcode = try WalletFixture.passcodeOption(home)
    return try await WalletProcess.run(
      [
        "send", "--to", Self.recipient, "--amount", amount, "--rpc-url", url, "--chain-id",
        chainID, "--yes", "--json",
      ] + passcode, home: home)
  }
}
