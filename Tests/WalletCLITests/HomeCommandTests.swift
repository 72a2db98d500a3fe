import DevChain
import EthereumCrypto
import EthereumPrimitives
import Foundation
import Testing

@testable import WalletCLI

/// Commands that inspect a home, run by the executable itself.
@Suite struct HomeCommandTests {
  private static let address = WalletFixture.address
  private static let bob = DevChainAccounts.addresses[1].checksummed
  private static let nobodyAsked =
    "wallet: there is no terminal to ask at: expected --passcode-file with the passcode\n"

  private func run(
    _ arguments: [String], _ home: TemporaryHome
  ) async throws -> WalletProcess.Outcome {
    try await WalletProcess.run(arguments, home: home)
  }

  private func listPath(_ home: TemporaryHome) -> String {
    home.path + "/.headrace/settings/accounts.json"
  }

  // MARK: - The list beside the vault

  @Test func balanceAndReceiveNeedNoPasscode() async throws {
    let home = try await WalletFixture.home()
    try await DevChainServer.serving(DevChain()) { url in
      let balance = try await run(["balance", "--rpc-url", url], home)
      #expect(balance.stdout == "\(Self.address) owns 10000 ETH at block 0\n")
      #expect(balance.status == 0 && balance.withoutWaiting.stderr == "")
    }
    let receive = try await run(["receive"], home)
    #expect(receive.stdout == "\(Self.address)\nethereum:\(Self.address)@31337\n")
    let second = try await run(["receive", "--from", "2", "--json"], home)
    #expect(second.status == 1)
    #expect(
      second.stderr
        == #"{"code":1,"cause":"refused","message":"the wallet has no such account; see wallet accounts","#
        + #""retryable":false,"reason":"unknownAccount"}"# + "\n")
    // A named passcode is checked, as before.
    let wrong = try await run(
      ["receive"] + WalletFixture.passcodeOption(home, "wrong passcode"), home)
    #expect(wrong.status == 77 && wrong.stdout == "")
  }

  @Test func aListThatIsMissingStaleOrDamagedIsNotBelieved() async throws {
    let home = try await WalletFixture.home()
    let list = URL(filePath: listPath(home))
    let whole = try String(contentsOf: list, encoding: .utf8)
    let stale = whole.replacing(/"vault":"0x./, with: "\"vault\":\"0x_")
    for text in [nil, stale, "nonsense", whole.replacing("0xf3", with: "0xF3")] {
      if let text {
        try Data(text.utf8).write(to: list)
      } else {
        try FileManager.default.removeItem(at: list)
      }
      let receive = try await run(["receive"], home)
      #expect(receive.status == 64 && receive.stdout == "", "\(text ?? "none")")
      #expect(receive.stderr == Self.nobodyAsked)
    }
    // Each opening writes it again.
    let opened = try await run(["accounts"] + WalletFixture.passcodeOption(home), home)
    // The last of them was of this vault, and false.
    #expect(opened.status == 0 && opened.stderr.hasPrefix("Warning: "))
    #expect(try String(contentsOf: list, encoding: .utf8) == whole)
    let mode = try FileManager.default.attributesOfItem(atPath: list.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  /// Write access to the home's files allows a false address; the next opening reports it.
  @Test func anInvalidListIsReportedAndFixed() async throws {
    let home = try await WalletFixture.home()
    let list = URL(filePath: listPath(home))
    let whole = try String(contentsOf: list, encoding: .utf8)
    try Data(whole.replacing(Self.address, with: Self.bob).utf8).write(to: list)
    #expect(try await run(["receive"], home).stdout.hasPrefix(Self.bob))
    let opened = try await run(["receive"] + WalletFixture.passcodeOption(home), home)
    #expect(opened.stdout.hasPrefix(Self.address))
    #expect(
      opened.stderr
        == "Warning: the list of addresses beside the vault had been changed. It is corrected; check the addresses that you were shown before.\n"
    )
    #expect(try String(contentsOf: list, encoding: .utf8) == whole)
  }

  // MARK: - Networks

  @Test func aNetworkIsRememberedAfterItsNodeNamedTheChain() async throws {
    let home = try await WalletFixture.home()
    try await DevChainServer.serving(DevChain()) { url in
      let other = try await run(
        ["network", "add", "dev", "--rpc-url", url, "--chain-id", "5"], home)
      #expect(other.status == 1)
      #expect(
        other.stderr == "wallet: the node follows the chain with id 31337, expected 5\n")
      let added = try await run(["network", "add", "dev", "--rpc-url", url], home)
      #expect(added.stdout == "  dev  chain 31337  \(url)\n")
      #expect(try await run(["network", "use", "dev"], home).status == 0)
      // No flag names a node, and the default one does not exist.
      let balance = try await run(["balance"], home)
      #expect(balance.stdout == "\(Self.address) owns 10000 ETH at block 0\n")
      let list = try await run(["network", "list", "--json"], home)
      #expect(
        list.stdout
          == #"[{"name":"dev","chainId":31337,"url":"\#(url)","used":true}]"# + "\n")
      let removed = try await run(["network", "remove", "dev"], home)
      #expect(removed.stdout == "Commands ask the node of 'devchain'.\n")
      let unknown = try await run(["balance", "--network", "dev"], home)
      #expect(unknown.status == 64)
      #expect(
        unknown.stderr == "wallet: there is no network 'dev'; see 'wallet network list'\n")
    }
  }

  /// A key in an address is kept, and never shown.
  @Test func secretsInAnAddressAreNeverShown() async throws {
    let home = try await WalletFixture.home()
    try await DevChainServer.serving(DevChain()) { url in
      let secret = url.replacing("http://", with: "http://me:hunter2@") + "/k3y?x=k3y"
      let added = try await run(["network", "add", "dev", "--rpc-url", secret, "--use"], home)
      #expect(added.stdout == "* dev  chain 31337  \(url)\n")
      for arguments in [["status"], ["network"], ["network", "list", "--json"]] {
        let outcome = try await run(arguments, home)
        #expect(!(outcome.stdout + outcome.stderr).contains(/hunter2|k3y/), "\(outcome)")
      }
    }
    for json in [[], ["--json"]] {
      let refused = try await run(["balance", "--rpc-url", "ftp://me:hunter2@h/k3y"] + json, home)
      #expect(refused.status == 64)
      #expect(!refused.stderr.contains(/hunter2|k3y/), "\(refused.stderr)")
      #expect(refused.stderr.contains("expected http://HOST:PORT or https://HOST"))
    }
  }

  // MARK: - Settings, contacts, status

  @Test func settingsAreSetAndTakenBack() async throws {
    let home = try TemporaryHome()
    #expect(try await run(["settings", "set", "unit", "gwei"], home).stdout == "gwei\n")
    #expect(try await run(["settings", "get", "unit"], home).stdout == "gwei\n")
    #expect(try await run(["settings", "set", "max-fee", "0.010"], home).stdout == "0.01\n")
    #expect(
      try await run(["settings", "--json"], home).stdout
        == #"{"language":"en","unit":"gwei","lock-after":"5m","max-fee":"0.01","#
        + #""max-fee-percent":"10","defaults":["language","lock-after","max-fee-percent"]}"# + "\n")
    let refused = try await run(["settings", "set", "language", "fr"], home)
    #expect(refused.status == 64)
    #expect(refused.stderr == "wallet: expected language as en, ko or default\n")
    #expect(
      try await run(["settings", "set", "unit", "default"], home).stdout == "ether (default)\n")
    #expect(try await run(["settings", "set", "language", "ko"], home).stdout == "ko\n")
    let spoken = try await run(["receive"], home)
    #expect(
      spoken.stderr
        == "wallet: \(home.path)/.headrace 안에 지갑이 없습니다. wallet init 또는 wallet import로 먼저"
        + " 만드세요 (--home으로 고르기)\n")
  }

  @Test func contactsAreKept() async throws {
    let home = try await WalletFixture.home()
    #expect(try await run(["contacts"], home).stdout == "No contacts.\n")
    #expect(
      try await run(["contacts", "add", "Min-su", Self.bob], home).stdout
        == "Min-su  \(Self.bob)\n")
    let taken = try await run(["contacts", "add", "Other", Self.bob], home)
    #expect(taken.status == 1 && taken.stderr == "wallet: Min-su has that address already.\n")
    #expect(
      try await run(["contacts", "rename", "Min-su", "Kim", "--json"], home).stdout
        == #"[{"name":"Kim","address":"\#(Self.bob)"}]"# + "\n")
    let unknown = try await run(["contacts", "remove", "Min-su"], home)
    #expect(unknown.status == 1)
    #expect(unknown.stderr == "wallet: there is no such contact; see 'wallet contacts list'\n")
    #expect(try await run(["contacts", "remove", Self.bob], home).stdout == "No contacts.\n")
  }

  @Test func theStatusOfAHomeAsksNoNode() async throws {
    let empty = try TemporaryHome()
    let none = try await run(["status"], empty)
    #expect(
      none.stdout == """
        Home:     \(empty.path)/.headrace
        Vault:    none; see 'wallet init' or 'wallet import'
        Session:  none; reading may ask for the passcode
        Network:  chain 31337, http://127.0.0.1:8545
        Payments: none pending

        """)
    let home = try await WalletFixture.home()
    #expect(
      try await run(["status", "--json"], home).stdout
        == #"{"home":"\#(home.path)/.headrace","vault":"locked","accounts":1,"session":"none","#
        + #""secondsLeft":null,"network":null,"chainId":31337,"url":"http://127.0.0.1:8545","#
        + #""pending":0}"# + "\n")
  }

  @Test func aBackupIsVerifiedAndNothingShown() async throws {
    let home = try await WalletFixture.home()
    let passcode = try WalletFixture.passcodeOption(home)
    let right = try await run(
      ["verify-backup", "--phrase-file", home.secretFile("phrase", DevChainAccounts.mnemonic)]
        + passcode, home)
    #expect(right.status == 0 && right.stdout == "Yes: this phrase is the wallet's.\n")
    let other =
      "legal winner thank year wave sausage worth useful legal winner thank yellow"
    let wrong = try await run(
      ["verify-backup", "--phrase-file", home.secretFile("other", other)] + passcode, home)
    #expect(wrong.status == 1 && wrong.stdout == "")
    #expect(
      wrong.stderr
        == "wallet: this phrase is another wallet's; expected the one that was written down for this wallet\n"
    )
  }

  @Test func theVersionIsReported() async throws {
    #expect(try await run(["--version"], TemporaryHome()).stdout == WalletVersion.text + "\n")
  }

  // MARK: - Secrets through a pipe

  @Test func aPasscodeComesThroughAPipe() async throws {
    let home = try await WalletFixture.home()
    func piped(_ text: String) async throws -> WalletProcess.Outcome {
      try await WalletProcess(
        shell: ["-c", "printf \"$LINE\" | \"$WALLET\" accounts --passcode-file -"],
        ["LINE": text], home: home
      ).outcome()
    }
    let right = try await piped("\(WalletFixture.passcode)\\n")
    #expect(right.status == 0 && right.stdout == WalletFixture.accountLine)
    let none = try await piped("")
    #expect(none.status == 64)
    #expect(
      none.stderr
        == "wallet: standard input has no line that could be the secret; expected 1 to 1023 bytes\n"
    )
    let windows = try await piped("\(WalletFixture.passcode)\\r\\n")
    #expect(windows.status == 0 && windows.stdout == WalletFixture.accountLine)
  }
}
