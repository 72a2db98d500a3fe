import ActivityClient
import Headrace
import SendFeature
import WalletApp

/// Reports, while a payment is made, earlier ones whose end was undone.
final class ReopeningNotes: StoreInstrument {
  private let terminal: Terminal
  private let json: Bool

  /// Creates the notes.
  ///
  /// - Parameters:
  ///   - terminal: The destination.
  ///   - json: True to write a note as a JSON object.
  init(_ terminal: Terminal, json: Bool) {
    self.terminal = terminal
    self.json = json
  }

  func actionReduced(_ action: WalletApp.Action, id: ActionID, state: WalletApp.State) {
    guard case .resuming(.delegate(.reopened(let payment))) = action else { return }
    terminal.writeNote(FailureText.opensAgain(payment), json: json)
  }
}
