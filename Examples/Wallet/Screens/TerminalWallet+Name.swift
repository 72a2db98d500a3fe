import ContactsClient
import Headrace
import HeadraceTerminal

// MARK: - The Wallet's Name

extension TerminalWallet.State {
  /// Asks what the wallet is called.
  mutating func askName() {
    name.replace(by: walletName?.text ?? "")
    nameRefusal = nil
    sheet = .walletName
  }
}

extension TerminalWallet {
  /// Takes the name that is typed; an empty one takes the name away.
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
