import AuthFeature
import Foundation
import HeadraceTerminal
import HeadraceTerminalTesting
import PasscodeFeature
import ProfileFeature
import Testing
import VaultClient
import WalletApp

@testable import WalletCLI

/// The screens that ask for a passcode, in both languages, in a usual terminal and in a small one.
///
/// `HEADRACE_RECORD=1` writes the files again, to be read before they are committed.
@Suite struct PasscodeScreensTests {
  static let sizes = [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)]
  private static let now = ScreenSample.now
  private static let pin = PasscodeKind.digits(count: 6)

  private var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
  }

  @Test(arguments: Language.allCases, Self.sizes)
  func everyScreenIsAsItWas(language: Language, size: Size) throws {
    let isRecording = ProcessInfo.processInfo.environment["HEADRACE_RECORD"] != nil
    for (name, state) in Self.screens(language) {
      let grid = TerminalWalletApp.app(SecretEntry()).grid(state, size)
      let file = "ask-\(name).\(language.rawValue).\(size.columns)x\(size.rows).txt"
      let url = folder.appending(path: file)
      if isRecording {
        try Data((grid.text + "\n").utf8).write(to: url)
      } else {
        expectScreen(grid, try String(contentsOf: url, encoding: .utf8))
      }
    }
  }

  /// The keypad does not move under the mouse, whatever text is beside it.
  @Test(arguments: Language.allCases, Self.sizes)
  func theKeypadStaysWhereItIs(language: Language, size: Size) throws {
    var places: Set<[Int]> = []
    for failure in [nil, PasscodeFailure.mismatch, .wrong(.tries(left: 4)), .leaveGone] {
      let state = Self.change(language) {
        $0.kind = Self.pin
        $0.failure = failure
      }
      let rows = TerminalWalletApp.app(SecretEntry()).grid(state, size).rows
      let row = try #require(rows.firstIndex { $0.contains("[ 1 ]") })
      let left = try #require(rows[row].firstRange(of: "[ 1 ]")).lowerBound
      places.insert([row, CellText.columns(of: rows[row][..<left])])
    }
    #expect(places.count == 1)
  }

  @Test("Passcode module: dots")
  func aDotIsFilledForEachDigit() {
    for count in 0...6 {
      let state = Self.unlock(.english) {
        $0.kind = Self.pin
        $0.count = count
      }
      let signs = (0..<6).map { $0 < count ? "●" : "○" }
      let rows = TerminalWalletApp.app(SecretEntry()).grid(state, Self.sizes[0]).rows
      let shown = rows.map { $0.filter { $0 == "●" || $0 == "○" }.map { String($0) } }
      #expect(shown.contains(signs), "\(rows)")
    }
  }

  /// A wait as a clock shows it, on both sides of a minute and of an hour.
  @Test(arguments: [
    (0, "0:00"), (9, "0:09"), (59, "0:59"), (60, "1:00"), (3_599, "59:59"), (3_600, "1:00:00"),
    (86_400, "24:00:00"),
  ])
  func aWaitIsShownByMinutesAndSeconds(seconds: Int, text: String) {
    let screens = WalletScreens(Self.unlock(.english) { _ in }, SecretEntry())
    #expect(screens.clock(seconds) == text)
  }

  /// The failures, word for word.
  @Test(arguments: [
    (PasscodeFailure.wrong(.unlimited), "The passcode is wrong.", "암호가 틀렸습니다."),
    (
      .wrong(.tries(left: 2)), "The passcode is wrong; 2 tries are left before a wait.",
      "암호가 틀렸습니다. 기다리기 전까지 2번 남았습니다."
    ),
    (
      .wrong(.tries(left: 1)), "The passcode is wrong; 1 try is left before a wait.",
      "암호가 틀렸습니다. 1번 더 틀리면 기다려야 합니다."
    ),
    (
      .empty, "Nothing was typed. Type the passcode, then Return.",
      "입력한 것이 없습니다. 암호를 입력하고 Return을 누르세요."
    ),
    (
      .backedOff(until: now), "The wait is over. Try again now.",
      "기다릴 시간이 끝났습니다. 이제 다시 시도하세요."
    ),
    (.mismatch, "The two are not the same; start over.", "두 입력이 다릅니다. 처음부터 다시 하세요."),
    (.tooShort(minimum: 8), "Enter at least 8 characters.", "8자 이상이어야 합니다."),
    (
      .tooLong(maximumByteCount: 1_024), "Enter at most 1024 bytes.",
      "최대 1024바이트까지 쓸 수 있습니다."
    ),
    (
      .tooCommon,
      "This passcode is easy to guess. Choose another, such as four words.",
      "쉽게 추측할 수 있는 암호입니다. 네 단어처럼 다른 암호를 고르세요."
    ),
    (.notDigits(count: 6), "Enter exactly 6 digits.", "숫자 6자리여야 합니다."),
    (.notText, "It must be text that you can type again.", "다시 입력할 수 있는 글자여야 합니다."),
    (.gone, "That took too long; type it again.", "시간이 너무 오래 걸렸습니다. 다시 입력하세요."),
    (
      .leaveGone, "That took too long. Enter your current passcode again.",
      "시간이 너무 오래 걸렸습니다. 현재 암호를 다시 입력하세요."
    ),
    (
      .interrupted, "It was interrupted; nothing was changed. Try again.",
      "중단되어 아무것도 바뀌지 않았습니다. 다시 시도하세요."
    ),
    (
      .biometrics(.notRecognized), "You were not recognised; type your passcode.",
      "본인 확인에 실패했습니다. 암호를 입력하세요."
    ),
  ])
  func everyFailureHasItsSentence(failure: PasscodeFailure, english: String, korean: String) {
    for (language, text) in [(Language.english, english), (.korean, korean)] {
      let state = Self.change(language) { $0.failure = failure }
      let rows = TerminalWalletApp.app(SecretEntry()).grid(state, Self.sizes[0]).rows
      #expect(rows.contains { $0.hasPrefix(text) }, "\(failure): \(rows)")
    }
  }

  @Test(arguments: [
    (
      PasscodeTrouble(UnlockRefusal.noVault),
      "there is no wallet here; expected one made by wallet init or wallet import"
    ),
    (
      PasscodeTrouble(UnlockRefusal.storage(.busy)),
      FailureText.storage(.busy).message
    ),
    (
      PasscodeTrouble(AuthorizationRefusal.locked),
      "the wallet is locked; expected its passcode first"
    ),
    (
      PasscodeTrouble(PasscodeRefusal.phraseGone),
      "the new phrase was discarded; start again with wallet init"
    ),
    (
      PasscodeTrouble(PasscodeChangeRefusal.authorization(.locked)),
      "the wallet is locked; expected its passcode first"
    ),
    (
      PasscodeTrouble(PasscodeChangeRefusal.authorization(.otherPurpose)),
      "the passcode was typed for something else; type it again for this"
    ),
    (
      PasscodeTrouble(PasscodeChangeRefusal.storage(.diskFull(path: "/wallet/vault.new"))),
      FailureText.storage(.diskFull(path: "/wallet/vault.new")).message
    ),
  ])
  func failuresOfTheVaultAreWordedAsInTheCommands(trouble: PasscodeTrouble, text: String) {
    #expect(FailureText.failure(trouble).message == text)
  }
}

// MARK: - Screens

extension PasscodeScreensTests {
  static func unlock(
    _ language: Language, _ change: (inout EnterPasscode.State) -> Void
  ) -> TerminalWallet.State {
    ScreenSample.place(language, .unlock(UnlockWallet.State())) { Self.change(&$0, change) }
  }

  static func create(
    _ language: Language, failure: AuthFailure? = nil,
    _ change: (inout EnterPasscode.State) -> Void
  ) -> TerminalWallet.State {
    var create = CreateWallet.State(wordCount: 12)
    create.phase = .choosingPasscode(PhraseHandle(id: 1, wordCount: 12))
    create.failure = failure
    return ScreenSample.place(language, .create(create)) { Self.change(&$0, change) }
  }

  static func change(
    _ language: Language, _ change: (inout EnterPasscode.State) -> Void
  ) -> TerminalWallet.State {
    let profile = Profile.State(accounts: [ScreenSample.first], chainID: ScreenSample.chainID)
    return ScreenSample.place(language, .profile(profile)) {
      $0.sheet = .passcode
      $0.askPasscode()
      Self.change(&$0, change)
    }
  }

  private static func change(
    _ state: inout TerminalWallet.State, _ change: (inout EnterPasscode.State) -> Void
  ) {
    guard var passcode = state.passcode else { return }
    change(&passcode)
    state.passcode = passcode
  }

  /// Every screen, by a name.
  static func screens(_ language: Language) -> [(name: String, state: TerminalWallet.State)] {
    let first = PasscodeHandle(id: 1)
    let leave = PasscodeLeave(id: 1)
    return [
      ("unlock", unlock(language) { $0.count = 11 }),
      (
        "unlock-pin",
        unlock(language) {
          $0.kind = pin
          $0.count = 4
        }
      ),
      (
        "unlock-wrong",
        unlock(language) {
          $0.failure = .wrong(.tries(left: 1))
          $0.isFlashing = true
        }
      ),
      (
        "unlock-wait",
        unlock(language) {
          $0.standing = .backedOff(until: now)
          $0.remainingSeconds = 59
        }
      ),
      ("unlock-last", unlock(language) { $0.standing = .tries(left: 1) }),
      ("unlock-working", unlock(language) { $0.isWorking = true }),
      ("unlock-done", unlock(language) { $0.step = .finished }),
      ("unlock-face", unlock(language) { $0.biometrics = .face }),
      ("create", create(language) { $0.count = 3 }),
      (
        "create-short",
        create(language) {
          $0.count = 7
          $0.failure = .tooShort(minimum: 8)
        }
      ),
      (
        "create-pin",
        create(language) {
          $0.kind = pin
          $0.count = 2
        }
      ),
      ("create-again", create(language) { $0.step = .repeating(nil, first) }),
      (
        "create-mismatch",
        create(language) {
          $0.kind = pin
          $0.failure = .mismatch
          $0.isFlashing = true
        }
      ),
      ("create-refused", create(language, failure: .commit(.vaultExists)) { _ in }),
      ("change", change(language) { $0.count = 5 }),
      (
        "change-wrong",
        change(language) {
          $0.kind = pin
          $0.failure = .wrong(.tries(left: 4))
          $0.isFlashing = true
        }
      ),
      ("change-new", change(language) { $0.step = .choosing(leave) }),
      (
        "change-again",
        change(language) {
          $0.kind = pin
          $0.step = .repeating(leave, first)
          $0.count = 6
        }
      ),
      (
        "change-working",
        change(language) {
          $0.step = .repeating(leave, first)
          $0.isWorking = true
        }
      ),
    ]
  }
}
