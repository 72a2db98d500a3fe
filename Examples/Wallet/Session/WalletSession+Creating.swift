import AuthFeature
package import EthereumCrypto
import Headrace
import HomeFeature
package import VaultClient
import VaultClientLive
import WalletApp

// MARK: - Creating a Wallet

extension WalletSession {
  /// The number of attempts to confirm three words before the phrase is discarded.
  private static let confirmationCountMax = 3

  private static let notedQuestion = Phrase("When the words are written down, press Return:")

  private static let historyQuestion = Phrase(
    "The recovery phrase comes next, and it stays in the history of this terminal. Show it? (yes/no)"
  )

  /// Creates a wallet: shows its phrase, asks for three of its words, sets the passcode.
  package func create(
    wordCount: Int, passcode: () throws(CommandFailure) -> Passcode
  ) async throws(CommandFailure) -> VaultAccount {
    try await requireNoWallet()
    if terminal.keepsWhatIsShown, !terminal.agrees(to: Self.historyQuestion) {
      throw CommandFailure(
        "no phrase was shown and no wallet was made; expected yes, or a terminal whose screen can be cleared"
      )
    }
    try requirePhraseRoom(wordCount)
    let store = makeStore(.create(wordCount: wordCount))
    await tap(store, .create(.view(.appeared)))
    try check(store)
    // The phrase must be off the screen before words are requested.
    guard terminal.hidePhrase(Self.notedQuestion.text) else {
      throw .interrupted
    }
    await tap(store, .create(.view(.phraseNotedButtonTapped)))
    try check(store)
    try await confirm(store)
    return try await choosePasscode(store, passcode)
  }

  /// Throws if words would scroll out of the window before they are read.
  private func requirePhraseRoom(_ wordCount: Int) throws(CommandFailure) {
    guard let window = terminal.phraseWindow(),
      let least = PhraseScreen.missingRoom(
        in: window, wordCount: wordCount, heading: Self.phraseHeading,
        question: Self.notedQuestion.text)
    else { return }
    throw CommandFailure(
      "no phrase was shown and no wallet was made: \(wordCount) words need a window of at least"
        + " \(least.columns) × \(least.rows) characters")
  }

  /// Creates a wallet from a phrase that the user has.
  package func importPhrase(
    phrase: () throws(CommandFailure) -> SecretBytes,
    passcode: () throws(CommandFailure) -> Passcode
  ) async throws(CommandFailure) -> VaultAccount {
    try await requireNoWallet()
    let store = makeStore(.importing)
    await tap(store, .create(.view(.phraseEntered(await deposit(try phrase())))))
    try check(store)
    let account = try await choosePasscode(store, passcode)
    if account.isPublished {
      terminal.writeNote(
        Phrase(
          "Warning: this phrase or key is public. The wallet is for development chains only: bots take whatever arrives on any other chain, and 'wallet receive' gives out none of its addresses there."
        ).text, json: terminal.isReadByProgram)
    }
    return account
  }

  private func confirm(_ store: StoreOf<WalletApp>) async throws(CommandFailure) {
    for attempt in 1...Self.confirmationCountMax {
      guard case .confirming(_, let challenge)? = top(store)?.create?.phase else {
        throw .interrupted
      }
      var words: [SecretHandle] = []
      for position in challenge.positions {
        words.append(await deposit(try word(at: position)))
      }
      await tap(store, .create(.view(.wordsEntered(words))))
      if top(store)?.create?.phase.is(\.choosingPasscode) == true { return }
      if attempt == Self.confirmationCountMax { try check(store) }
      terminal.writeNote(
        Phrase("Those words are wrong; other words are asked now.").text,
        json: terminal.isReadByProgram)
    }
  }

  /// Asks for a word of the phrase.
  private func word(at position: Int) throws(CommandFailure) -> SecretBytes {
    do throws(SecretLine.Refusal) {
      if let line = try terminal.askSecret(Phrase("Word \(position):").text) {
        return line.take()
      }
    } catch {
      if Task.isCancelled { throw .interrupted }
      throw error.failure
    }
    if Task.isCancelled { throw .interrupted }
    throw CommandFailure(
      "there is no terminal to ask at: the phrase must be confirmed at one", .usage)
  }

  /// Sets the passcode, and writes the wallet; a person may choose another passcode, and the words
  /// on the paper stay valid.
  private func choosePasscode(
    _ store: StoreOf<WalletApp>, _ passcode: () throws(CommandFailure) -> Passcode
  ) async throws(CommandFailure) -> VaultAccount {
    while true {
      try await enter(try passcode(), in: store)
      guard asksPasscodes, case .passcode(let refusal)? = top(store)?.create?.failure,
        refusal.mayBeTypedAgain
      else { break }
      terminal.writeNote(
        FailureText.passcode(refusal).message, json: terminal.isReadByProgram)
    }
    try check(store)
    if let path = await vault.setAsidePath {
      terminal.writeNote(
        Phrase("the damaged vault is now \(PlainText.printable(path))").text,
        json: terminal.isReadByProgram)
    }
    if let account = top(store)?.home?.account { return account }
    // Stopped in the middle of writing: the disk has no wallet, or a complete one.
    guard try await hasWallet() else { throw .interrupted }
    throw CommandFailure(
      "interrupted after the wallet was written: it is complete; see 'wallet accounts'")
  }

  /// Enters a new passcode, and repeats it.
  private func enter(
    _ passcode: consuming Passcode, in store: StoreOf<WalletApp>
  ) async throws(CommandFailure) {
    let policy = passcode.policy
    let again = passcode.again
    let new: SecretHandle
    let confirmation: SecretHandle
    if let again {
      // Before the second question: a deposit ends after five minutes, but a copy here would not.
      new = await deposit(passcode.take())
      confirmation = await deposit(try again())
    } else {
      confirmation = await deposit(passcode.new.copy())
      new = await deposit(passcode.take())
    }
    await tapWatched(
      store, .create(.view(.passcodeEntered(policy, new, confirmation: confirmation))),
      waiting: "Writing the wallet")
  }
}

extension PasscodeRefusal {
  /// True if another passcode may be typed immediately.
  var mayBeTypedAgain: Bool {
    switch self {
    case .secretGone, .tooShort, .tooLong, .notDigits, .notText, .tooCommon, .mismatch: true
    case .phraseGone: false
    }
  }
}

/// A new passcode, and the way to ask for it again.
package struct Passcode: ~Copyable, Sendable {
  /// The requirements on it.
  package let policy: PasscodePolicy
  /// The passcode as typed first.
  package let new: SecretBytes
  /// Asks for it the second time; nil if the first time is enough.
  package let again: (@Sendable () throws(CommandFailure) -> SecretBytes)?

  /// Creates a passcode that owns the first one.
  package init(
    policy: PasscodePolicy, new: consuming SecretBytes,
    again: (@Sendable () throws(CommandFailure) -> SecretBytes)? = nil
  ) {
    self.policy = policy
    self.new = new
    self.again = again
  }

  /// Returns the first one, and gives up its ownership.
  consuming func take() -> SecretBytes { new }
}
