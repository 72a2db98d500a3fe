import Headrace
package import HeadraceTerminal
import PasscodeFeature
import WalletApp

/// The wallet on a terminal: its view, and the meanings of keys.
package enum TerminalWalletApp {
  /// Returns the app.
  ///
  /// Printable keys go to the entry while a secret is requested, so that no action and no state
  /// contains them.
  ///
  /// - Parameter entry: The entry for secrets.
  package static func app(
    _ entry: SecretEntry
  ) -> TerminalApp<TerminalWallet.State, TerminalWallet.Action> {
    TerminalApp { state in
      TerminalWalletView(state, entry)
    } reply: { input, state, shown in
      reply(to: input, state, shown, entry)
    } hidesInput: { state in
      state.asksSecret
    } showsSecret: { state in
      state.showsPhrase
    } isOver: { state in
      state.reopening != nil
    }
  }

  private static func reply(
    to input: TerminalInput, _ state: TerminalWallet.State, _ shown: Grid, _ entry: SecretEntry
  ) -> TerminalApp<TerminalWallet.State, TerminalWallet.Action>.Reply {
    switch input {
    case .key(Key(.character("c"), .control)), .key(Key(.character("q"), .control)): return .quit
    // Escape pressed twice quickly, over a slow connection.
    case .key(Key(.escape, .alt)): return reply(to: .key(Key(.escape)), state, shown, entry)
    case .key(let key):
      if let passcode = state.passcode, key != Key(.escape) {
        return sending(PasscodeKeys.reply(to: key, passcode, entry))
      }
      if state.signsUnread(key, shown) { return .none }
      if state.prompt != nil, let reply = secretReply(key, state, entry) { return reply }
      if key == Key(.character("q")), state.isAtRest { return .quit }
      return .send(pressing(key, shown))
    case .paste(let text):
      if let passcode = state.passcode {
        return sending(PasscodeKeys.type(text, passcode, entry))
      }
      if state.prompt != nil {
        return state.isReviewUnread(shown) ? .none : type(text, state, entry)
      }
      return .send(.view(.pasted(text)))
    case .mouse(let mouse):
      switch mouse.event {
      case .press:
        guard let target = shown.target(at: mouse.position) else { return .none }
        // A clicked hint presses its key; a digit of the keypad is typed, and is in no action.
        if let key = KeyNames.key(ofTarget: target) {
          return reply(to: .key(key), state, shown, entry)
        }
        if let passcode = state.passcode {
          return sending(PasscodeKeys.reply(toClick: target, passcode, entry))
        }
        if state.promptDigitCount != nil, target.hasPrefix("digit."), !state.isReviewUnread(shown) {
          let digit = String(target.dropFirst("digit.".count))
          return digit == "delete"
            ? .send(.view(.secretTyped(count: entry.deleteLast()))) : type(digit, state, entry)
        }
        return .send(.view(.clicked(target)))
      case .scrollUp: return .send(pressing(Key(.up), shown))
      case .scrollDown: return .send(.view(.keyPressed(Key(.down))))
      case .release: return .none
      }
    case .resize, .focus: return .none
    }
  }

  /// Returns the action of a key; one that scrolls back counts from the visible row.
  private static func pressing(_ key: Key, _ shown: Grid) -> TerminalWallet.Action {
    guard key == Key(.up) || key == Key(.pageUp), let row = shown.scrolledRow else {
      return .view(.keyPressed(key))
    }
    return .view(.scrolledBack(key, from: row))
  }

  private static func sending(
    _ view: EnterPasscode.View?
  ) -> TerminalApp<TerminalWallet.State, TerminalWallet.Action>.Reply {
    view.map { .send(.passcode(.view($0))) } ?? .none
  }

  /// Returns the effect of a key while a secret is typed; nil if it has none on the secret.
  private static func secretReply(
    _ key: Key, _ state: TerminalWallet.State, _ entry: SecretEntry
  ) -> TerminalApp<TerminalWallet.State, TerminalWallet.Action>.Reply? {
    switch (key.code, key.modifiers) {
    case (.character(let character), []), (.character(let character), .shift):
      return type(String(character), state, entry)
    case (.backspace, []), (.delete, []):
      return .send(.view(.secretTyped(count: entry.deleteLast())))
    case (.character("u"), .control):
      entry.clear()
      return .send(.view(.secretTyped(count: 0)))
    case (.enter, []): return .send(.view(.secretEntered))
    default: return nil
    }
  }

  /// Types a text; if digits are requested, nothing unless all of it is digits that fit.
  private static func type(
    _ text: String, _ state: TerminalWallet.State, _ entry: SecretEntry
  ) -> TerminalApp<TerminalWallet.State, TerminalWallet.Action>.Reply {
    if let count = state.promptDigitCount {
      guard !text.isEmpty, PasscodeKeys.areDigits(text), entry.type("") + text.count <= count
      else { return .none }
    }
    return .send(.view(.secretTyped(count: entry.type(text))))
  }
}

extension TerminalWallet.State {
  /// True if the letter q leaves the program, because no field would receive it.
  fileprivate var isAtRest: Bool {
    guard sheet == nil || sheet == .keys, alert == nil, !isSearching else { return false }
    return top == nil || top?.is(\.home) == true
  }
}
