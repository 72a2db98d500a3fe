import ArgumentParser
import DevChain
import EthereumCrypto
import EthereumKeys
import EthereumPrimitives
import EthereumTransactions
import Foundation
import NodeClient
import NodeClientLive
import TestEffort
import Testing

@testable import WalletCLI

/// Messages beside the answers of commands: JSON for programs, paths and defaults for people.
@Suite struct PlainAnswersTests {
  private static let recipient = DevChainAccounts.addresses[1].checksummed

  private func run(
    _ arguments: [String], _ home: TemporaryHome
  ) async throws -> WalletProcess.Outcome {
    try await WalletProcess.run(arguments, home: home)
  }

  private func expectJSON(_ outcome: WalletProcess.Outcome, _ what: String) {
    for line in (outcome.stdout + outcome.stderr).split(separator: "\n") {
      let value = try? JSONSerialization.jsonObject(with: Data(line.utf8))
      #expect(value != nil, "\(what): \(line)")
    }
  }

  @Test func onlyJSONIsWrittenWhereAProgramReads() async throws {
    let home = try await WalletFixture.home()
    let passcode = try WalletFixture.passcodeOption(home)
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    try await DevChainServer.serving(chain) { url in
      func command(_ arguments: [String]) async throws -> WalletProcess.Outcome {
        let outcome = try await run(arguments + ["--rpc-url", url, "--json"], home)
        expectJSON(outcome, arguments.joined(separator: " "))
        return outcome
      }
      let send = ["send", "--to", Self.recipient.lowercased(), "--amount", "0.25", "--no-wait"]
      let first = try await command(send + ["--yes", "--id", "rent"] + passcode)
      #expect(first.status == 0)
      #expect(first.stderr.contains(#"{"event":"review","lines":["Send 0.25 ETH""#))
      // Earlier payments are reported, too, and without a yes the reason why nothing was sent.
      #expect(try await command(send + ["--id", "food"] + passcode).status == 1)
      #expect(
        try await command(["speed-up", "rent", "--no-wait", "--yes"] + passcode).status == 0)
      for arguments in [["activity"], ["status"], ["status", "rent"], ["balance"]] {
        #expect(try await command(arguments).status != 64, "\(arguments)")
      }
      #expect(try await command(["sned"]).status == 64)
    }
  }

  @Test(
    arguments: Effort.cases([
      (["snd"], "'wallet snd'; did you mean 'wallet send'?"),
      (["snd", "--to", "Bob"], "'wallet snd'; did you mean 'wallet send'?"),
      (["recieve"], "'wallet recieve'; did you mean 'wallet receive'?"),
      (["contacts", "ad", "Bob"], "'wallet contacts ad'; did you mean 'wallet contacts add'?"),
      (["speedup"], "'wallet speedup'; did you mean 'wallet speed-up'?"),
    ]))
  func aMistypedCommandSuggestsTheNearestOne(arguments: [String], end: String) async throws {
    let outcome = try await run(arguments, try TemporaryHome())
    #expect(outcome.status == 64)
    #expect(outcome.stderr == "Error: there is no command \(end)\n")
  }

  @Test func aWordThatIsNearNoCommandIsLeftToTheParser() {
    for arguments in [["frobnicate"], ["--home", "snd"], ["send", "snd"], ["help", "snd"], []] {
      #expect(NearestCommand.refusal(arguments) == nil, "\(arguments)")
    }
  }

  /// The program itself reads a command that is named first, which is faster.
  @Test(arguments: [
    "", "--lines", "--version", "--help", "help send", "status", "status --json", "status --help",
    "status --version", "send", "send --to 0x --amount 1", "send --to 0x --amont 1", "balance help",
    "network", "network --json", "network list", "network add dev --rpc-url http://h",
    "network help", "settings set unit gwei", "session", "session status --json", "session help",
    "screens --theme blue", "--home x status", "frobnicate",
  ])
  func aCommandIsReadAsItsRootReadsIt(line: String) {
    let arguments = line.split(separator: " ").map(String.init)
    func told(_ read: ([String]) throws -> any ParsableCommand) -> String {
      do { return "\(try read(arguments))" } catch { return WalletCommand.fullMessage(for: error) }
    }
    #expect(
      told { try WalletMain.command($0, of: WalletCommand.self) }
        == told { try WalletCommand.parseAsRoot($0) })
  }

  @Test func theMissingWalletIsReportedWithItsPlace() async throws {
    let home = try TemporaryHome()
    let outcome = try await run(["activity"], home)
    #expect(outcome.status == 1)
    #expect(
      outcome.stderr
        == "wallet: there is no wallet in \(home.path)/.headrace; expected one made by wallet init"
        + " or wallet import (choose with --home)\n")
  }

  @Test func settingsAreShownAsTheyCount() async throws {
    let home = try TemporaryHome()
    _ = try await run(["settings", "set", "max-fee", "0.01"], home)
    #expect(
      try await run(["settings"], home).stdout == """
        language         en (default)
        unit             ether (default)
        lock-after       5m (default)
        max-fee          0.01
        max-fee-percent  10 (default)

        """)
    #expect(
      try await run(["settings", "--json"], home).stdout
        == #"{"language":"en","unit":"ether","lock-after":"5m","max-fee":"0.01","#
        + #""max-fee-percent":"10","#
        + #""defaults":["language","unit","lock-after","max-fee-percent"]}"# + "\n")
  }

  /// Pays the first account of the development phrase from the second one.
  private func payFirstAccount(_ ether: String, on chain: DevChain) async throws {
    let mnemonic = try Mnemonic(phrase: DevChainAccounts.mnemonic)
    let path = try DerivationPath("m/44'/60'/0'/0/1")
    let key = try HDPrivateKey(seed: mnemonic.seed()).descendant(path).privateKey()
    let transaction = UnsignedTransaction.dynamicFee(
      DynamicFeeTransaction(
        chainID: 31_337, nonce: 0, maxPriorityFeePerGas: 1_000_000_000,
        maxFeePerGas: 10_000_000_000, gasLimit: 21_000, to: DevChainAccounts.addresses[0],
        value: try Wei(ether: ether), data: [], accessList: []))
    _ = try await NodeClient.jsonRPC(over: chain.transport)
      .sendRawTransaction(transaction.signed(by: key).encoded)
  }

  @Test func incomingPaymentsAreListed() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain()
    try await payFirstAccount("0.5", on: chain)
    try await DevChainServer.serving(chain) { url in
      let activity = try await run(["activity", "--rpc-url", url], home)
      #expect(activity.status == 0)
      #expect(
        activity.stdout.hasSuffix(
          "0.5 ETH from \(Self.recipient)  received in block 1\n"), "\(activity)")
      let json = try await run(["activity", "--json", "--rpc-url", url], home)
      #expect(json.stdout.contains(#""direction":"incoming","from":"\#(Self.recipient)""#))
      let filtered = try await run(
        ["activity", "--with", Self.recipient.lowercased(), "--rpc-url", url], home)
      #expect(filtered.stdout == activity.stdout)
      let nothing = try await run(
        ["activity", "--with", DevChainAccounts.addresses[5].checksummed, "--rpc-url", url], home)
      #expect(nothing.stdout == "No payments.\n")
    }
  }

  @Test(.timeLimit(.minutes(30))) func anOpenAppIsNotifiedWhenTheWalletIsLocked() async throws {
    let home = try await WalletFixture.home()
    let app = OpenApp(home: home.path + "/.headrace")
    #expect(try await run(["lock"], home).stdout == "The wallet was locked already.\n")
    // Of two open apps, the first is closed.
    let first = try #require(app.lock())
    let mark = try #require(app.lock())
    close(first)
    #expect(app.isOpen)
    let told = try await run(["lock"], home)
    #expect(
      told.stdout
        == "No session of 'wallet unlock' was open. The app is open on this home, and may be"
        + " unlocked: press l there.\n")
    #expect(
      try await run(["lock", "--json"], home).stdout
        == #"{"session":"none","ended":false,"appOpen":true}"# + "\n")
    close(mark)
    // A program that another test starts has a copy of the mark until its own code runs.
    while app.isOpen { await Task.yield() }
    #expect(try await run(["lock"], home).stdout == "The wallet was locked already.\n")
  }
}
