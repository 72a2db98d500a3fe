import DevChain
import EthereumCrypto
import Foundation
import Synchronization
import TestEffort
import Testing

@testable import WalletCLI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Prompts that get something other than an ordinary answer.
@Suite(.serialized) struct PromptTests {
  /// Runs `wallet accounts` at a terminal, without a list beside the vault, and calls a closure
  /// with each piece of its output.
  private func run(
    _ arguments: [String] = ["accounts"], home: TemporaryHome,
    _ react: (WalletProcess, String) throws -> Void
  ) async throws -> (WalletProcess.Outcome, [String]) {
    if arguments == ["accounts"] { try home.removeAccountList() }
    let process = try WalletProcess(arguments, home: home, watching: .terminal)
    var pieces: [String] = []
    for await piece in process.pieces {
      pieces.append(piece)
      try react(process, piece)
    }
    return (try await process.outcome(), pieces)
  }

  /// Control-Z and `fg` left the echo on for the passcode.
  @Test func aResumedPromptIsRepeatedWithoutEcho() async throws {
    let home = try await WalletFixture.home()
    var echoes: [Bool] = []
    let (outcome, pieces) = try await run(home: home) { process, piece in
      guard piece == "Passcode: " else { return }
      echoes.append(try process.isEchoing)
      if echoes.count == 1 {
        try process.stop()
        // The shell has its own modes in the meantime, and its own echo.
        echoes.append(try process.isEchoing)
        process.signal(SIGCONT)
      } else {
        try process.type(WalletFixture.passcode)
      }
    }
    #expect(echoes == [false, true, false])
    #expect(pieces.filter { $0 == "Passcode: " }.count == 2)
    #expect(outcome.status == 0 && outcome.stdout == WalletFixture.accountLine)
  }

  /// Control-\ opened a debugger, which took the next line: a passcode.
  @Test(arguments: Effort.cases([SIGQUIT, SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGTRAP]))
  func aSignalOfACrashEndsTheProgramAndRestoresTheEcho(number: Int32) async throws {
    let home = try await WalletFixture.home()
    var process: WalletProcess?
    let (outcome, pieces) = try await run(home: home) { running, piece in
      process = running
      if piece == "Passcode: " { running.signal(number) }
    }
    #expect(outcome.status == -number)
    #expect(pieces == ["Passcode: "])
    #expect(try process?.isEchoing == true)
  }

  /// Nothing of the process is written to a file, whatever ends it.
  @Test func thereIsNoCore() async throws {
    let home = try await WalletFixture.home()
    _ = try await run(home: home) { process, piece in
      guard piece == "Passcode: " else { return }
      let limits = try String(contentsOfFile: "/proc/\(process.id)/limits", encoding: .utf8)
      #expect(limits.contains(/Max core file size\s+0\s+0/))
      process.signal(SIGTERM)
    }
  }

  #if os(Linux)
    /// A process that may debug another one may read its environment.
    ///
    /// Root may always read it, so the reader and the process give up root's special rights first.
    private static let undebugging = "/usr/bin/setpriv --bounding-set=-all"

    /// Returns true if another process of the same user, without special rights, can read a
    /// process.
    private func canBeRead(_ id: Int32) throws -> Bool {
      let reader = Process()
      reader.executableURL = URL(filePath: "/bin/sh")
      reader.arguments = [
        "-c", (geteuid() == 0 ? Self.undebugging : "exec") + " head -c 1 /proc/\(id)/environ",
      ]
      reader.standardOutput = FileHandle.nullDevice
      reader.standardError = FileHandle.nullDevice
      try reader.run()
      reader.waitUntilExit()
      return reader.terminationStatus == 0
    }

    /// The control is an ordinary process, which can be read: without the wallet's own refusal it
    /// could be read, too.
    @Test(
      .enabled(
        if: geteuid() != 0 || access("/usr/bin/setpriv", X_OK) == 0,
        "root needs /usr/bin/setpriv to give its rights away"))
    func noOtherProcessOfTheUserReadsTheMemory() async throws {
      let home = try await WalletFixture.home()
      let setUp = geteuid() == 0 ? "exec \(Self.undebugging) \"$0\" \"$@\"" : ":"
      let control = Process()
      control.executableURL = URL(filePath: "/bin/sh")
      control.arguments = ["-c", setUp + #"; exec "$0" "$@""#, "/bin/cat"]
      let (input, output) = (Pipe(), Pipe())
      control.standardInput = input
      control.standardOutput = output
      try control.run()
      // The answer is from the program that the shell has become.
      try input.fileHandleForWriting.write(contentsOf: Data("x".utf8))
      #expect(try output.fileHandleForReading.read(upToCount: 1) == Data("x".utf8))
      #expect(try canBeRead(control.processIdentifier))
      try input.fileHandleForWriting.close()
      control.waitUntilExit()

      try home.removeAccountList()
      let process = try WalletProcess(["accounts"], home: home, watching: .terminal, after: setUp)
      for await piece in process.pieces where piece == "Passcode: " {
        #expect(try !canBeRead(process.id))
        process.signal(SIGTERM)
      }
      #expect(try await process.outcome().status == 75)
    }
  #endif

  /// The system locks no memory of this process, root or not: the command reports it once, and
  /// works.
  @Test(.enabled(if: geteuid() != 0 || access("/usr/bin/setpriv", X_OK) == 0))
  func memoryThatIsNotLockedIsReportedOnce() async throws {
    let home = try await WalletFixture.home()
    let limit = #"ulimit -l 0; exec "$WALLET" "$@""#
    let arguments = ["accounts"] + (try WalletFixture.passcodeOption(home))
    let script =
      geteuid() == 0
      ? ["-c", #"exec /usr/bin/setpriv --bounding-set=-ipc_lock /bin/sh "$0" "$@""#, "-c", limit]
      : ["-c", limit]
    let outcome = try await WalletProcess(shell: script + ["sh"] + arguments, [:], home: home)
      .outcome()
    #expect(
      outcome
        == WalletProcess.Outcome(
          status: 0, stdout: WalletFixture.accountLine, stderr: ProcessText.unlocked + "\n"))
  }

  /// An empty line is not a passcode: it costs no try, and no derivation.
  @Test func anEmptyLineCostsNoTry() async throws {
    let home = try await WalletFixture.home()
    let ledger = home.path + "/.headrace/vault/attempts"
    let before = try Data(contentsOf: URL(filePath: ledger))
    var count = 0
    let (outcome, _) = try await run(home: home) { process, piece in
      guard piece == "Passcode: " else { return }
      count += 1
      guard count < 7 else { return process.signal(SIGTERM) }
      try process.type("")
    }
    #expect(count == 7 && outcome.status == 75)
    #expect(try Data(contentsOf: URL(filePath: ledger)) == before)
  }

  /// Control-D and a line that is too long had the same message.
  @Test(arguments: [
    ("\u{4}", "wallet: nothing was typed; run the command again"),
    (
      String(repeating: "a", count: 1_024),
      "wallet: more than 1023 bytes were typed; type a shorter line"
    ),
  ])
  func invalidAnswersAreReported(typed: String, sentence: String) async throws {
    let home = try await WalletFixture.home()
    let (outcome, pieces) = try await run(home: home) { process, piece in
      if piece == "Passcode: " { try process.type(typed) }
    }
    #expect(pieces.filter { !$0.isEmpty } == ["Passcode: ", sentence])
    #expect(outcome.status == 75)
  }

  /// The longest line is an answer, though a wrong one.
  @Test func theLongestLineIsTaken() async throws {
    let home = try await WalletFixture.home()
    var count = 0
    let (_, pieces) = try await run(home: home) { process, piece in
      guard piece == "Passcode: " else { return }
      count += 1
      guard count == 1 else { return process.signal(SIGTERM) }
      try process.type(String(repeating: "a", count: 1_023))
    }
    #expect(count == 2)
    #expect(!pieces.contains { $0.contains("bytes were typed") }, "\(pieces)")
  }

  @Test func invalidAnswersAreReportedInKorean() {
    Speech.$overriding.withValue(.korean) {
      #expect(
        SecretLine.Refusal.nothingTyped.failure.message
          == "아무것도 입력되지 않았습니다. 명령을 다시 실행하세요")
      #expect(
        SecretLine.Refusal.tooLong.failure.message == "1023 바이트보다 많이 입력되었습니다. 더 짧게 입력하세요")
    }
  }

  /// A passcode in a file whose lines end as on Windows was another passcode.
  @Test func aFileWithReturnsAtTheEndsOfLinesOpens() async throws {
    let home = try await WalletFixture.home()
    let file = try home.secretFile("windows", WalletFixture.passcode + "\r")
    let outcome = try await WalletProcess.run(
      ["accounts", "--passcode-file", file], home: home)
    #expect(outcome.status == 0 && outcome.stdout == WalletFixture.accountLine)
    let empty = try home.secretFile("empty", "\r")
    let refused = try await WalletProcess.run(
      ["accounts", "--passcode-file", empty], home: home)
    #expect(refused.status == 64)
  }

  @Test func aWrongPasscodeIsAskedForAgain() async throws {
    let home = try await WalletFixture.home()
    var count = 0
    let (outcome, pieces) = try await run(home: home) { process, piece in
      guard piece == "Passcode: " else { return }
      count += 1
      try process.type(count == 1 ? "a wrong passcode" : WalletFixture.passcode)
    }
    #expect(
      pieces.contains(
        "the passcode is wrong; 4 tries are left before a wait"))
    #expect(outcome.status == 0 && outcome.stdout == WalletFixture.accountLine)
  }

  /// Control-A in a passcode is rejected with a sentence, and costs no try.
  @Test func aPasscodeThatIsNotTextIsAskedForAgain() async throws {
    let home = try await WalletFixture.home()
    let ledger = URL(filePath: home.path + "/.headrace/vault/attempts")
    let before = try Data(contentsOf: ledger)
    var count = 0
    let (outcome, pieces) = try await run(home: home) { process, piece in
      guard piece == "Passcode: " else { return }
      count += 1
      if count == 2 { #expect(try Data(contentsOf: ledger) == before) }
      try process.type(count == 1 ? "correct\u{1}horse" : WalletFixture.passcode)
    }
    #expect(
      pieces.contains("the passcode is not text; expected UTF-8 without control characters"))
    #expect(outcome.status == 0 && outcome.stdout == WalletFixture.accountLine)
  }

  /// The payment is reviewed and agreed to: a mistyped passcode must not discard that.
  @Test func aWrongPasscodeForASignatureIsAskedForAgain() async throws {
    let home = try await WalletFixture.home()
    let question = "Passcode, to sign this payment: "
    try await DevChainServer.serving(DevChain()) { url in
      var count = 0
      let (outcome, pieces) = try await run(
        [
          "send", "--to", DevChainAccounts.addresses[1].checksummed, "--amount", "0.25",
          "--rpc-url", url,
        ], home: home
      ) { process, piece in
        switch piece {
        case "Send it? (yes/no) ": try process.type("yes")
        case question:
          count += 1
          try process.type(count == 1 ? "a wrong passcode" : WalletFixture.passcode)
        default: break
        }
      }
      #expect(count == 2, "\(pieces)")
      #expect(pieces.count { $0 == "Send it? (yes/no) " } == 1)
      #expect(
        pieces.contains(
          "the passcode is wrong; 4 tries are left before a wait"))
      #expect(outcome.status == 0 && outcome.stdout.contains("0.25 ETH"), "\(outcome)")
    }
  }

  @Test(
    arguments: [
      (["yes"], true, 1), (["YES"], true, 1), (["no"], false, 1), (["y", "Yes"], true, 2),
      (["", "y", "ja"], false, 3), ([], false, 1),
    ] as [([String], Bool, Int)])
  func answersOtherThanYesOrNoAreAskedAgain(answers: [String], isAgreed: Bool, count: Int) {
    let (agrees, questions) = Self.asked(answers)
    #expect(agrees == isAgreed)
    #expect(questions == [String](repeating: "Send it? (yes/no)", count: count))
  }

  /// Asks whether to send; returns the meaning of the answers, and the questions.
  private static func asked(_ answers: [String]) -> (agrees: Bool, questions: [String]) {
    let questions = Mutex<[String]>([])
    let rest = Mutex(answers)
    let terminal = Terminal(
      writeLine: { _ in }, writeError: { _ in },
      ask: { question in
        questions.withLock { $0.append(question) }
        return rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      })
    let agrees = terminal.agrees(to: "Send it? (yes/no)")
    return (agrees, questions.withLock { $0 })
  }

  /// In Korean its words mean the same, and no single key agrees.
  @Test(
    arguments: [
      (["예"], true, 1), (["네"], true, 1), (["yes"], true, 1), (["아니요"], false, 1),
      (["아니오"], false, 1), (["n"], false, 1), (["no"], false, 1), (["y", "ㅇ", "예"], true, 3),
      (["예."], false, 2),
    ] as [([String], Bool, Int)])
  func koreanTakesItsOwnWords(answers: [String], isAgreed: Bool, count: Int) {
    let (agrees, questions) = Speech.$overriding.withValue(.korean) { Self.asked(answers) }
    #expect(agrees == isAgreed)
    #expect(questions == [String](repeating: "보낼까요? (예/아니요)", count: count))
  }

  /// An error about an address does not repeat the address, which may contain a password.
  @Test(arguments: Effort.cases(["--rpc-url", "--verify-rpc-url"]))
  func credentialsOfAnAddressAreNotRepeated(option: String) async throws {
    let home = try TemporaryHome()
    let outcome = try await WalletProcess.run(
      ["send", "--to", "0x", "--amount", "1", option, "ftp://ann:hunter2@node.example/key"],
      home: home)
    #expect(outcome.status == 64)
    #expect(!(outcome.stderr + outcome.stdout).contains("hunter2"))
    #expect(outcome.stderr.contains("The value '…' is invalid for '\(option)"))
  }

  /// The same for an address in the wrong position.
  @Test(
    arguments: Effort.cases([
      ["balance", "0x0000000000000000000000000000000000000001"], [], ["accounts", "--chain-id"],
      ["balance", "--unknown"],
    ]))
  func credentialsOfAnAddressInAWrongPlaceAreNotRepeated(before: [String]) async throws {
    let home = try TemporaryHome()
    for arguments in [[], ["--json"]] {
      let outcome = try await WalletProcess.run(
        before + ["http://ann:hunter2@node.example/key"] + arguments, home: home)
      #expect(outcome.status == 64, "\(outcome)")
      #expect(!(outcome.stderr + outcome.stdout).contains("hunter2"), "\(outcome)")
      #expect(!(outcome.stderr + outcome.stdout).contains("node.example"), "\(outcome)")
    }
  }

  @Test func anAddressAfterAnEqualsSignIsNotRepeatedEither() {
    let address = "http://ann:hunter2@node.example/key"
    let told = WalletMain.usageText(
      "Unknown option '--node=\(address)'", "Error: Unknown option '--node=\(address)'",
      ["balance", "--node=\(address)"])
    #expect(told == "Error: Unknown option '--node=…'")
  }
}

/// The layout of a phrase on the screen.
@Suite struct PhraseScreenTests {
  private func text(_ words: String, isFullScreen: Bool) -> String {
    PhraseScreen.bytes("Heading", SecretBytes(Array(words.utf8)), isFullScreen: isFullScreen)
      .withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test func wordsAreNumberedInColumns() {
    let words = "test test test test test test test test test test test junk"
    #expect(
      text(words, isFullScreen: false) == """
        Heading

         1. test         5. test         9. test
         2. test         6. test        10. test
         3. test         7. test        11. test
         4. test         8. test        12. junk


        """)
  }

  @Test(arguments: [12, 15, 18, 21, 24])
  func everyRowFitsIntoEightyColumns(count: Int) {
    let words = [String](repeating: "abstract", count: count).joined(separator: " ")
    let lines = text(words, isFullScreen: false).split(separator: "\n")
    #expect(lines.count == 1 + (count + 2) / 3)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.last?.hasSuffix("\(count). abstract") == true)
  }

  @Test func onATerminalItIsTheAlternateScreen() {
    #expect(text("a b", isFullScreen: true).hasPrefix("\u{1B}[?1049h\u{1B}[2J\u{1B}[HHeading"))
    #expect(PhraseScreen.leaving == "\u{1B}[2J\u{1B}[H\u{1B}[?1049l")
  }
}
