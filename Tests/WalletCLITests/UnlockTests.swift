import DevChain
import EthereumCrypto
import Foundation
import Testing
import VaultClient

@testable import WalletCLI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `wallet unlock`, by the executable itself.
@Suite struct UnlockTests {
  private func run(
    _ arguments: [String], _ home: TemporaryHome
  ) async throws -> WalletProcess.Outcome {
    try await WalletProcess.run(arguments, home: home)
  }

  private func unlock(_ home: TemporaryHome, _ time: String = "10m") async throws {
    let outcome = try await run(
      ["unlock", "--for", time] + WalletFixture.passcodeOption(home), home)
    try #require(outcome.status == 0, "\(outcome)")
    #expect(outcome.stdout.contains(/^Unlocked until .*Z\. 'wallet lock' ends that\.\n$/))
  }

  private func unlocked(_ home: TemporaryHome) -> UnlockedHome {
    UnlockedHome(home: home.path + "/.headrace")
  }

  /// Sends bytes to the session, and returns its answer.
  private func say(_ text: String, _ home: TemporaryHome) throws -> String {
    let socket = try #require(UnixSocket.connect(unlocked(home).socketPath))
    defer { close(socket) }
    _ = UnixSocket.send(text, to: socket)
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = recv(socket, &buffer, buffer.count, 0)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }

  /// Money, invariant 13: reading needs no secret.
  @Test func accountsAreListedWithoutAPasscode() async throws {
    let home = try await WalletFixture.home()
    let listed = WalletProcess.Outcome(status: 0, stdout: WalletFixture.accountLine, stderr: "")
    #expect(try await run(["accounts"], home) == listed)
  }

  @Test func whileItIsUnlockedReadingAsksForNoPasscode() async throws {
    let home = try await WalletFixture.home()
    try home.removeAccountList()
    let locked = try await run(["accounts"], home)
    #expect(locked.status == 64)
    try await unlock(home)
    try home.removeAccountList()
    #expect(try await run(["accounts"], home).stdout == WalletFixture.accountLine)
    // A session that omitted a field returned no accounts, and only the file beside the vault did.
    #expect(unlocked(home).accounts()?.map(\.address) == [DevChainAccounts.addresses[0]])
    let status = try await run(["status", "--json"], home)
    #expect(status.stdout.contains(#""session":"open""#))
    let mode = try FileManager.default
      .attributesOfItem(atPath: unlocked(home).socketPath)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(try await run(["lock"], home).stdout == "The wallet is locked.\n")
    #expect(try await run(["lock"], home).stdout == "The wallet was locked already.\n")
    #expect(try await run(["accounts"], home) == locked)
  }

  /// Money, invariant 7: the passcode is asked after the review, for that one transaction.
  @Test func aPaymentStillAsksForThePasscode() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain()
    try await unlock(home)
    try await DevChainServer.serving(chain) { url in
      let send = try await run(
        [
          "send", "--to", DevChainAccounts.addresses[1].checksummed, "--amount", "0.5", "--yes",
          "--rpc-url", url,
        ], home)
      #expect(send.status == 64 && send.stdout == "")
      // It was reviewed without a passcode, and not signed.
      let told = send.withoutWaiting.stderr
      #expect(told.hasPrefix("Send 0.5 ETH\n"))
      #expect(
        told.hasSuffix(
          "wallet: there is no terminal to ask at: expected --passcode-file with the passcode\n"))
    }
    #expect(await chain.state.ledger[DevChainAccounts.addresses[0]].nonce == 0)
    _ = unlocked(home).lock()
  }

  #if os(Linux)
    /// The arguments of a process are visible to every program of the same user, and to `ps`.
    @Test func thePasscodeIsNeitherInArgumentsNorInTheEnvironment() async throws {
      let home = try await WalletFixture.home()
      try await unlock(home)
      let passcode = Data(WalletFixture.passcode.utf8)
      var sessions = 0
      for name in try FileManager.default.contentsOfDirectory(atPath: "/proc")
      where Int(name) != nil {
        guard let arguments = FileManager.default.contents(atPath: "/proc/\(name)/cmdline"),
          arguments.range(of: Data("unlock".utf8)) != nil,
          arguments.range(of: Data("/wallet\u{0}".utf8)) != nil
        else { continue }
        sessions += 1
        #expect(arguments.range(of: passcode) == nil)
        let environment = FileManager.default.contents(atPath: "/proc/\(name)/environ") ?? Data()
        #expect(environment.range(of: passcode) == nil)
      }
      #expect(sessions >= 1)
      #expect(unlocked(home).lock())
    }
  #endif

  @Test func aWrongPasscodeUnlocksNothing() async throws {
    let home = try await WalletFixture.home()
    let outcome = try await run(
      ["unlock", "--json"] + WalletFixture.passcodeOption(home, "wrong passcode"), home)
    #expect(outcome.status == 77 && outcome.stdout == "")
    #expect(
      outcome.stderr
        == #"{"code":77,"cause":"locked","message":"the passcode is wrong; "#
        + #"4 tries are left before a wait","retryable":false,"reason":"wrongPasscode"}"# + "\n")
    #expect(unlocked(home).report() == nil)
  }

  /// One session at a time: a new one replaces the old one.
  @Test func aSecondUnlockTakesThePlaceOfTheFirst() async throws {
    let home = try await WalletFixture.home()
    try await unlock(home, "5m")
    try await unlock(home, "1h")
    let left = try #require(unlocked(home).report()?.secondsLeft)
    #expect((3_000...3_600).contains(left))
    #expect(unlocked(home).lock())
  }

  /// The socket of a killed session is not a session, and is replaced.
  @Test func aStaleSocketIsNotASession() async throws {
    let home = try await WalletFixture.home()
    let listener = try #require(UnixSocket.listen(unlocked(home).socketPath))
    close(listener)
    #expect(FileManager.default.fileExists(atPath: unlocked(home).socketPath))
    #expect(unlocked(home).report() == nil)
    try home.removeAccountList()
    #expect(try await run(["accounts"], home).status == 64)
    try await unlock(home)
    #expect(unlocked(home).lock())
  }

  @Test func badPeersGetNoAnswerAndHoldNoOtherUp() async throws {
    let home = try await WalletFixture.home()
    try await unlock(home)
    #expect(try say("sign\n", home) == "")
    #expect(try say("accounts\naccounts\n", home) == "")
    #expect(try say(String(repeating: "a", count: 10_000), home) == "")
    // It waits for eight silent ones, a second each and all of them together.
    let silent = try (0..<8).map { _ in
      try #require(UnixSocket.connect(unlocked(home).socketPath))
    }
    #expect(unlocked(home).report()?.accounts.count == 1)
    for descriptor in silent { close(descriptor) }
    #expect(unlocked(home).lock())
  }

  @Test(arguments: [
    ("", UnlockedServer.Step.more), ("accounts", .more), ("accounts\n", .request(.accounts)),
    ("lock\n", .request(.lock)), ("lock \n", .refuse), ("lock\nx", .refuse), ("\n", .refuse),
    (String(repeating: "a", count: 63), .more), (String(repeating: "a", count: 64), .refuse),
  ])
  func aLineIsBounded(text: String, step: UnlockedServer.Step) {
    #expect(UnlockedServer.step(Array(text.utf8)) == step)
  }

  /// In the foreground it ends by a signal, and leaves no socket.
  @Test func aSignalEndsIt() async throws {
    let home = try await WalletFixture.home()
    let process = try WalletProcess(
      ["unlock", "--foreground"] + WalletFixture.passcodeOption(home), home: home,
      watching: .stdout)
    for await line in process.pieces where line.hasPrefix("Unlocked") { process.signal(SIGTERM) }
    #expect(try await process.outcome().status == 0)
    #expect(!FileManager.default.fileExists(atPath: unlocked(home).socketPath))
  }

  @Test func itEndsWhenItsTimeIsOver() async throws {
    let home = try await WalletFixture.home()
    let process = try WalletProcess(
      ["unlock", "--foreground", "--for", "1s"] + WalletFixture.passcodeOption(home), home: home,
      watching: .nothing)
    #expect(try await process.outcome().status == 0)
    #expect(unlocked(home).report() == nil)
  }
}
