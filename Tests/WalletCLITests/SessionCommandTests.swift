import DevSession
import Foundation
import TestEffort
import Testing
import VaultClientLive

@testable import WalletCLI

/// `wallet session` against services that are honest, lie, refuse or are unreachable.
@Suite struct SessionCommandTests {
  private typealias Outcome = WalletProcess.Outcome

  private static let sessionsFile = ".headrace/vault/sessions"

  private func run(
    _ command: String, _ url: String, _ home: TemporaryHome, _ options: [String] = []
  ) async throws -> Outcome {
    try await WalletProcess.run(
      ["session", command, "--session-url", url] + options + WalletFixture.passcodeOption(home),
      home: home)
  }

  private func signIn(_ url: String, _ home: TemporaryHome) async throws {
    let outcome = try await run("sign-in", url, home, ["--yes"])
    try #require(outcome.status == 0, "\(outcome.stderr)")
  }

  private func failed(_ sentence: String, _ status: EndStatus = .refused) -> Outcome {
    Outcome(status: status.rawValue, stdout: "", stderr: "wallet: \(sentence)\n")
  }

  // MARK: - An honest service

  @Test func aScriptSignsInAsksItsNameAndSignsOut() async throws {
    let home = try await WalletFixture.home()
    try await SessionService.serving { url, _ in
      let before = try await run("status", url, home)
      #expect(before == Outcome(status: 0, stdout: "Signed out of \(url)\n", stderr: ""))

      let signedIn = try await run("sign-in", url, home, ["--yes", "--json"])
      #expect(signedIn.status == 0)
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(signedIn.stdout.utf8)) as? [String: Any])
      #expect(object["state"] as? String == "signedIn")
      #expect(object["service"] as? String == url)
      #expect(object["address"] as? String == WalletFixture.address)
      #expect(object["chainId"] as? Int == 31_337)
      let message = """
        Sign this message:

          \(url) wants you to sign in with your Ethereum account:
          \(WalletFixture.address)

          Sign in to the development session endpoint.

          URI: \(url)
          Version: 1
          Chain ID: 31337
          Nonce:
        """
      // With '--json' each line of standard error is an object.
      let note = try #require(
        try JSONSerialization.jsonObject(
          with: Data(signedIn.stderr.prefix { $0 != "\n" }.utf8)) as? [String: Any])
      #expect(note["event"] as? String == "note")
      #expect((note["text"] as? String)?.hasPrefix(message) == true)

      let status = try await run("status", url, home)
      #expect(
        status.stdout.wholeMatch(of: /Signed in at (\S+) as (\S+) until \S+\n/).map {
          [$0.1, $0.2]
        } == [url[...], WalletFixture.address[...]])
      let again = try await run("sign-in", url, home, ["--yes"])
      #expect(again == status, "what is there already is shown, and nothing is signed")

      #expect(
        try await run("whoami", url, home)
          == Outcome(status: 0, stdout: "\(WalletFixture.address) on chain 31337\n", stderr: ""))
      #expect(
        try await run("whoami", url, home, ["--json"])
          == Outcome(
            status: 0, stdout: #"{"address":"\#(WalletFixture.address)","chainId":31337}"# + "\n",
            stderr: ""))
      #expect(
        try await run("sign-out", url, home, ["--json"])
          == Outcome(
            status: 0, stdout: #"{"state":"signedOut","service":"\#(url)"}"# + "\n", stderr: ""))
      for command in ["whoami", "sign-out"] {
        #expect(
          try await run(command, url, home)
            == failed(
              "there is no session with the service; sign in (wallet session sign-in)"))
      }
    }
  }

  /// Copies of the disk from before the sign-out are worthless after it.
  @Test func signingOutRevokesWhatMayHaveBeenCopied() async throws {
    let home = try await WalletFixture.home()
    try await SessionService.serving { url, _ in
      try await signIn(url, home)
      let copy = try home.files()
      #expect(try await run("sign-out", url, home).status == 0)
      try home.install(copy)
      #expect(
        try await run("whoami", url, home)
          == failed("the service has ended the session; sign in again (wallet session sign-in)"))
      #expect(try await run("status", url, home).stdout == "Signed out of \(url)\n")
    }
  }

  @Test func concurrentCommandsRefreshOnceAndStaySignedIn() async throws {
    let home = try await WalletFixture.home()
    try await SessionService.serving { url, service in
      try await signIn(url, home)
      service.advance(seconds: 60)
      let passcode = try WalletFixture.passcodeOption(home)
      let processes = try (0..<3).map { _ in
        try WalletProcess(
          ["session", "whoami", "--session-url", url] + passcode, home: home, watching: .nothing)
      }
      for process in processes {
        let outcome = try await process.outcome()
        #expect(outcome.stdout == "\(WalletFixture.address) on chain 31337\n")
        #expect(outcome.stderr == "")
      }
      // If a refresh token had been used twice, the session would have ended.
      #expect(try await run("whoami", url, home).status == 0)
    }
  }

  @Test func aSessionOnAnotherChainIsNotTheOneThatWasAskedFor() async throws {
    let home = try await WalletFixture.home()
    try await SessionService.serving { url, _ in
      try await signIn(url, home)
      let outcome = try await run("sign-in", url, home, ["--yes", "--chain-id", "1337"])
      let refusal = failed(
        """
        there is a session on the chain 31337; expected none, or one on 1337 (end it with wallet \
        session sign-out)
        """)
      #expect(outcome == refusal)
    }
  }

  // MARK: - Services that lie

  @Test(
    arguments: Effort.cases([
      (
        DevSessionFault.domain,
        "the service at DOMAIN says that its domain is bank.example; expected DOMAIN"
      ),
      (
        .uri,
        "the service at http://DOMAIN asks for a session at https://bank.example/login; expected one of its own"
      ),
      (.chain, "the service asks for a session on the chain 1; expected 31337 (see --chain-id)"),
      (
        .nonce,
        "the service's message does not follow EIP-4361: expected a nonce of at least 8 letters and digits"
      ),
      (
        .expired,
        "the message expired at TIME; expected one that is valid now (is the clock right?)"
      ),
      (.endless, "the message would be valid until TIME; expected at most an hour"),
    ]))
  func aLyingServiceIsReportedInOneSentenceAndNothingIsLost(
    fault: DevSessionFault, sentence: String
  ) async throws {
    let home = try await WalletFixture.home()
    let accounts = ["accounts"] + (try WalletFixture.passcodeOption(home))
    let listed = try await WalletProcess.run(accounts, home: home)
    let before = try home.files()
    try await SessionService.serving(fault) { url, _ in
      let outcome = try await run("sign-in", url, home, ["--yes"])
      let told = outcome.stderr.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "TIME")
        .replacing(url.dropFirst("http://".count), with: "DOMAIN")
      #expect(told == "wallet: nothing was signed: \(sentence)\n")
      #expect(outcome.status == 1)
      #expect(outcome.stdout == "")
    }
    let after = try home.files()
    #expect(Set(after.keys) == Set(before.keys))
    // Openings are counted in the vault's file, so its bytes change.
    let vault = ".headrace/vault/vault"
    let marks = try [before, after].map { files in
      let bytes = try #require(files[vault])
      return try #require(VaultMark.read(fromFile: Array(bytes)))
    }
    #expect(marks[0] == marks[1])
    #expect(try await WalletProcess.run(accounts, home: home) == listed)
  }

  @Test func aRefusalIsJSONForAProgram() async throws {
    let home = try await WalletFixture.home()
    try await SessionService.serving(.chain) { url, _ in
      let outcome = try await run("sign-in", url, home, ["--yes", "--json"])
      let refusal = """
        {"code":1,"cause":"refused","message":"nothing was signed: the service asks for a session \
        on the chain 1; expected 31337 (see --chain-id)","retryable":false}

        """
      #expect(outcome == Outcome(status: 1, stdout: "", stderr: refusal))
    }
  }

  // MARK: - Services that refuse, or are away

  @Test(
    arguments: Effort.cases([
      (DevSessionFault.unauthorizedOnce, nil),
      (
        .unauthorizedAlways,
        """
        the service refused the access token, and the next one, too; expected it to take one that it \
        just gave
        """
      ),
      (
        .profile,
        """
        the service reports another account, or another chain; expected the one that \
        signed in
        """
      ),
    ]))
  func aCallThatIsRefusedIsRepeatedOnce(fault: DevSessionFault, sentence: String?) async throws {
    let home = try await WalletFixture.home()
    try await SessionService.serving(fault) { url, _ in
      try await signIn(url, home)
      let outcome = try await run("whoami", url, home)
      #expect(
        outcome
          == sentence.map { failed($0) }
          ?? Outcome(
            status: 0, stdout: "\(WalletFixture.address) on chain 31337\n", stderr: ""))
      #expect(try await run("status", url, home).stdout.hasPrefix("Signed in at"))
    }
  }

  @Test func aServiceThatIsAwayKeepsItsSession() async throws {
    let home = try await WalletFixture.home()
    var address = ""
    try await SessionService.serving { url, _ in
      try await signIn(url, home)
      address = url
    }
    for command in ["whoami", "sign-out"] {
      #expect(
        try await run(command, address, home)
          == failed(
            """
            no service answers at \(address): nothing accepts connections there; expected one to \
            sign in to (see --session-url)
            """, .nodeUnavailable))
    }
    #expect(try await run("status", address, home).stdout.hasPrefix("Signed in at"))
  }

  /// A name and a password in the address, a key in its path or query, and an invalid address: no
  /// output contains possible secrets.
  private static let secretAddresses = [
    "http://me:hunter2@127.0.0.1:9", "https://me:hunter2@h", "ftp://me:hunter2@h/k3y",
    "http://127.0.0.1:9/?x=k3y", "http://example.com/k3y", "hunter2",
  ]

  @Test(arguments: Effort.cases(secretAddresses))
  func secretsInAnAddressAreNeverShown(url: String) async throws {
    let home = try await WalletFixture.home()
    try await expectNothingSecret(["status", "--session-url", url], home)
    try await expectNothingSecret(["status", "--session-url=" + url, "--json"], home)
  }

  @Test(arguments: Effort.cases(["sign-in", "whoami", "sign-out"]))
  func noCommandShowsWhatIsSecretInAnAddress(command: String) async throws {
    let home = try await WalletFixture.home()
    try await expectNothingSecret([command, "--session-url", Self.secretAddresses[0]], home)
  }

  private func expectNothingSecret(_ arguments: [String], _ home: TemporaryHome) async throws {
    let outcome = try await WalletProcess.run(
      ["session"] + arguments + WalletFixture.passcodeOption(home), home: home)
    #expect(outcome.status == 64, "\(outcome)")
    #expect(!(outcome.stdout + outcome.stderr).contains(/hunter2|k3y/), "\(outcome)")
  }

  @Test func aWrongPasscodeIsSeventySevenAndTellsTheServiceNothing() async throws {
    let home = try await WalletFixture.home()
    let outcome = try await WalletProcess.run(
      ["session", "sign-in", "--yes", "--session-url", "http://127.0.0.1:9"]
        + WalletFixture.passcodeOption(home, "wrong horse"), home: home)
    #expect(outcome.status == 77)
    #expect(outcome.stdout == "")
  }

  @Test func withoutAYesNothingIsSigned() async throws {
    let home = try await WalletFixture.home()
    try await SessionService.serving { url, _ in
      let outcome = try await run("sign-in", url, home)
      #expect(outcome.status == 1)
      #expect(outcome.stdout == "")
      #expect(
        outcome.stderr.hasSuffix("\n\nwallet: nothing was signed: expected a yes, or --yes\n"))
      #expect(try home.files()[Self.sessionsFile] == nil)
    }
  }

  @Test func damagedSessionsAreSetAsideByTheNextSignIn() async throws {
    let home = try await WalletFixture.home()
    try await SessionService.serving { url, _ in
      try await signIn(url, home)
      try home.install([Self.sessionsFile: Data("damaged".utf8)])
      let path = home.path + "/" + Self.sessionsFile
      #expect(
        try await run("status", url, home)
          == failed(
            """
            \(path) is damaged; expected sessions as the wallet writes them. The next sign-in sets \
            it aside
            """))
      let outcome = try await run("sign-in", url, home, ["--yes"])
      #expect(outcome.status == 0)
      #expect(
        outcome.stderr.hasPrefix("\(path) is damaged; the new session sets it aside\nSign this"))
      #expect(
        try home.files()[Self.sessionsFile + ".unreadable-1"] == Data("damaged".utf8))
    }
  }

  // MARK: - Addresses

  @Test(
    arguments: Effort.cases([
      ("", "expected https://HOST or http://127.0.0.1:PORT"),
      ("ftp://example.com", "expected https://HOST or http://127.0.0.1:PORT"),
      ("https://example.com?a", "expected https://HOST or http://127.0.0.1:PORT"),
      (
        "http://example.com",
        "expected https:// for another machine: tokens must not travel in the clear"
      ),
    ]))
  func invalidServiceAddressesAreRejectedWithASentence(url: String, words: String) async throws {
    let outcome = try await run("status", url, try TemporaryHome())
    #expect(outcome.status == 64)
    #expect(outcome.stdout == "")
    // An address may contain a password.
    let shown = url.isEmpty ? "" : "…"
    #expect(
      outcome.stderr.hasPrefix(
        "Error: The value '\(shown)' is invalid for '--session-url <session-url>': \(words)\n"))
  }
}
