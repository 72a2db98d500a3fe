import AuthFeature
import Headrace
import HeadraceTesting
import TestEffort
import Testing
import VaultClient

/// The creation of a wallet, with its vault as part of the state.
private struct WatchedCreation: Reducer {
  struct State: Equatable {
    var flow: CreateWallet.State
    let vault = ModelVault()
    /// The phrase that the flow has got last.
    var phrase: PhraseHandle?
    /// The number of times that the parent was notified of the end.
    var endCount = 0
  }

  typealias Action = CreateWallet.Action

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.vault.deposit(action.secrets)
    if action.isEnd { state.endCount += 1 }
    let effect = withDependencies {
      $0.vault = state.vault.client
    } operation: {
      CreateWallet().reduce(into: &state.flow, action: action)
    }
    if let phrase = state.flow.phase.phrase { state.phrase = phrase }
    if state.flow.phase == .cancelled { state.vault.giveUp() }
    return effect
  }
}

extension WatchedCreation.State {
  /// The actions that a user may send: most often the ones that the screen asks for.
  var actions: [CreateWallet.Action] {
    let usual: CreateWallet.View =
      switch flow.phase {
      case .starting: .appeared
      case .enteringPhrase: .phraseEntered(vault.secret())
      case .showingPhrase: .phraseNotedButtonTapped
      case .confirming: .wordsEntered([vault.secret(), vault.secret()])
      case .choosingPasscode, .committing, .finished, .cancelled: passcodes
      }
    let all: [CreateWallet.View] = [
      .appeared, .phraseEntered(vault.secret()), .phraseNotedButtonTapped,
      .wordsEntered([vault.secret()]), passcodes, .passcodeChosen, .cancelButtonTapped,
    ]
    return (Array(repeating: usual, count: 8) + all).map { .view($0) }
  }

  private var passcodes: CreateWallet.View {
    .passcodeEntered(.passphrase, vault.secret(), confirmation: vault.secret())
  }

  /// True if the user gave up before a phrase was imported.
  ///
  /// If the effect has not begun by then, nothing asks the vault, which wipes a typed secret when
  /// nobody has its handle.
  var hasStoppedImport: Bool {
    flow.wordCount == nil && phrase == nil && flow.phase == .cancelled
  }

  var hasEnded: Bool { flow.phase == .cancelled || flow.phase == .finished }
}

extension CreateWallet.Action {
  fileprivate var secrets: [SecretHandle] {
    switch self {
    case .view(.phraseEntered(let phrase)): [phrase]
    case .view(.wordsEntered(let words)): words
    case .view(.passcodeEntered(_, let passcode, let confirmation)): [passcode, confirmation]
    case .view, .inner, .delegate: []
    }
  }

  fileprivate var isEnd: Bool { if case .delegate = self { true } else { false } }
}

/// The unlock screen, with its vault as part of the state.
private struct WatchedUnlock: Reducer {
  struct State: Equatable {
    var screen = UnlockWallet.State()
    let vault = ModelVault()
  }

  typealias Action = UnlockWallet.Action

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .view(.passcodeEntered(let passcode)) = action { state.vault.deposit([passcode]) }
    return withDependencies {
      $0.vault = state.vault.client
    } operation: {
      UnlockWallet().reduce(into: &state.screen, action: action)
    }
  }
}

/// Random taps on the screens that make and open a wallet, in random orders of their events.
@Suite struct CheckedWalletsTests {
  private typealias Condition = Invariant<WatchedCreation.State, CreateWallet.Action>

  private static let always: [Condition] = [
    .always("the vault is asked one thing at a time") { !$0.vault.contents.wasAskedTwice },
    .always("no phrase is shown after the end") { !$0.vault.contents.wasShownInVain },
    .always("no failure is shown while the vault is asked") {
      !$0.flow.isWorking || $0.flow.failure == nil || $0.flow.phase.is(\.confirming)
    },
    .always("a vault that is being written is waited for") {
      !$0.flow.phase.is(\.committing) || $0.flow.isWorking
    },
    .always("the words that are asked are those of the vault's challenge") { state in
      guard case .confirming(_, let challenge) = state.flow.phase, !state.flow.isWorking else {
        return true
      }
      return challenge == state.vault.contents.challenge
    },
    .always("the words of a challenge are asked once") { state in
      guard case .confirming = state.flow.phase, state.flow.failure != nil else { return true }
      return state.flow.isWorking || state.vault.contents.challenge != nil
    },
    .always("the parent is told of the end once") { $0.endCount <= 1 },
    .always("a phrase is abandoned before the parent hears") { action, state in
      guard case .delegate(.cancelled) = action else { return true }
      return state.phrase.map { !state.vault.contents.phrases.contains($0) } ?? true
    },
    .always("a wallet that may be there was not given up") { action, state in
      guard case .delegate(.cancelled) = action else { return true }
      return !state.vault.contents.isCommitting && !state.vault.contents.hasWallet
    },
  ]

  private static let atEnd: [Condition] = [
    .atEnd("nothing is asked") { !$0.flow.isWorking },
    .atEnd("nothing that was typed is kept") {
      $0.hasStoppedImport || $0.vault.contents.secrets.isEmpty
    },
    .atEnd("an end leaves no phrase") { !$0.hasEnded || $0.vault.contents.phrases.isEmpty },
    .atEnd("the parent knows of the end") { $0.hasEnded == ($0.endCount == 1) },
    .atEnd("a wallet that is there is shown") {
      $0.vault.contents.hasWallet == ($0.flow.phase == .finished)
    },
  ]

  @Test(arguments: [CreateWallet.State(wordCount: 12), .importing])
  func aWalletIsMadeOrNothingIsLeft(_ state: CreateWallet.State) async throws {
    try await check(
      WatchedCreation(), initialState: WatchedCreation.State(flow: state), actions: \.actions,
      invariants: Self.always + Self.atEnd, schedules: Effort.schedules(500))
  }

  @Test func anUnlockingEndsAndKeepsNothing() async throws {
    try await check(
      WatchedUnlock(), initialState: WatchedUnlock.State(),
      actions: { [.view(.passcodeEntered($0.vault.secret())), .view(.vaultOpened)] },
      invariants: [
        .always("the vault is asked one thing at a time") { !$0.vault.contents.wasAskedTwice },
        .always("a failure says why") { $0.screen.failure != .interrupted },
        .atEnd("nothing is asked") { !$0.screen.isUnlocking },
        .atEnd("nothing that was typed is kept") { $0.vault.contents.secrets.isEmpty },
      ], schedules: Effort.schedules(200))
  }
}
