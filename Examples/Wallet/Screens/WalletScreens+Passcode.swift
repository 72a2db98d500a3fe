import AuthFeature
import Headrace
import HeadraceTerminal
import PasscodeFeature
import VaultClient
import WalletApp

// MARK: - Asking for a Passcode

extension WalletScreens {
  /// Returns the screen that asks for a passcode, or waits for the operation that it allows.
  ///
  /// - Parameters:
  ///   - title: The name of the screen.
  ///   - failure: The reason the operation was refused, if it was.
  func passcode(_ title: String, after failure: AuthFailure? = nil) -> ScreenView {
    guard let passcode = state.passcode, passcode.step != .finished else {
      return ScreenView(title) { working(texts[.passcodeWorking]) }
    }
    let isPIN = if case .digits = passcode.kind { true } else { false }
    let message: Message? =
      refusal(passcode) ?? failure.map { Message(FailureText.failure($0).sentence) }
    return ScreenView(title, hints: hints(passcode, isPIN: isPIN)) {
      PasscodePanel(
        lead: Text(lead(passcode, isPIN: isPIN)),
        entry: passcode.isWorking
          ? working(texts[.passcodeWorking]) : dots(passcode).padding(columns: 2),
        message: message.map { Text($0.text, $0.role) },
        hasKeypad: isPIN)
    }
  }

  /// A sentence below the entry.
  private struct Message {
    let text: String
    let role: StyleRole

    init(_ text: String, _ role: StyleRole = .failure) {
      self.text = text
      self.role = role
    }
  }

  private func hints(
    _ passcode: EnterPasscode.State, isPIN: Bool
  ) -> [(key: String, meaning: String)] {
    // The last digit needs no Return.
    var hints =
      isPIN
      ? [] : [(key: "⏎", meaning: texts[passcode.mode == .verify ? .keyUnlock : .keyNext])]
    if passcode.rules.kinds.count > 1 {
      hints.append(("tab", texts[otherKind(passcode, isPIN: isPIN)]))
    }
    if passcode.biometrics != .unavailable, passcode.step == .verifying {
      hints.append(("ctrl+b", texts[.keyBiometrics]))
    }
    hints.append(
      passcode.mode == .verify ? ("ctrl+q", texts[.keyQuit]) : ("esc", texts[.keyBack]))
    return hints
  }

  /// Returns the text for the other kind: a new passcode has a kind, a set one is typed either way.
  private func otherKind(_ passcode: EnterPasscode.State, isPIN: Bool) -> TextKey {
    switch passcode.step {
    case .verifying, .lockedOut, .finished: isPIN ? .keyKeyboard : .keyKeypad
    case .choosing, .repeating: isPIN ? .passcodeKindPhrase : .passcodeKindPin
    }
  }

  private func lead(_ passcode: EnterPasscode.State, isPIN: Bool) -> String {
    switch passcode.step {
    case .verifying, .lockedOut, .finished:
      passcode.mode == .change ? texts[.passcodeOld] : texts[leadToUnlock]
    case .choosing: isPIN ? texts[.passcodeNewPIN] : texts[.passcodeNew]
    case .repeating: texts[.passcodeAgain]
    }
  }

  /// The reason the passcode is requested.
  private var leadToUnlock: TextKey {
    switch state.top?.unlock?.reason {
    case .payment: .unlockAfterPayment
    case .idleness: .unlockIdle
    case .request: .unlockRequested
    case .wrongPasscodes: .unlockMistyped
    case .signature: .unlockToSign
    case nil: .unlockLead
    }
  }

  private func dots(_ passcode: EnterPasscode.State) -> PasscodeDots {
    let places =
      switch passcode.kind {
      case .digits(let count): count
      case .passphrase(let minimum): max(minimum, passcode.count)
      }
    return PasscodeDots(
      filled: passcode.count, of: min(places, 32), isWrong: passcode.isFlashing)
  }

  /// Returns the reason the last passcode was refused, or the remaining wait.
  private func refusal(_ passcode: EnterPasscode.State) -> Message? {
    if passcode.backedOffUntil != nil {
      return Message(texts[.unlockWait, clock(shown(passcode.remainingSeconds))], .warning)
    }
    if let failure = passcode.failure { return Message(text(of: failure)) }
    // After a while, a person may not know that this is the last attempt.
    return passcode.triesLeft == 1 && passcode.step == .verifying
      ? Message(texts[.passcodeLastTry], .warning) : nil
  }

  private func text(of failure: PasscodeFailure) -> String {
    switch failure {
    case .wrong(.tries(let left)):
      FailureText.unlock(.wrongPasscode(triesLeft: left)).sentence
    case .empty: texts[.passcodeEmpty]
    case .wrong(.unlimited), .wrong(.backedOff): texts[.passcodeWrong]
    case .backedOff: texts[.passcodeTooMany]
    case .mismatch: texts[.passcodeDiffer]
    case .tooShort(let minimum): texts[.passcodeTooShort, "\(minimum)"]
    case .tooLong(let maximum): texts[.passcodeTooLong, "\(maximum)"]
    case .notDigits(let count): texts[.passcodeNotDigits, "\(count)"]
    case .notText: texts[.passcodeNotText]
    case .tooCommon: texts[.passcodeTooCommon]
    case .gone: texts[.passcodeGone]
    case .leaveGone: texts[.passcodeLeaveGone]
    case .interrupted: texts[.passcodeInterrupted]
    case .biometrics: texts[.passcodeUnrecognized]
    case .trouble(let trouble): FailureText.failure(trouble).sentence
    }
  }

  /// Returns the seconds to show, never fewer than remain; if lines are read aloud, a countdown is
  /// shown in steps, so that not each second writes a line.
  func shown(_ seconds: Int) -> Int {
    guard state.isReadAloud, seconds > 0 else { return seconds }
    let step =
      switch seconds {
      case ...10: 10
      case ...60: 30
      case ...600: 60
      default: 600
      }
    return (seconds + step - 1) / step * step
  }

  /// Formats a wait as on a clock: `0:59`, `1:00:00`.
  func clock(_ seconds: Int) -> String {
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
    let twoDigits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return hours == 0
      ? "\(minutes):\(twoDigits(seconds))"
      : "\(hours):\(twoDigits(minutes)):\(twoDigits(seconds))"
  }
}

/// The typed text, with the keypad at its right if there is room.
struct BesideKeypad: View {
  private let words: Column
  private let columnsMin: Int

  /// The columns of the keypad, and a gap.
  private static let keypadColumns = 17 + 2

  /// Creates a view of the two.
  ///
  /// - Parameters:
  ///   - words: The typed text, and its purpose.
  ///   - columnsMin: The minimum columns for showing the keypad.
  init(_ words: Column, columnsMin: Int) {
    (self.words, self.columnsMin) = (words, columnsMin)
  }

  func columns(within limit: Int) -> Int { limit }

  func rows(within columns: Int) -> Int {
    columns < columnsMin
      ? words.rows(within: columns)
      : max(Keypad().rows(within: columns), words.rows(within: columns - Self.keypadColumns))
  }

  func draw(on canvas: inout Canvas) {
    guard canvas.size.columns >= columnsMin else { return canvas.draw(words, in: canvas.bounds) }
    canvas.draw(
      Row(spacing: 2) {
        words.flexible()
        Keypad()
      }, in: canvas.bounds)
  }
}

/// A question, the typed text, the keypad, and a refusal.
///
/// The keypad is below the entry, or at its right if there are few rows; it never moves while a
/// person types on it.
private struct PasscodePanel: View {
  let lead: Text
  let entry: any View
  let message: Text?
  let hasKeypad: Bool

  /// The rows of the keypad and of a message, and a gap before each.
  private static let rowsBelow = 4 + 2 + 2
  /// The columns of the keypad, a gap, and text that is still readable.
  private static let columnsBeside = 17 + 2 + 16

  func columns(within limit: Int) -> Int { limit }
  func rows(within columns: Int) -> Int { words.rows(within: columns) + Self.rowsBelow }
  var flexibility: Flexibility { .both }

  func draw(on canvas: inout Canvas) {
    let size = canvas.size
    if hasKeypad, words.rows(within: size.columns) + Self.rowsBelow <= size.rows {
      canvas.draw(
        Column(spacing: 1) {
          words
          Keypad().padding(columns: 2)
          if let message { message }
        }, in: canvas.bounds)
    } else if hasKeypad, size.columns >= Self.columnsBeside {
      canvas.draw(
        Row(spacing: 2) {
          wordsAndMessage(size.columns - Self.columnsBeside + 16, size.rows).flexible()
          Keypad()
        }, in: canvas.bounds)
    } else {
      canvas.draw(wordsAndMessage(size.columns, size.rows), in: canvas.bounds)
    }
  }

  private var words: Column {
    Column(spacing: 1) {
      lead
      entry
    }
  }

  /// Returns everything but the keypad, without gaps if there is no room for them.
  private func wordsAndMessage(_ columns: Int, _ rows: Int) -> Column {
    let column = { (spacing: Int) in
      Column(spacing: spacing) {
        lead
        entry
        if let message { message }
      }
    }
    return column(1).rows(within: columns) <= rows ? column(1) : column(0)
  }
}
