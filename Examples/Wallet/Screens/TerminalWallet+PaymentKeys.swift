import ActivityClient
import EthereumPrimitives
import Headrace
import HeadraceTerminal
import HomeFeature
import ProfileFeature
import SendFeature
import WalletApp

// MARK: - Keys of a Payment

extension TerminalWallet {
  func handleSendKey(
    state: inout State, _ send: SendMoney.State, _ key: Key
  ) -> Effect<Action> {
    switch send.phase {
    case .editing, .failed: return handleFormKey(state: &state, send, key)
    case .quoting:
      return key == Key(.escape) ? tellTop(state, .send(.view(.backButtonTapped))) : .none
    case .reviewing, .refused:
      if key == Key(.escape) { return tellTop(state, .send(.view(.backButtonTapped))) }
      // The review scrolls in a small window; no review has more rows than this.
      if move(&state, key, among: 100) { return .none }
      guard key.code == .character("y"), let warning = send.openQuestions.first else {
        return .none
      }
      return tellTop(state, .send(.view(.warningAgreed(warning))))
    case .submitting: return .none
    case .following, .unsettled, .confirmed:
      guard key == Key(.escape) || key == Key(.enter) else { return .none }
      return tellTop(state, .send(.view(.closeButtonTapped)))
    }
  }

  private func handleFormKey(
    state: inout State, _ send: SendMoney.State, _ key: Key
  ) -> Effect<Action> {
    let fields = state.form.fields(hasOwnFee: send.ownFee != nil)
    let place = fields.firstIndex(of: state.form.focus) ?? 0
    switch (key.code, key.modifiers) {
    case (.escape, []): return tellTop(state, .send(.view(.closeButtonTapped)))
    case (.tab, []), (.down, []): state.form.focus = fields[(place + 1) % fields.count]
    case (.tab, .shift), (.up, []):
      state.form.focus = fields[(place + fields.count - 1) % fields.count]
    case (.enter, []):
      if state.form.focus == .recipient, state.form.amount.text.isEmpty,
        !state.form.recipient.text.isEmpty
      {
        state.form.focus = .amount
        return .none
      }
      // The first empty field gets the focus, and the review reports it.
      if state.form.recipient.text.isEmpty {
        state.form.focus = .recipient
      } else if state.form.amount.text.isEmpty {
        state.form.focus = .amount
      }
      return tellTop(state, .send(.view(.reviewButtonTapped)))
    case (.function(2), []):
      state.sheet = .contacts
      state.chosen = 0
    case (.left, []) where state.form.focus == .speed: return changeSpeed(state, send, by: -1)
    case (.right, []) where state.form.focus == .speed: return changeSpeed(state, send, by: 1)
    default: return editForm(&state) { $0.handle(key) }
    }
    return .none
  }

  /// Selects another fee: slow, normal, fast, or the owner's.
  private func changeSpeed(
    _ state: State, _ send: SendMoney.State, by step: Int
  ) -> Effect<Action> {
    let speeds = FeeSpeed.allCases
    let place = send.ownFee == nil ? speeds.firstIndex(of: send.speed) ?? 0 : speeds.count
    if place + step == speeds.count { return tellTop(state, .send(.view(.ownFeeChosen))) }
    guard speeds.indices.contains(place + step) else { return .none }
    return tellTop(state, .send(.view(.speedChanged(speeds[place + step]))))
  }

  /// Edits the focused field, and passes its text to the payment's screen.
  func editForm(
    _ state: inout State, _ edit: (inout LineEditor) -> Void
  ) -> Effect<Action> {
    switch state.form.focus {
    case .recipient:
      let before = state.form.recipient.text
      edit(&state.form.recipient)
      guard state.form.recipient.text != before else { return .none }
      return tellTop(state, .send(.view(.recipientChanged(state.form.recipient.text))))
    case .amount:
      let before = state.form.amount.text
      edit(&state.form.amount)
      guard state.form.amount.text != before else { return .none }
      return tellTop(state, .send(.view(.amountChanged(state.form.amount.text))))
    case .speed: return .none
    case .maxFeePerGas:
      edit(&state.form.maxFeePerGas)
      return tellOwnFee(state)
    case .tip:
      edit(&state.form.tip)
      return tellOwnFee(state)
    }
  }

  private func tellOwnFee(_ state: State) -> Effect<Action> {
    let text = OwnFeeText(maxFeePerGas: state.form.maxFeePerGas.text, tip: state.form.tip.text)
    guard let known = state.top?.send?.ownFee, known != text else { return .none }
    return tellTop(state, .send(.view(.ownFeeChanged(text))))
  }
}

// MARK: - Keys of a Line and of Its Replacement

extension TerminalWallet {
  /// The maximum number of rows of a payment in a window where one can be read.
  private static let lineRowsMax = 24

  func handleLineKey(
    state: inout State, _ id: ActivityLine.ID, _ key: Key
  ) -> Effect<Action> {
    if scroll(&state, key, among: Self.lineRowsMax) { return .none }
    if key == Key(.enter) { state.sheet = nil }
    guard case .home(let home)? = state.top else { return .none }
    if key == Key(.character("c")), state.canCopy,
      let line = home.lines.first(where: { $0.id == id })
    {
      return copy(state, line.transactionHash.hex, .toastHashCopied)
    }
    guard case .payment(let id) = id, let payment = home.replaceablePayment(id) else {
      return .none
    }
    switch key.code {
    case .character("s"):
      guard state.wallet?.resuming?.waitsForDecision(id) == true else { return .none }
      state.sheet = nil
      return .send(.wallet(.resuming(.view(.resendButtonTapped(id)))))
    case .character("f") where !payment.isCancelling:
      state.sheet = nil
      return tellTop(state, .home(.view(.replaceButtonTapped(id, .speedUp))))
    case .character("x"):
      let texts = Texts(state.language)
      let amount = state.language.grouped(state.preferences.unit.text(payment.intent.value))
      state.sheet = nil
      state.alert = AlertState(
        .confirmDestruction,
        TextState(verbatim: texts[.cancelTitle, amount]),
        yes: TextState(verbatim: texts[.cancelYes]), no: TextState(verbatim: texts[.cancelNo]),
        message: TextState(verbatim: texts[.cancelMessage]), action: .cancellationConfirmed(id))
      state.alertChoice = 1
      return .none
    default: return .none
    }
  }

  func handleReplaceKey(
    state: inout State, _ replace: ReplacePayment.State, _ key: Key
  ) -> Effect<Action> {
    if key == Key(.escape) { return tellTop(state, .replace(.view(.closeButtonTapped))) }
    switch replace.phase {
    case .reviewing, .refused:
      if move(&state, key, among: 100) { return .none }
      guard key.code == .character("y"), let warning = replace.openQuestions.first else {
        return .none
      }
      return tellTop(state, .replace(.view(.warningAgreed(warning))))
    case .idle, .failed:
      return key == Key(.enter) ? tellTop(state, .replace(.view(.started))) : .none
    case .quoting, .submitting, .recorded, .abandoned: return .none
    }
  }
}
