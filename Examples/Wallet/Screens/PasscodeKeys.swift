import HeadraceTerminal
import PasscodeFeature

/// The effect of keys and the mouse while a passcode is requested: characters go to the entry, and
/// the feature receives only their number.
enum PasscodeKeys {
  /// Returns the effect of a key; nil if it has none on the passcode.
  static func reply(
    to key: Key, _ passcode: EnterPasscode.State, _ entry: SecretEntry
  ) -> EnterPasscode.View? {
    switch (key.code, key.modifiers) {
    case (.character(let character), []), (.character(let character), .shift):
      type(String(character), passcode, entry)
    case (.backspace, []), (.delete, []): delete(passcode, entry)
    case (.character("u"), .control): clear(passcode, entry)
    case (.character("b"), .control): .biometricsButtonTapped
    case (.enter, []): .submitted
    case (.tab, []): .kindToggled
    default: nil
    }
  }

  /// Returns the effect of a click on the keypad; nil for a click elsewhere.
  static func reply(
    toClick target: String, _ passcode: EnterPasscode.State, _ entry: SecretEntry
  ) -> EnterPasscode.View? {
    guard target.hasPrefix("digit.") else { return nil }
    let digit = String(target.dropFirst("digit.".count))
    return digit == "delete" ? delete(passcode, entry) : type(digit, passcode, entry)
  }

  /// Types a text as a whole, or nothing of it.
  static func type(
    _ text: String, _ passcode: EnterPasscode.State, _ entry: SecretEntry
  ) -> EnterPasscode.View? {
    guard passcode.isTypable, fits(text, passcode) else { return nil }
    return .typed(count: entry.type(text))
  }

  private static func fits(_ text: String, _ passcode: EnterPasscode.State) -> Bool {
    guard case .digits(let count) = passcode.kind else { return true }
    return areDigits(text) && passcode.count + text.count <= count
  }

  /// Returns true if a text consists of the digits of a keypad.
  static func areDigits(_ text: String) -> Bool { text.allSatisfy { ("0"..."9").contains($0) } }

  private static func delete(
    _ passcode: EnterPasscode.State, _ entry: SecretEntry
  ) -> EnterPasscode.View? {
    passcode.isTypable ? .typed(count: entry.deleteLast()) : nil
  }

  private static func clear(
    _ passcode: EnterPasscode.State, _ entry: SecretEntry
  ) -> EnterPasscode.View? {
    guard passcode.isTypable else { return nil }
    entry.clear()
    return .typed(count: 0)
  }
}
