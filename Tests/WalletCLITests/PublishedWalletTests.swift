import DevChain
import EthereumCrypto
import EthereumPrimitives
import NodeClient
import NodeClientLive
import TestEffort
import Testing
import VaultClient
import VaultClientLive

@testable import WalletCLI

/// Money, invariant 10: an address that others can spend from is never shown for receiving.
///
/// Money may always leave it, after a question.
@Suite struct PublishedWalletTests {
  private static let refusal =
    "the private key of this account is public: anyone can take the ether sent to it, so it"
    + " receives on development chains only; expected a wallet with a phrase of its own. You can"
    + " send away what is there ('wallet send --amount max --from-published')\n"

  /// A wallet of a published phrase, made for a development chain, showed its address for receiving
  /// on all other chains.
  @Test(arguments: Effort.cases([["receive"], ["open", "wallet:receive"]]))
  func itsAddressIsNotHandedOutOnAChainOfValue(command: [String]) async throws {
    let home = try await WalletFixture.home()
    for chain in ["1", "11155111", "31338"] {
      let refused = try await WalletProcess.run(command + ["--chain-id", chain], home: home)
      #expect(refused.status == 1 && refused.stdout == "", "\(refused)")
      #expect(refused.stderr.hasSuffix("wallet: " + Self.refusal), "\(refused)")
    }
    let told = try await WalletProcess.run(command + ["--chain-id", "1337"], home: home)
    #expect(told.status == 0)
    #expect(told.stdout.hasPrefix(WalletFixture.address))
  }

  @Test func theVaultItselfSaysThatTheKeyIsPublished() async throws {
    let home = try await WalletFixture.home()
    let option = try WalletFixture.passcodeOption(home)
    let refused = try await WalletProcess.run(
      ["receive", "--chain-id", "1"] + option, home: home)
    #expect(
      refused
        == WalletProcess.Outcome(status: 1, stdout: "", stderr: "wallet: " + Self.refusal))
    let listed = try await WalletProcess.run(
      ["accounts", "--chain-id", "1"] + option, home: home)
    #expect(listed.status == 0 && listed.stdout == WalletFixture.accountLine)
    #expect(listed.stderr == Self.refusal)
  }

  @Test func anImportSaysThatThePhraseIsPublished() async throws {
    let home = try TemporaryHome()
    let terminal = FakeTerminal { _, _ in nil }
    let session = WalletSession(
      home: home.path + "/.headrace", deviceKeyPath: nil, chainID: 31_337,
      node: .jsonRPC(over: DevChain().transport), scrypt: .testing, terminal: terminal.terminal)
    let account = try await session.importPhrase {
      SecretBytes(Array(DevChainAccounts.mnemonic.utf8))
    } passcode: {
      Passcode(policy: .passphrase, new: SecretBytes(Array("correct horse".utf8)))
    }
    #expect(account.isPublished)
    // A busy machine also says what it waits for.
    #expect(
      terminal.notes.last
        == "Warning: this phrase or key is public. The wallet is for development chains only: bots"
        + " take whatever arrives on any other chain, and 'wallet receive' gives out none of its"
        + " addresses there.")
  }

  /// Payments were refused, so money that had already arrived could not leave.
  @Test func moneyLeavesAChainOfValueAfterAQuestion() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain(
      DevChainConfiguration(
        chainID: 1, genesisBalances: DevChainAccounts.funded(etherEach: 1)))
    try await DevChainServer.serving(chain) { url in
      let command =
        [
          "send", "--to", "0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F", "--amount", "max", "--yes",
          "--no-wait", "--chain-id", "1", "--rpc-url", url,
        ] + (try WalletFixture.passcodeOption(home))
      let refused = try await WalletProcess.run(command, home: home)
      #expect(refused.status == 1 && refused.stdout == "", "\(refused)")
      #expect(refused.stderr.contains("(--from-published); expected its own confirmation"))
      let sent = try await WalletProcess.run(command + ["--from-published"], home: home)
      #expect(sent.status == 0, "\(sent)")
    }
    let node = NodeClient.jsonRPC(over: chain.transport)
    let left = try await node.balance(of: DevChainAccounts.addresses[0], at: .latest)
    #expect(left < 1_000_000_000_000_000)
  }
}
