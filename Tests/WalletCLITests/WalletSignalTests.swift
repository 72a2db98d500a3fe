import DevChain
import EthereumCrypto
import Foundation
import TestEffort
import Testing

/// The executable's end by a signal, and when its reader closes the pipe.
@Suite(.serialized) struct WalletSignalTests {
  @Test(arguments: Effort.cases(Effort.endingSignals([SIGINT, SIGTERM, SIGHUP, SIGQUIT])))
  func aSignalIsTheEndOfTheDevelopmentChain(signal: Int32) async throws {
    let home = try TemporaryHome()
    let process = try WalletProcess(
      ["--port", "0"], of: "devchain", home: home, watching: .stdout)
    var pieces = process.pieces.makeAsyncIterator()
    let line = try #require(await pieces.next())
    #expect(line.wholeMatch(of: /The chain 31337 listens on http:\/\/127\.0\.0\.1:\d+/) != nil)
    process.signal(signal)
    let outcome = try await process.outcome()
    #expect(outcome == .init(status: 0, stdout: "", stderr: ""))
    #expect(await pieces.next() == nil)
    #expect(try home.files() == [:])
  }

  /// Interrupts after this many lines.
  ///
  /// Before there is a folder, and while the key is derived for the first and the second time. On a
  /// busy machine the story may be over before the signal comes: that is not an interruption.
  @Test(arguments: Effort.cases([SIGINT, SIGTERM]), Effort.cases([12, 1, 18, 22]))
  func aSignalEndsTheDemoAndRemovesItsFolder(signal: Int32, lineCount: Int) async throws {
    let home = try TemporaryHome()
    for _ in 1...10 {
      let process = try WalletProcess(["demo"], home: home, watching: .stdout)
      var count = 0
      for await _ in process.pieces {
        count += 1
        if count == lineCount { process.signal(signal) }
      }
      let outcome = try await process.outcome()
      #expect(try home.temporaryNames() == [])
      guard outcome.status != 0 else { continue }
      #expect(
        outcome
          == .init(
            status: 75, stdout: "",
            stderr: "wallet: interrupted before the end of the story; its wallet is deleted\n"))
      #expect(count < 50)
      return
    }
    Issue.record("The story was over before the signal, ten times.")
  }

  @Test func aSignalAtAQuestionEndsTheCommand() async throws {
    let home = try await WalletFixture.home()
    try home.removeAccountList()
    let process = try WalletProcess(["accounts"], home: home, watching: .terminal)
    var pieces = process.pieces.makeAsyncIterator()
    #expect(await pieces.next() == "Passcode: ")
    process.signal(SIGINT)
    #expect(
      await pieces.next() == "wallet: interrupted before it finished: nothing was written or sent")
    #expect(try await process.outcome().status == 75)
  }

  /// The exit code states whether there is a wallet: 75 means that there is none.
  ///
  /// The short form leaves it to `WalletKillTests`.
  @Test(.enabled(if: !Effort.isShort), arguments: [SIGINT, SIGTERM])
  func aSignalWhileAWalletIsWrittenTellsWhetherItExists(signal: Int32) async throws {
    let home = try TemporaryHome()
    let arguments =
      try ["import", "--phrase-file", home.secretFile("phrase", DevChainAccounts.mnemonic)]
      + WalletFixture.passcodeOption(home)
    let process = try WalletProcess(arguments, home: home, watching: .terminal)
    for await piece in process.pieces where piece == "Deriving the key … done" {
      process.signal(signal)
    }
    let outcome = try await process.outcome()
    let accounts = try await WalletProcess.run(
      ["accounts"] + WalletFixture.passcodeOption(home), home: home)
    switch outcome.status {
    case 75: #expect(accounts.status == 1)
    case 0, 1: #expect(accounts.stdout == WalletFixture.accountLine)
    default: Issue.record("ended with \(outcome.status)")
    }
  }

  /// A password manager that writes late, or never, into its pipe.
  @Test(arguments: [["correct ", "horse\n"], ["correct horse"], []])
  func aPipeIsReadWhenItIsWrittenAndLeftAtASignal(pieces: [String]) async throws {
    let home = try await WalletFixture.home()
    let path = home.materialPath + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    let process = try WalletProcess(
      ["accounts", "--passcode-file", path], home: home, watching: .nothing)
    // Opening waits until the wallet is there to read.
    let pipe = try #require(FileHandle(forWritingAtPath: path))
    for piece in pieces { try pipe.write(contentsOf: Data(piece.utf8)) }
    if pieces.isEmpty { process.signal(SIGTERM) } else { try pipe.close() }
    let outcome = try await process.outcome()
    if pieces.isEmpty {
      try pipe.close()
      let text = "wallet: interrupted before it finished: nothing was written or sent\n"
      #expect(outcome == .init(status: 75, stdout: "", stderr: text))
    } else {
      #expect(outcome == .init(status: 0, stdout: WalletFixture.accountLine, stderr: ""))
    }
  }

  @Test func aReaderThatGoesAwayEndsTheDemoAsABrokenPipeDoes() async throws {
    let home = try TemporaryHome()
    let outcome = try await WalletProcess.run(["demo"], home: home, watching: .closedPipe)
    #expect(outcome == .init(status: -SIGPIPE, stdout: "", stderr: ""))
    #expect(try home.temporaryNames() == [])
  }

  /// The first opened file took the number of the closed stream: answers were written into it.
  @Test(arguments: Effort.cases([[Int32(1)], [], [0], [1, 2], [0, 1, 2]]))
  func closedStreamsTakeNoFilesPlace(descriptors: [Int32]) async throws {
    let home = try await WalletFixture.home()
    let passcode = try WalletFixture.passcodeOption(home)
    let recipient = DevChainAccounts.addresses[1].checksummed
    try await DevChainServer.serving(DevChain()) { url in
      let arguments = ["--rpc-url", url] + passcode
      let outcome = try await WalletProcess.run(
        ["send", "--to", recipient, "--amount", "1", "--yes"] + arguments, home: home,
        watching: .closed(descriptors))
      // The payment is recorded, and the reader of the answer does not know its end.
      #expect(outcome.status == (descriptors.contains(1) ? 76 : 0))
      let refusal =
        "\nwallet: the answer could not be written to standard output: Bad file descriptor. The"
        + " payment 0x"
      #expect(outcome.stderr.contains(refusal) == (descriptors == [1]))
      #expect(outcome.stderr.isEmpty == descriptors.contains(2))
      // The payment stays, and the journal has nothing else.
      let listed = try await WalletProcess.run(["activity", "--rpc-url", url], home: home)
      let line = #/0x[0-9a-f]{64}  1 ETH to 0x\w{40}  confirmed in block 1\n/#
      #expect(listed.status == 0 && listed.withoutWaiting.stderr == "")
      #expect(try line.wholeMatch(in: listed.stdout) != nil, "\(listed.stdout)")
    }
  }

  /// `wallet send … | head -1`: the reader closes the pipe, and 141 would say nothing of the
  /// payment.
  @Test func aReaderThatGoesAwayDoesNotHideAPayment() async throws {
    let home = try await WalletFixture.home()
    let recipient = DevChainAccounts.addresses[1].checksummed
    try await DevChainServer.serving(DevChain()) { url in
      let outcome = try await WalletProcess.run(
        [
          "send", "--to", recipient, "--amount", "1", "--yes", "--json", "--rpc-url", url, "--id",
          "rent",
        ] + WalletFixture.passcodeOption(home), home: home, watching: .closedPipe)
      #expect(outcome.status == 76)
      let listed = try await WalletProcess.run(
        ["status", "rent", "--rpc-url", url], home: home)
      #expect(listed.status == 0)
      let hash = listed.stdout.prefix(66)
      #expect(
        outcome.withoutWaiting.stderr.hasSuffix(
          "{\"code\":76,\"cause\":\"unknownEnd\",\"message\":\"the answer could not be written to standard output: Broken"
            + " pipe. The payment \(hash) is recorded, and may have paid: ask with 'wallet wait"
            + " \(hash)', and don't send it again\",\"retryable\":false,\"hash\":\"\(hash)\"}\n"))
      let gone = try await WalletProcess.run(
        ["activity", "--rpc-url", url], home: home, watching: .closedPipe)
      #expect(gone.status == -SIGPIPE)
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func anAnswerThatCannotBeWrittenIsNotASuccess() async throws {
    let home = try TemporaryHome()
    let outcome = try await WalletProcess.run(
      ["--port", "0"], of: "devchain", home: home, watching: .fullDisk)
    #expect(
      outcome
        == .init(
          status: 1, stdout: "",
          stderr: "devchain: the answer could not be written to standard output: No space left on"
            + " device\n"))
  }
}
