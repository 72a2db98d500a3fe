import ActivityClient
import Headrace
import SendFeature
import WalletApp

/// Tells, beside a payment that is made, of those that had an end and are open again.
final class ReopeningNotes: StoreInstrument {
  private let terminal: Terminal
  private let json: Bool

  /// Prepares to tell.
  ///
  /// - Parameters:
  ///   - terminal: Where to write.
  ///   - json: Whether a note is a JSON object.
  init(_ terminal: Terminal, json: Bool) {
    self.terminal = terminal
    self.json = json
  }

  func actionReduced(_ action: WalletApp.Action, id: ActionID, state: WalletApp.State) {
    guard case .resuming(.delegate(.reopened(let payment))) = action else { return }
    terminal.writeNote(FailureText.opensAgain(payment), json: json)
  }
}
