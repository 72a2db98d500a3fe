import Foundation
import Testing

/// How the executable ends when it is told to, and when its reader goes away.
@Suite(.serialized) struct WalletSignalTests {
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalIsTheEndOfTheDevelopmentChain(signal: Int32) async throws {
    let home = try TemporaryHome()
    let process = try WalletProcess(
      ["devchain", "--port", "0"], home: home, watching: .stdout)
    var pieces = process.pieces.makeAsyncIterator()
    let line = try #require(await pieces.next())
    #expect(line.wholeMatch(of: /The chain 31337 listens on http:\/\/127\.0\.0\.1:\d+/) != nil)
    process.signal(signal)
    let outcome = try await process.outcome()
    #expect(outcome == .init(status: 0, stdout: "", stderr: ""))
    #expect(await pieces.next() == nil)
    #expect(try home.files() == [:])
  }

  /// After so many lines: before there is a folder, while the key is derived, and while it is
  /// derived again.
  @Test(arguments: [SIGINT, SIGTERM], [1, 12, 18, 22])
  func aSignalEndsTheDemoAndItsFolderIsGone(signal: Int32, lineCount: Int) async throws {
    let home = try TemporaryHome()
    let process = try WalletProcess(["demo"], home: home, watching: .stdout)
    var count = 0
    for await _ in process.pieces {
      count += 1
      if count == lineCount { process.signal(signal) }
    }
    let outcome = try await process.outcome()
    #expect(
      outcome
        == .init(
          status: 75, stdout: "",
          stderr: "wallet: interrupted before the story's end; its wallet is thrown away\n"))
    #expect(count < 50)
    #expect(try home.temporaryNames() == [])
  }

  @Test func aSignalAtAQuestionEndsTheCommand() async throws {
    let home = try await WalletFixture.home()
    let process = try WalletProcess(["accounts"], home: home, watching: .terminal)
    var pieces = process.pieces.makeAsyncIterator()
    #expect(await pieces.next() == "Passcode: ")
    process.signal(SIGINT)
    #expect(
      await pieces.next() == "wallet: interrupted before it was done: nothing was written or sent")
    #expect(try await process.outcome().status == 75)
  }

  @Test func aReaderThatGoesAwayEndsTheDemoAsABrokenPipeDoes() async throws {
    let home = try TemporaryHome()
    let outcome = try await WalletProcess.run(["demo"], home: home, watching: .closedPipe)
    #expect(outcome == .init(status: -SIGPIPE, stdout: "", stderr: ""))
    #expect(try home.temporaryNames() == [])
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func anAnswerThatCanNotBeWrittenIsNoSuccess() async throws {
    let home = try TemporaryHome()
    let outcome = try await WalletProcess.run(
      ["devchain", "--port", "0"], home: home, watching: .fullDisk)
    #expect(
      outcome
        == .init(
          status: 1, stdout: "",
          stderr: "wallet: the answer could not be written to standard output: No space left on"
            + " device\n"))
  }
}
