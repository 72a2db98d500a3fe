import ActivityClient
import EthereumPrimitives
import Headrace
import HeadraceFlow
import ProfileFeature
import SendFeature

// MARK: - Showing Messages

extension TerminalWallet {
  /// Warns that secrets may be written to swap.
  func tellUnlocked(_ state: State) -> Effect<Action> {
    let text = Texts(state.language)[.toastUnlocked]
    return .send(.toasts(.show(.error(TextState(verbatim: text)))))
  }

  /// Shows a message for a short time.
  func toast(_ state: State, _ key: TextKey) -> Effect<Action> {
    .send(.toasts(.show(.success(TextState(verbatim: Texts(state.language)[key])))))
  }

  /// Reports each old payment with its age, whether it is sent again or waits for the owner, and
  /// each whose end was undone: nothing old is sent silently.
  func tell(_ state: State, of told: ResumePayments.Delegate) -> Effect<Action> {
    switch told {
    case .resumed(let payments):
      tell(
        state, .toastResumed,
        payments.map { OldPayment(payment: $0, at: state.now) }
          .filter { $0.age >= ResumePayments.staleAge })
    case .stale(let payments):
      tell(state, .toastStale, payments)
    case .reopened(let payment):
      tell(state, .toastReopened, [OldPayment(payment: payment, at: state.now)])
    case .settled, .cancellationRequired, .stopped, .failed:
      .none
    }
  }

  private func tell(
    _ state: State, _ key: TextKey, _ payments: [OldPayment]
  ) -> Effect<Action> {
    let texts = Texts(state.language)
    return .merge(
      payments.map { stale in
        let text = texts[
          key, state.language.grouped(state.preferences.unit.text(stale.payment.intent.value)),
          state.ago(stale.payment.recordedAt, texts)]
        return .send(.toasts(.show(.info(TextState(verbatim: text)))))
      })
  }
}
