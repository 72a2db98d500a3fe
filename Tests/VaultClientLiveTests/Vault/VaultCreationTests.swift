import DurableFiles
import DurableFilesTesting
import EthereumCrypto
import Synchronization
import Testing
import VaultClient

@testable import VaultClientLive

@Suite struct VaultCreationTests {
  private let bench = VaultBench()

  @Test(arguments: [12, 15, 18, 21, 24])
  func newPhraseIsShownConfirmedAndWritten(wordCount: Int) async throws {
    let vault = bench.makeVault()
    let client = VaultClient.live(vault)
    #expect(try await client.status() == .empty)
    let handle = try await client.beginCreation(wordCount)
    #expect(handle.wordCount == wordCount)
    try await client.showPhrase(handle)
    let shown = bench.shown
    #expect(shown.count == 1)
    let words = shown[0].split(separator: " ").map(String.init)
    #expect(words.count == wordCount)

    let challenge = try await client.confirmationChallenge(handle)
    #expect(challenge.positions.count == 3)
    #expect(challenge.positions == Array(Set(challenge.positions)).sorted())
    #expect(challenge.positions.allSatisfy((1...wordCount).contains))
    var typed: [SecretHandle] = []
    for position in challenge.positions { typed.append(await vault.deposit(words[position - 1])) }
    try await client.checkConfirmation(handle, typed)

    try await client.setPasscode(
      handle, .passphrase, vault.deposit("1234 678"), vault.deposit("1234 678"))
    let committed = try await client.commit(handle)
    #expect(committed.setAsidePath == nil)
    #expect(committed.accounts.map(\.name) == ["Account 1"])
    #expect(committed.accounts.map(\.path) == ["m/44'/60'/0'/0/0"])
    #expect(try await client.status() == .unlocked(committed.accounts))
    #expect(
      bench.disk.paths == [VaultBench.attemptsPath, VaultBench.deviceKeyPath, VaultBench.vaultPath])
    for path in bench.disk.paths { #expect(try bench.disk.files.mode(path) == 0o600) }

    await client.lock()
    #expect(try await client.status() == .locked(.tries(left: 5)))
    let accounts = try await client.unlock(vault.deposit("1234 678"))
    #expect(accounts == committed.accounts)
  }

  @Test func knownPhraseHasTheAddressesThatEverybodyKnows() async throws {
    let vault = bench.makeVault()
    let client = VaultClient.live(vault)
    var accounts = try await bench.create(in: vault).accounts
    accounts.append(try await client.deriveAccount())
    accounts.append(try await client.deriveAccount())
    #expect(accounts.map(\.address.checksummed) == VaultBench.addresses)
    #expect(accounts.map(\.id.rawValue) == [0, 1, 2])
    #expect(accounts.map(\.name) == ["Account 1", "Account 2", "Account 3"])
    #expect(accounts[2].path == "m/44'/60'/0'/0/2")
  }

  @Test(arguments: [Int.min, -12, 0, 3, 11, 13, 23, 25, 27, Int.max])
  func otherWordCountsAreRefused(wordCount: Int) async {
    let client = VaultClient.live(bench.makeVault())
    await #expect(throws: CreationRefusal.unsupportedWordCount(wordCount)) {
      try await client.beginCreation(wordCount)
    }
  }

  @Test func wrongWordsAreNamedByPlaceAndTheChallengeIsSpent() async throws {
    let vault = bench.makeVault()
    let client = VaultClient.live(vault)
    let handle = try await client.beginCreation(12)
    try await client.showPhrase(handle)
    let words = bench.shown[0].split(separator: " ").map(String.init)
    let challenge = try await client.confirmationChallenge(handle)
    let positions = challenge.positions
    func deposit(_ texts: [String]) async -> [SecretHandle] {
      var handles: [SecretHandle] = []
      for text in texts { handles.append(await vault.deposit(text)) }
      return handles
    }
    let right = positions.map { words[$0 - 1] }
    let typed = await deposit([right[0], right[1] + "x", ""])
    await #expect(throws: ConfirmationRefusal.wrongWords(positions: Array(positions[1...]))) {
      try await client.checkConfirmation(handle, typed)
    }
    let again = await deposit(right)
    await #expect(throws: ConfirmationRefusal.noChallenge) {
      try await client.checkConfirmation(handle, again)
    }
    let next = try await client.confirmationChallenge(handle)
    let spent = again
    await #expect(throws: ConfirmationRefusal.secretGone) {
      try await client.checkConfirmation(handle, spent)
    }
    _ = next
    let third = try await client.confirmationChallenge(handle)
    let two = await deposit(Array(third.positions.dropLast().map { words[$0 - 1] }))
    await #expect(throws: ConfirmationRefusal.noChallenge) {
      try await client.checkConfirmation(handle, two)
    }
    let three = await deposit(third.positions.map { words[$0 - 1] })
    try await client.checkConfirmation(handle, three)
  }

  @Test func challengesReachEveryPlace() async throws {
    let client = VaultClient.live(bench.makeVault())
    let handle = try await client.beginCreation(24)
    var seen: Set<Int> = []
    for _ in 0..<100 { seen.formUnion(try await client.confirmationChallenge(handle).positions) }
    #expect(seen == Set(1...24))
  }

  @Test func unconfirmedPhraseAndMissingPasscodeAreNotWritten() async throws {
    let vault = bench.makeVault()
    let client = VaultClient.live(vault)
    let handle = try await client.beginCreation(12)
    await #expect(throws: CommitRefusal.notConfirmed) { try await client.commit(handle) }
    let imported = try await client.importPhrase(vault.deposit(VaultBench.phrase))
    await #expect(throws: CommitRefusal.noPasscode) { try await client.commit(imported) }
    await #expect(throws: CommitRefusal.phraseGone) { try await client.commit(handle) }
    await client.abandonCreation(imported)
    await #expect(throws: CommitRefusal.phraseGone) { try await client.commit(imported) }
    await #expect(throws: PhraseDisplayRefusal.phraseGone) { try await client.showPhrase(imported) }
    #expect(bench.disk.paths == [])
  }

  @Test func phrasesAreRefusedWithThePlaceAndNeverTheWord() async throws {
    let vault = bench.makeVault()
    let client = VaultClient.live(vault)
    let test = Array(repeating: "test", count: 11)
    let cases: [(String, PhraseImportRefusal)] = [
      ("", .wrongWordCount(found: 0)),
      (test.joined(separator: " "), .wrongWordCount(found: 11)),
      ((test + ["junk", "junk"]).joined(separator: " "), .wrongWordCount(found: 13)),
      ((test + ["test"]).joined(separator: " "), .wrongChecksum),
      ((test + ["junk"]).joined(separator: " ").uppercased(), .upperCase(position: 1)),
      ((test + ["Junk"]).joined(separator: " "), .upperCase(position: 12)),
    ]
    for (text, refusal) in cases {
      let handle = await vault.deposit(text)
      await #expect(throws: refusal) { try await client.importPhrase(handle) }
    }
    let misspelt = await vault.deposit((test + ["jun"]).joined(separator: " "))
    let refusal = await #expect(throws: PhraseImportRefusal.self) {
      try await client.importPhrase(misspelt)
    }
    #expect(refusal == .unknownWord(position: 12))
    await #expect(throws: PhraseImportRefusal.secretGone) {
      try await client.importPhrase(misspelt)
    }
    #expect(bench.disk.paths == [])
  }

  /// One of the words that look like a misspelt one is likely a word of the phrase: they were part
  /// of the refusal, and in every state that contained it.
  @Test(arguments: [("jun", "12: junk fun gun run sun"), ("qqqqqqqq", nil)])
  func wordsThatLookLikeAMisspeltOneAreOnTheDisplayAlone(word: String, shown: String?) async throws
  {
    let suggestions = Mutex<[String]>([])
    let vault = bench.makeVault(
      display: PhraseDisplay(
        show: { (_: borrowing SecretBytes) throws(PhraseDisplay.Unavailable) in
          throw PhraseDisplay.Unavailable()
        },
        suggest: { (position: Int, words: borrowing SecretBytes) in
          let text = words.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
          suggestions.withLock { $0.append("\(position): \(text)") }
        }))
    let phrase = Array(repeating: "test", count: 11) + [word]
    let misspelt = await vault.deposit(phrase.joined(separator: " "))
    await #expect(throws: PhraseImportRefusal.unknownWord(position: 12)) {
      try await VaultClient.live(vault).importPhrase(misspelt)
    }
    #expect(suggestions.withLock { $0 } == (shown.map { [$0] } ?? []))
  }

  @Test func passcodesAreHeldAgainstTheirPolicyAtBothSidesOfEachLimit() async throws {
    let vault = bench.makeVault()
    let client = VaultClient.live(vault)
    let cases: [(PasscodePolicy, String, PasscodeRefusal?)] = [
      (.passphrase, "1234567", .tooShort(minimum: 8)),
      (.passphrase, "12345678", .tooCommon),
      (.passphrase, "1234 678", nil),
      (.passphrase, "비밀번호여덟글", .tooShort(minimum: 8)),
      (.passphrase, "비밀번호여덟글자", nil),
      (.passphrase, String(repeating: "x", count: 1_024), .tooCommon),
      (.passphrase, (100..<356).map { "\($0) " }.joined(), nil),
      (.passphrase, String(repeating: "five ", count: 204), .tooCommon),
      (.passphrase, String(repeating: "x", count: 1_025), .tooLong(maximumByteCount: 1_024)),
      (.passphrase, "12345678\n", .notText),
      (.passphrase, "1234\u{7F}5678", .notText),
      (.pin, "135790", nil),
      (.pin, "000000", .tooCommon),
      (.pin, "12345", .notDigits(count: 6)),
      (.pin, "1234567", .notDigits(count: 6)),
      (.pin, "12345a", .notDigits(count: 6)),
      (.pin, "１２３４５６", .notDigits(count: 6)),
      (.pin, "", .notDigits(count: 6)),
    ]
    for (policy, text, refusal) in cases {
      let phrase = try await client.importPhrase(vault.deposit(VaultBench.phrase))
      let (peeked, new, repeated) = await (
        vault.deposit(text), vault.deposit(text), vault.deposit(text)
      )
      if let refusal {
        await #expect(throws: refusal) { try await client.checkPasscode(policy, peeked) }
        await #expect(throws: refusal) {
          try await client.setPasscode(phrase, policy, new, repeated)
        }
      } else {
        try await client.checkPasscode(policy, peeked)
        try await client.checkPasscode(policy, peeked)
        try await client.setPasscode(phrase, policy, new, repeated)
      }
      await #expect(throws: PasscodeRefusal.secretGone) {
        try await client.setPasscode(phrase, policy, new, repeated)
      }
    }
  }

  @Test func passcodesThatDifferAreRefused() async throws {
    let vault = bench.makeVault()
    let client = VaultClient.live(vault)
    let phrase = try await client.importPhrase(vault.deposit(VaultBench.phrase))
    for other in ["correct horsf", "correct hors", "correct horse ", ""] {
      let (new, repeated) = await (vault.deposit("correct horse"), vault.deposit(other))
      await #expect(throws: PasscodeRefusal.mismatch) {
        try await client.setPasscode(phrase, .passphrase, new, repeated)
      }
    }
    await #expect(throws: CommitRefusal.noPasscode) { try await client.commit(phrase) }
  }

  @Test func existingVaultIsNotReplaced() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let before = bench.disk.contents(VaultBench.vaultPath)
    await #expect(throws: CreationRefusal.vaultExists) { try await client.beginCreation(12) }
    let handle = await vault.deposit(VaultBench.phrase)
    await #expect(throws: PhraseImportRefusal.vaultExists) {
      try await client.importPhrase(handle)
    }
    #expect(bench.disk.contents(VaultBench.vaultPath) == before)
  }

  @Test func vaultThatAnotherProcessWroteInTheMeantimeIsNotReplaced() async throws {
    let first = bench.makeVault()
    let second = bench.makeVault()
    let client = VaultClient.live(first)
    let handle = try await client.importPhrase(first.deposit(VaultBench.phrase))
    try await client.setPasscode(
      handle, .passphrase, first.deposit("another one"), first.deposit("another one"))
    try await bench.create(in: second)
    let before = bench.disk.contents(VaultBench.vaultPath)
    await #expect(throws: CommitRefusal.vaultExists) { try await client.commit(handle) }
    #expect(bench.disk.contents(VaultBench.vaultPath) == before)
  }

  @Test func damagedVaultIsSetAsideAndNeverOverwritten() async throws {
    let damaged: [UInt8] = Array("not a vault".utf8)
    bench.disk.put(damaged, at: VaultBench.vaultPath)
    let vault = bench.makeVault()
    let client = VaultClient.live(vault)
    await #expect(throws: VaultStorageFailure.damaged(path: VaultBench.vaultPath)) {
      try await client.status()
    }
    #expect(bench.disk.contents(VaultBench.vaultPath) == damaged)
    let committed = try await bench.create(in: vault)
    #expect(committed.setAsidePath == "/wallet/vault.unreadable-1")
    #expect(bench.disk.contents("/wallet/vault.unreadable-1") == damaged)
    #expect(try await client.status() == .unlocked(committed.accounts))
  }

  @Test func twoVaultsOfOnePhraseAndPasscodeShareNoByteOfCiphertext() async throws {
    let other = VaultBench(seed: 2)
    _ = try await bench.makeOpenVault()
    _ = try await other.makeOpenVault()
    let first = try VaultFile(decoding: #require(bench.disk.contents(VaultBench.vaultPath)))
    let second = try VaultFile(decoding: #require(other.disk.contents(VaultBench.vaultPath)))
    #expect(first.salt != second.salt)
    #expect(first.nonce != second.nonce)
    #expect(first.deviceKeyID != second.deviceKeyID)
    let same = zip(first.sealed, second.sealed).count { $0 == $1 }
    #expect(same < first.sealed.count / 8)
  }
}
