import Headrace
package import HeadraceTerminal
import PasscodeFeature
import WalletApp

/// The wallet at a terminal: what it shows, and what keys do.
package enum PlaceApp {
  /// The app.
  ///
  /// Keys that write go to the entry while something secret is asked for: no action and no state
  /// has them.
  ///
  /// - Parameter entry: Where secrets go.
  package static func app(
    _ entry: SecretEntry
  ) -> TerminalApp<WalletPlace.State, WalletPlace.Action> {
    TerminalApp { state in
      PlaceView(state, entry)
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
    to input: TerminalInput, _ state: WalletPlace.State, _ shown: Grid, _ entry: SecretEntry
  ) -> TerminalApp<WalletPlace.State, WalletPlace.Action>.Reply {
    switch input {
    case .key(Key(.character("c"), .control)), .key(Key(.character("q"), .control)): return .quit
    case .key(let key):
      if let passcode = state.passcode, key != Key(.escape) {
        return sending(PasscodeKeys.reply(to: key, passcode, entry))
      }
      if state.prompt != nil, let action = secretAction(key, entry) { return .send(.view(action)) }
      if key == Key(.character("q")), state.isAtRest { return .quit }
      return .send(.view(.keyPressed(key)))
    case .paste(let text):
      if let passcode = state.passcode {
        return sending(PasscodeKeys.type(text, passcode, entry))
      }
      if state.prompt != nil {
        return .send(.view(.secretTyped(count: entry.type(text))))
      }
      return .send(.view(.pasted(text)))
    case .mouse(let mouse):
      switch mouse.event {
      case .press:
        guard let target = shown.target(at: mouse.position) else { return .none }
        // What a hint names is pressed; a digit of the keypad is typed, and is in no action.
        if let key = PlaceKeys.key(ofTarget: target) {
          return reply(to: .key(key), state, shown, entry)
        }
        if let passcode = state.passcode {
          return sending(PasscodeKeys.reply(toClick: target, passcode, entry))
        }
        return .send(.view(.clicked(target)))
      case .scrollUp: return .send(.view(.keyPressed(Key(.up))))
      case .scrollDown: return .send(.view(.keyPressed(Key(.down))))
      case .release: return .none
      }
    case .resize, .focus: return .none
    }
  }

  private static func sending(
    _ view: EnterPasscode.View?
  ) -> TerminalApp<WalletPlace.State, WalletPlace.Action>.Reply {
    view.map { .send(.passcode(.view($0))) } ?? .none
  }

  private static func secretAction(_ key: Key, _ entry: SecretEntry) -> WalletPlace.View? {
    switch (key.code, key.modifiers) {
    case (.character(let character), []), (.character(let character), .shift):
      return .secretTyped(count: entry.type(String(character)))
    case (.backspace, []), (.delete, []): return .secretTyped(count: entry.deleteLast())
    case (.character("u"), .control):
      entry.clear()
      return .secretTyped(count: 0)
    case (.enter, []): return .secretEntered
    default: return nil
    }
  }
}

extension WalletPlace.State {
  /// Whether the letter q means to leave: no field is there for it.
  fileprivate var isAtRest: Bool {
    guard sheet == nil || sheet == .keys, alert == nil, !isSearching else { return false }
    return top == nil || top?.is(\.home) == true
  }
}
