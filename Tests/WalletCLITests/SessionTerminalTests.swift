import DevSession
import Foundation
import TestEffort
import Testing

/// Signing in with a person at the terminal, and the end of the endpoint.
@Suite(.serialized) struct SessionTerminalTests {
  @Test func aPersonReadsTheMessageAndSignsIt() async throws {
    let home = try await WalletFixture.home()
    try await SessionService.serving { url, _ in
      let process = try WalletProcess(
        ["session", "sign-in", "--session-url", url], home: home, watching: .terminal)
      var person = PersonAtTerminal(passcode: WalletFixture.passcode)
      var screen: [String] = []
      for await piece in process.pieces {
        screen.append(piece)
        if let answer = person.answer(to: piece) { try process.type(answer) }
      }
      let outcome = try await process.outcome()
      #expect(outcome.status == 0)
      #expect(outcome.stdout.hasPrefix("Signed in at \(url) as \(WalletFixture.address) until "))
      let asked = screen.filter { $0.hasSuffix("no) ") || $0.hasPrefix("Passcode") }
      #expect(asked == ["Sign it? (yes/no) ", "Passcode, to sign this message: "])
      let domain = "  \(url) wants you to sign in with your Ethereum account:"
      let shown = try #require(screen.firstIndex(of: domain))
      let question = try #require(screen.firstIndex(of: "Sign it? (yes/no) "))
      #expect(shown < question)
    }
  }

  @Test func aSignalAtTheQuestionSignsNothing() async throws {
    let home = try await WalletFixture.home()
    try await SessionService.serving { url, _ in
      let process = try WalletProcess(
        ["session", "sign-in", "--session-url", url], home: home, watching: .terminal)
      var last = ""
      for await piece in process.pieces {
        last = piece
        if piece == "Sign it? (yes/no) " { process.signal(SIGINT) }
      }
      #expect(
        last == "wallet: interrupted: see wallet session status for whether there is a session")
      #expect(try await process.outcome().status == 75)
      #expect(try home.files()[".headrace/vault/sessions"] == nil)
    }
  }

  /// Tokens that a service has issued can't be revoked unless they were stored.
  @Test func aSignalWhileTheServiceLooksAtTheSignatureLosesNoTokens() async throws {
    let home = try await WalletFixture.home()
    try await SessionService.serving(.slow) { url, service in
      let options = try ["--session-url", url] + WalletFixture.passcodeOption(home)
      let process = try WalletProcess(
        ["session", "sign-in", "--yes"] + options, home: home, watching: .nothing)
      var requests = service.requests.makeAsyncIterator()
      await requests.next()
      await requests.next()
      // The service answers in two seconds.
      process.signal(SIGINT)
      let outcome = try await process.outcome()
      #expect(outcome.status == 75)
      #expect(
        outcome.stderr.hasSuffix(
          "\nwallet: interrupted: see wallet session status for whether there is a session\n"))
      let status = try await WalletProcess.run(["session", "status"] + options, home: home)
      #expect(status.stdout.hasPrefix("Signed in at \(url) as "))
    }
  }

  @Test(arguments: Effort.endingSignals([SIGINT, SIGTERM, SIGHUP]))
  func aSignalIsTheEndOfTheEndpoint(signal: Int32) async throws {
    let home = try TemporaryHome()
    let process = try WalletProcess(
      ["session", "--port", "0"], of: "devchain", home: home, watching: .stdout)
    var pieces = process.pieces.makeAsyncIterator()
    let line = try #require(await pieces.next())
    let greeting = /The session endpoint for chain 31337 listens on http:\/\/127\.0\.0\.1:\d+/
    #expect(line.wholeMatch(of: greeting) != nil)
    process.signal(signal)
    #expect(try await process.outcome() == .init(status: 0, stdout: "", stderr: ""))
    #expect(try home.files() == [:])
  }

  @Test func aPortInUseIsReported() async throws {
    let home = try TemporaryHome()
    try await SessionService.serving { url, _ in
      let port = try #require(url.split(separator: ":").last)
      let outcome = try await WalletProcess.run(
        ["session", "--port", String(port)], of: "devchain", home: home)
      #expect(
        outcome
          == .init(
            status: 75, stdout: "",
            stderr: """
              devchain: can't listen on port \(port) of 127.0.0.1; expected a free port that you may \
              use (choose with --port; 0 takes any)

              """))
    }
  }

  @Test func theWholeStoryIsToldByTwoPrograms() async throws {
    let home = try await WalletFixture.home()
    let service = try WalletProcess(
      ["session", "--port", "0", "--chain-id", "1337", "--json", "--fault", "401-once"],
      of: "devchain",
      home: home, watching: .stdout)
    var pieces = service.pieces.makeAsyncIterator()
    let line = try #require(await pieces.next())
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    let url = try #require(object?["url"] as? String)
    #expect(object?["chainId"] as? Int == 1_337)
    let options =
      try ["--session-url", url, "--chain-id", "1337"] + WalletFixture.passcodeOption(home)
    let commands = [["sign-in", "--yes"], ["whoami"], ["sign-out"]]
    var answers: [String] = []
    for command in commands {
      let outcome = try await WalletProcess.run(["session"] + command + options, home: home)
      #expect(outcome.status == 0, "\(outcome.stderr)")
      answers.append(outcome.stdout)
    }
    #expect(answers[1] == "\(WalletFixture.address) on chain 1337\n")
    #expect(answers[2] == "Signed out of \(url)\n")
    service.signal(SIGTERM)
    #expect(try await service.outcome().status == 0)
  }
}
