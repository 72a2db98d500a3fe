import DevChain
import EthereumCrypto
import Foundation
import TestEffort
import Testing

/// A script that a careful person writes: it repeats by the exit code, and asks for the balance.
@Suite struct CarefulScriptTests {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Support/pay-once.sh")

  /// Runs the script; returns its exit code and its output.
  private func payOnce(
    _ name: String, _ amount: String, url: String, home: TemporaryHome,
    _ environment: [String: String] = [:]
  ) async throws -> WalletProcess.Outcome {
    let arguments =
      [
        Self.script.path, name, DevChainAccounts.addresses[1].checksummed, amount, "--timeout",
        "1s",
      ]
      + (try WalletFixture.passcodeOption(home))
    return try await WalletProcess(
      shell: arguments, environment.merging(["WALLET_NODE": url]) { $1 }, home: home
    ).outcome()
  }

  private func balance(url: String, home: TemporaryHome) async throws -> String {
    let outcome = try await WalletProcess.run(
      ["balance", DevChainAccounts.addresses[1].checksummed, "--json", "--rpc-url", url],
      home: home)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.stdout.utf8))
    return try #require((object as? [String: Any])?["ether"] as? String)
  }

  /// On blocks two seconds apart and waits of one second, every payment ends with 76 at first.
  @Test func aScriptThatGoesByTheExitCodesPaysEachPaymentOnce() async throws {
    let home = try await WalletFixture.home()
    let node = try WalletProcess(
      ["--port", "0", "--block-time", "2", "--json"], of: "devchain", home: home, watching: .stdout)
    var lines = node.pieces.makeAsyncIterator()
    let greeting = try #require(await lines.next())
    let object = try JSONSerialization.jsonObject(with: Data(greeting.utf8))
    let url = try #require((object as? [String: Any])?["url"] as? String)
    let payments = Effort.cases([
      ("rent-1", "0.5", "10000.5"), ("rent-2", "0.5", "10001"), ("food", "0.25", "10001.25"),
    ])
    for (name, amount, expected) in payments {
      // Run three times: by a person who does not trust the first answer.
      for _ in 0..<3 {
        let outcome = try await payOnce(name, amount, url: url, home: home)
        #expect(outcome.status == 0, "\(outcome.stderr)")
        #expect(!outcome.stderr.contains("send 75"))
      }
      #expect(try await balance(url: url, home: home) == expected)
    }
    let activity = try await WalletProcess.run(["activity", "--rpc-url", url], home: home)
    #expect(activity.status == 0)
    #expect(activity.stdout.matches(of: /confirmed in block \d+\n/).count == payments.count)
    node.signal(SIGTERM)
    #expect(try await node.outcome().status == 0)
  }

  /// A payment that no block gets: the script once asked for ever.
  @Test func aScriptThatWaitsInVainEndsWithTheCodeOfWhatIsRecorded() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    try await DevChainServer.serving(chain) { url in
      let waits = ["WALLET_WAITS": "2", "WALLET_WAIT": "1s"]
      let outcome = try await payOnce("rent", "0.5", url: url, home: home, waits)
      #expect(outcome.status == 76)
      let codes = outcome.stderr.split(separator: "\n").filter { $0.hasSuffix(" 76") }
      #expect(codes == ["send 76", "wait 76", "wait 76"])
      // On a busy machine no wait was long enough to hand it over: later transactions are mined.
      await chain.setAutomining(true)
      await chain.mine()
      #expect(try await payOnce("rent", "0.5", url: url, home: home).status == 0)
    }
    #expect(await chain.books.isBalanced)
  }

  /// Killed after the hash, before the broadcast or after it: the same name pays once.
  @Test func aScriptThatIsKilledAndRunAgainPaysOnce() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain()
    try await DevChainServer.serving(chain) { url in
      let killed = try WalletProcess(
        [
          "send", "--id", "rent", "--to", DevChainAccounts.addresses[1].checksummed, "--amount",
          "0.5", "--yes", "--rpc-url", url,
        ] + WalletFixture.passcodeOption(home), home: home, watching: .stdout)
      for await line in killed.pieces where line.hasPrefix("0x") { killed.signal(SIGKILL) }
      _ = try await killed.outcome()
      for _ in 0..<2 {
        #expect(try await payOnce("rent", "0.5", url: url, home: home).status == 0)
      }
      #expect(try await balance(url: url, home: home) == "10000.5")
    }
    #expect(await chain.books.isBalanced)
  }

  /// After it was killed five times during the check of the right passcode, the wallet checks none
  /// for a minute. The script used to stop there.
  @Test(arguments: [
    ("backedOff", "2020-01-01T00:00:00Z", 0, ["send 77", "send 0"]),
    ("backedOff", "2999-01-01T00:00:00Z", 77, ["send 77"]),
    ("wrongPasscode", "2020-01-01T00:00:00Z", 77, ["send 77"]),
  ])
  func aScriptRepeatsALockedPaymentAfterNextTry(
    reason: String, nextTry: String, status: Int32, calls: [String]
  ) async throws {
    let home = try await WalletFixture.home()
    // Locked at first, and open from then on.
    let refusal = #"{"code":77,"reason":"\#(reason)","nextTry":"\#(nextTry)"}"#
    let mark = home.materialPath + "/locked"
    let wallet = try program(
      "wallet", home,
      """
      [ ! -e '\(mark)' ] || exit 0
      : >'\(mark)'
      echo '\(refusal)' >&2
      exit 77
      """)
    let outcome = try await payOnce(
      "rent", "0.5", url: "http://127.0.0.1:1", home: home, ["WALLET": wallet])
    #expect(outcome.status == status, "\(outcome.stderr)")
    #expect(
      outcome.stderr.split(separator: "\n").map(String.init).filter { $0.hasPrefix("send ") }
        == calls)
  }

  /// It repeated twenty times without a pause, while a node was restarted.
  @Test(arguments: [69, 75])
  func aScriptPausesLongerAfterEachTryWithoutARecord(code: Int) async throws {
    let home = try await WalletFixture.home()
    let wallet = try program("wallet", home, "exit \(code)")
    let pauses = home.materialPath + "/pauses"
    _ = try program("sleep", home, #"echo "$1" >>'\#(pauses)'"#)
    let path = home.materialPath + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    let outcome = try await payOnce(
      "rent", "0.5", url: "http://127.0.0.1:1", home: home, ["WALLET": wallet, "PATH": path])
    #expect(outcome.status == Int32(code))
    let slept = try String(contentsOfFile: pauses, encoding: .utf8).split(separator: "\n")
    #expect(slept == ["1", "2", "4", "8", "16", "32"] + Array(repeating: "60", count: 13))
  }

  /// Writes a program of the shell; returns its path.
  private func program(_ name: String, _ home: TemporaryHome, _ text: String) throws -> String {
    let path = home.materialPath + "/" + name
    try Data("#!/bin/sh\n\(text)\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }
}
