import BigInt
import DevChain
import EthereumCrypto
import Foundation
import ProcessScanning
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The scans of the other commands that read a passcode or a phrase.
extension MemoryScanTests {
  private static let open: [String: Set<ProcessMemory.Place>] = ["vault key": [.locked]]

  /// Returns a script that makes a command's answer wait for a reader who never comes: the answer
  /// goes into a full pipe.
  private static func fullPipe(_ home: TemporaryHome) -> String {
    let path = home.materialPath + "/full"
    return "mkfifo \(path); exec 3<>\(path); head -c 65536 /dev/zero >&3; exec 1>&3"
  }

  /// Waits until a thread of a process is blocked in a call that writes to standard output.
  private static func waitUntilItWrites(_ process: Int32) throws {
    let folder = "/proc/\(process)/task"
    while true {
      for thread in try FileManager.default.contentsOfDirectory(atPath: folder) {
        let call = FileManager.default.contents(atPath: "\(folder)/\(thread)/syscall")
        // The number of the call differs between processors.
        let words = String(decoding: call ?? Data(), as: UTF8.self).split(separator: " ")
        if words.count > 1, ["1", "64"].contains(words[0]), words[1] == "0x1" { return }
      }
      poll(nil, 0, 10)
    }
  }

  /// Makes a wallet of a new phrase under the passcode of these tests, with the executable.
  private func imported(_ phrase: String) async throws -> TemporaryHome {
    let home = try TemporaryHome()
    let outcome = try await WalletProcess.run(
      ["import", "--phrase-file", home.secretFile("phrase", phrase)]
        + WalletFixture.passcodeOption(home, Self.passcode), home: home)
    try #require(outcome.status == 0, "\(outcome)")
    return home
  }

  /// A new phrase is on the alternate screen; once it was noted, its entropy is only in locked
  /// memory, also while words are asked back.
  @Test func nothingIsLeftWhileANewPhraseIsMade() async throws {
    let home = try TemporaryHome()
    let process = try WalletProcess(["init"], home: home, watching: .terminal)
    var person = PersonAtTerminal(passcode: Self.passcode)
    var scans: [Scan] = []
    for await piece in process.pieces {
      guard let answer = person.answer(to: piece) else { continue }
      let question = piece.hasPrefix("Word ") ? "Word" : piece
      let needles = try needles(person.words.joined(separator: " "))
      scans.append(Scan(text: question, found: try scan(process, piece, needles).found))
      try process.type(answer)
    }
    #expect(try await process.outcome().status == 0)
    let entropy: [String: Set<ProcessMemory.Place>] = ["entropy": [.locked]]
    #expect(
      scans == [
        Scan(text: "When the words are written down, press Return: ", found: entropy),
        Scan(text: "Word", found: entropy), Scan(text: "Word", found: entropy),
        Scan(text: "Word", found: entropy),
        Scan(text: "New passcode, 8 characters or more: ", found: entropy),
        Scan(
          text: "Repeat the passcode: ", found: ["entropy": [.locked], "passcode": [.locked]]),
      ])
  }

  /// Replacements, a sign-in, and a backup: only the vault's key is in memory, while the vault is
  /// open.
  @Test func nothingIsLeftAtThePromptsOfOtherCommands() async throws {
    let phrase = SecretBytes.random(count: 16).asPhrase()
    let home = try await imported(phrase)
    let all = try needles(phrase, home: home)
    let backup = home.materialPath + "/wallet.backup"
    for (command, place) in [("backup", home), ("restore", try TemporaryHome())] {
      let scans = try await scans(
        [command, backup], place, needles: all, answers: ["Passcode: ": Self.passcode])
      #expect(scans == [Scan(text: "Passcode: ", found: [:])], "\(command)")
    }

    try await SessionService.serving { url, _ in
      let message = "Passcode, to sign this message: "
      let signing = try await scans(
        ["session", "sign-in", "--session-url", url], home, needles: all,
        answers: ["Sign it? (yes/no) ": "yes", message: Self.passcode])
      #expect(
        signing == [
          Scan(text: "Sign it? (yes/no) ", found: [:]), Scan(text: message, found: [:]),
        ])
    }

    let funds = [try address(of: phrase): BigUInt(10).power(19)]
    let chain = DevChain(DevChainConfiguration(genesisBalances: funds, isAutomining: false))
    try await DevChainServer.serving(chain) { url in
      let sent = try await WalletProcess.run(
        [
          "send", "--to", DevChainAccounts.addresses[1].checksummed, "--amount", "0.25", "--yes",
          "--no-wait", "--id", "rent", "--rpc-url", url,
        ] + WalletFixture.passcodeOption(home, Self.passcode), home: home)
      try #require(sent.status == 0, "\(sent)")
      let payment = "Passcode, to sign this payment: "
      for command in ["speed-up", "cancel"] {
        let replacing = try await scans(
          [command, "rent", "--rpc-url", url], home, needles: all,
          answers: ["Sign it? (yes/no) ": "yes", payment: Self.passcode],
          stopsAt: "waiting for")
        #expect(
          replacing == [
            Scan(text: "Sign it? (yes/no) ", found: [:]), Scan(text: payment, found: [:]),
            Scan(text: "waiting for", found: [:]),
          ], "\(command)")
      }
    }
  }

  /// A phrase that is typed for a comparison, with a passcode; and a journal that is accepted.
  @Test func nothingIsLeftWhenABackupIsVerifiedOrAJournalAccepted() async throws {
    let phrase = SecretBytes.random(count: 16).asPhrase()
    let home = try await imported(phrase)
    let all = try needles(phrase, home: home)
    let verifying = try await scans(
      ["verify-backup"], home, needles: all,
      answers: ["Passcode: ": Self.passcode, "Recovery phrase: ": phrase])
    #expect(
      verifying == [
        Scan(text: "Passcode: ", found: [:]), Scan(text: "Recovery phrase: ", found: Self.open),
      ])
    let accepting = try await scans(
      ["accept-journal"], home, needles: all, answers: ["Passcode: ": Self.passcode])
    #expect(accepting == [Scan(text: "Passcode: ", found: [:])])
  }

  /// At the end, too: its answer goes into a full pipe, so that it blocks there.
  @Test(arguments: ["verify-backup", "accept-journal"])
  func nothingIsLeftWhenTheAnswerIsWritten(command: String) async throws {
    let phrase = SecretBytes.random(count: 16).asPhrase()
    let home = try await imported(phrase)
    let all = try needles(phrase, home: home)
    let process = try WalletProcess(
      [command], home: home, watching: .terminal, after: Self.fullPipe(home))
    var answers = ["Passcode: ": Self.passcode, "Recovery phrase: ": phrase]
    var found: [String: Set<ProcessMemory.Place>]?
    for await piece in process.pieces {
      guard let answer = answers.removeValue(forKey: piece) else { continue }
      try process.type(answer)
      guard command == "accept-journal" || answers.isEmpty else { continue }
      try Self.waitUntilItWrites(process.id)
      found = try scan(process, "", all).found
      process.signal(SIGKILL)
    }
    #expect(found == (command == "verify-backup" ? Self.open : [:]))
  }

  /// The process of `wallet unlock` has the vault's key for its time, and neither the passcode nor
  /// the phrase.
  @Test func aSessionHasTheVaultsKeyAlone() async throws {
    let phrase = SecretBytes.random(count: 16).asPhrase()
    let home = try await imported(phrase)
    let all = try needles(phrase, home: home)
    let outcome = try await WalletProcess.run(
      ["unlock", "--for", "5m"] + WalletFixture.passcodeOption(home, Self.passcode), home: home)
    try #require(outcome.status == 0, "\(outcome)")
    var found: [[String: Set<ProcessMemory.Place>]] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
      guard let id = Int32(name),
        let environment = FileManager.default.contents(atPath: "/proc/\(id)/environ"),
        environment.range(of: Data(home.path.utf8)) != nil
      else { continue }
      found.append(try ProcessMemory(of: id).places(of: all))
    }
    #expect(found == [Self.open])
    #expect(try await WalletProcess.run(["lock"], home: home).status == 0)
  }
}
