import ContactsClient
import Headrace
import HeadraceTerminal

// MARK: - The Wallet's Name

extension TerminalWallet.State {
  /// Asks for the wallet's name.
  mutating func askName() {
    name.replace(by: walletName?.text ?? "")
    nameRefusal = nil
    sheet = .walletName
  }
}

extension TerminalWallet {
  /// Sets the typed name; an empty one removes the name.
  func handleNameKey(state: inout State, _ key: Key) -> Effect<Action> {
    guard key == Key(.enter) else {
      state.name.handle(key)
      state.nameRefusal = nil
      return .none
    }
    let text = state.name.text
    do throws(ContactName.Refusal) {
      state.walletName = text.isEmpty ? nil : try ContactName(text)
      state.sheet = nil
    } catch {
      state.nameRefusal = error
    }
    return .none
  }
}
