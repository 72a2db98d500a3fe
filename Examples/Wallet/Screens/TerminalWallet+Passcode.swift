import AuthFeature
import Headrace
import HeadraceFlow
import PasscodeFeature
import WalletApp

// MARK: - Determining the Question

extension TerminalWallet.State {
  /// The identity of a request for a passcode; when it changes, a request in progress ends.
  package struct PasscodeQuestion: Equatable, Sendable {
    let mode: EnterPasscode.Mode
    let routeID: RouteID?
    /// True if the wallet was not opened after the last passcode, which is then requested again.
    let isRefused: Bool
  }

  /// The current request for a passcode, if any.
  package var passcodeQuestion: PasscodeQuestion? {
    passcodeMode.map { mode in
      PasscodeQuestion(
        mode: mode, routeID: wallet?.routes.last?.id, isRefused: top?.unlock?.failure != nil)
    }
  }

  private var passcodeMode: EnterPasscode.Mode? {
    if sheet == .passcode { return .change }
    return switch top {
    case .unlock: .verify
    case .create(let create):
      create.phase.is(\.choosingPasscode) && !create.isWorking ? .create : nil
    case .home, .send, .replace, .profile, .contacts, .networks, .session, nil: nil
    }
  }

  /// True if typed characters must be hidden now.
  package var asksSecret: Bool { prompt != nil || passcode != nil }

  /// Starts the request for the passcode that the screen on top needs, if any.
  package mutating func askPasscode() {
    passcode = passcodeQuestion.map { question in
      EnterPasscode.State(
        question.mode, rules: question.mode == .change ? Self.changeRules : PasscodeRules(),
        kind: passcodeKind)
    }
  }

  /// A person who changes the passcode without knowing it has found the wallet open.
  private static let changeRules = PasscodeRules(wrongCountMax: 3)
}

// MARK: - Asking

extension TerminalWallet {
  func beginPasscode(_ state: inout State) -> Effect<Action> {
    state.askPasscode()
    let clear = Effect<Action>.run { [secrets] _ in secrets.clear() }
    return state.passcode == nil ? clear : .merge(clear, .send(.passcode(.view(.appeared))))
  }

  func handlePasscodeAction(
    state: inout State, action: EnterPasscode.Action
  ) -> Effect<Action> {
    switch action {
    case .view:
      state.idleSeconds = 0
      return .none
    case .inner(.failed(.trouble)) where state.isUnopened:
      return lookForDamage()
    case .inner:
      return .none
    case .delegate(.verified):
      // The next request starts with the kind that was typed now.
      if let kind = state.passcode?.kind { state.passcodeKind = kind }
      return tellTop(state, .unlock(.view(.vaultOpened)))
    case .delegate(.created(let kind)):
      state.passcodeKind = kind
      return tellTop(state, .create(.view(.passcodeChosen)))
    case .delegate(.changed(let kind)):
      state.passcodeKind = kind
      state.sheet = nil
      let text = Texts(state.language)[.toastPasscode]
      return .send(.toasts(.show(.success(TextState(verbatim: text)))))
    case .delegate(.lockedOut):
      return .send(.wallet(.view(.passcodesMistyped)))
    case .delegate(.cancelled):
      if state.sheet == .passcode {
        state.sheet = nil
        return .none
      }
      return tellTop(state, .create(.view(.cancelButtonTapped)))
    }
  }
}
