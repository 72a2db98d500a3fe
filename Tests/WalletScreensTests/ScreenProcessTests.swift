import HeadraceTerminal
import HeadraceTerminalTesting
import TestEffort
import Testing

@testable import WalletCLI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The executable on a terminal: it starts, it ends, and it restores the terminal.
@Suite(.serialized) struct ScreenProcessTests {
  private func welcome(
    _ arguments: [String] = [], _ variables: [String: String] = [:]
  ) throws -> ScreenProcess {
    let process = try ScreenProcess(arguments, variables)
    process.expect("Create a new wallet")
    #expect(process.screen.modes.contains(1049))
    #expect(!process.isCooked)
    return process
  }

  private func expectGivenBack(
    _ process: ScreenProcess, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(process.isCooked, sourceLocation: sourceLocation)
    // The alternate screen, the mouse and pastes are all off again.
    #expect(process.screen.modes == [], sourceLocation: sourceLocation)
    #expect(process.screen.isCursorVisible, sourceLocation: sourceLocation)
    #expect(process.screen.errors == [], sourceLocation: sourceLocation)
  }

  @Test(arguments: Effort.cases(["q", "\u{3}", "\u{11}"]))
  func aPersonQuits(key: String) throws {
    let process = try welcome()
    process.type(key)
    #expect(process.change() == .exited(0))
    expectGivenBack(process)
  }

  /// With the debugger of crashes on or off in the environment.
  ///
  /// The short form leaves the environment as it is, and has one signal of each kind.
  @Test(
    arguments: Effort.isShort
      ? [SIGTERM, SIGSEGV]
      : Effort.endingSignals([
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGILL, SIGTRAP, SIGBUS,
      ]),
    Effort.cases([
      [:], ["SWIFT_BACKTRACE": "enable=no"], ["SWIFT_BACKTRACE": "enable=yes,interactive=yes"],
    ]))
  func aSignalEndsItInOrder(number: Int32, variables: [String: String]) throws {
    let process = try welcome([], variables)
    process.signal(number)
    #expect(process.change() == .signalled(number))
    expectGivenBack(process)
  }

  /// Under a shell with job control: it stops, the shell gets the terminal, and it continues.
  @Test func itStopsAndContinues() throws {
    let script = "set -m; \"$0\"; echo stopped; read -r line; fg >/dev/null"
    let process = try ScreenProcess(["-c", script, try ScreenProcess.executable()], shell: true)
    process.expect("Create a new wallet")
    process.type("\u{1A}")
    process.expect("stopped")
    expectGivenBack(process)
    process.type("\n")
    process.expect("Create a new wallet")
    let isRaw = process.waits { !process.isCooked }
    #expect(isRaw)
    // It reads keys again.
    process.type("\u{1B}[B\u{1B}[B\r")
    process.expect("새 지갑 만들기")
    process.type("q")
    #expect(process.change() == .exited(0))
    expectGivenBack(process)
  }

  /// The system doesn't stop it if no process could continue it; then nothing has changed.
  @Test func itContinuesWhereItCantBeStopped() throws {
    let process = try welcome()
    process.signal(SIGTSTP)
    // It has released the terminal and taken it again; input in between is discarded.
    let entering = "\u{1B}[?1049h"
    let isEntered = process.waits {
      String(decoding: process.bytes, as: UTF8.self).ranges(of: entering).count == 2
    }
    #expect(isEntered)
    process.type("\u{1B}[B\u{1B}[B\r")
    process.expect("새 지갑 만들기")
    #expect(process.screen.modes.contains(1049))
    #expect(!process.isCooked)
  }

  @Test func closingTheWindowEndsIt() throws {
    let process = try welcome()
    process.hangUp()
    let change = process.change()
    #expect(change == .signalled(SIGHUP) || change == .exited(0))
  }

  /// Keys over a slow line: each byte arrives separately.
  @Test func sequencesMayComeInPieces() throws {
    let process = try welcome()
    for _ in 0..<2 {
      for byte in ["\u{1B}", "[", "B"] { process.type(byte) }
    }
    process.type("\r")
    process.expect("새 지갑 만들기")
  }

  @Test func aPasteRunsNothing() throws {
    let process = try welcome()
    process.type("\u{1B}[200~q\r\u{3}\u{1B}[201~")
    process.type("\u{1B}[B\u{1B}[B\r")
    process.expect("새 지갑 만들기")
  }

  @Test func theLocaleOrTheOptionChoosesTheLanguage() throws {
    let process = try ScreenProcess([], ["LC_ALL": "ko_KR.UTF-8"])
    process.expect("새 지갑 만들기")
    let other = try ScreenProcess(["screens", "--language", "ko"])
    other.expect("새 지갑 만들기")
  }

  @Test func noColorsWhereTheyAreNotWanted() throws {
    let process = try welcome([], ["NO_COLOR": "1"])
    let text = String(decoding: process.bytes, as: UTF8.self)
    #expect(text.firstMatch(of: /\x1B\[[0-9;]*[34]8;[25]/) == nil)
    #expect(text.firstMatch(of: /\x1B\[[0-9;]*;(3|4|9)[0-7][;m]/) == nil)
    let colored = try welcome([], ["COLORTERM": "truecolor"])
    #expect(String(decoding: colored.bytes, as: UTF8.self).contains("48;2;31;75;115"))
  }

  /// By the option, whatever the environment says; without colours there is nothing to choose.
  @Test(
    arguments: Effort.cases([
      ("light", "0;15", "48;2;207;228;250"), ("light", "15;0", "48;2;207;228;250"),
      ("dark", "0;15", "48;2;31;75;115"),
    ]))
  func theColorsAreThoseOfTheBackground(theme: String, variable: String, color: String) throws {
    let process = try welcome(
      ["screens", "--theme", theme], ["COLORTERM": "truecolor", "COLORFGBG": variable])
    #expect(String(decoding: process.bytes, as: UTF8.self).contains(color))
    let plain = try welcome(["screens", "--theme", theme], ["NO_COLOR": "1"])
    #expect(!String(decoding: plain.bytes, as: UTF8.self).contains("48;2;"))
    let refused = try ScreenProcess(["screens", "--theme", "blue"])
    #expect(refused.change() == .exited(64))
    #expect(refused.screen.text.contains("expected light or dark"))
  }

  @Test func aTerminalOfOneCellIsEnough() throws {
    let process = try ScreenProcess([], size: Size(columns: 1, rows: 1))
    let isRaw = process.waits { process.screen.modes.contains(2004) }
    #expect(isRaw)
    process.type("q")
    #expect(process.change() == .exited(0))
    expectGivenBack(process)
  }

  /// 'wallet init' shows the phrase where no scroll-back keeps it, and erases it before asking a
  /// word of it back.
  @Test func aPhraseIsHiddenBeforeItsWordsAreAsked() throws {
    let process = try ScreenProcess(["init"])
    process.expect("press Return")
    #expect(process.screen.modes.contains(1049))
    let words = process.screen.text.matches(of: /\d{1,2}\. ([a-z]{3,8})/).map { String($0.1) }
    #expect(words.count == 12)
    #expect(!process.isCooked)
    process.type("\r")
    process.expect("Word ")
    #expect(!process.screen.modes.contains(1049))
    let left = process.screen.text
    #expect(left.matches(of: /\d{1,2}\. [a-z]{3,8}/).isEmpty, "\(left)")
    #expect(words.allSatisfy { !left.contains(" \($0) ") }, "\(left)")
  }

  /// Whatever ends the program while the phrase is shown, none of it stays on the terminal.
  @Test(arguments: Effort.cases(Effort.endingSignals([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV])))
  func aSignalLeavesNoPhraseOnTheTerminal(number: Int32) throws {
    let process = try ScreenProcess(["init"])
    process.expect("press Return")
    process.signal(number)
    #expect(process.change() != nil)
    #expect(!process.screen.modes.contains(1049))
    #expect(process.isCooked)
    let left = process.screen.text
    #expect(left.matches(of: /\d{1,2}\. [a-z]{3,8}/).isEmpty, "\(left)")
  }

  /// A home whose network has no node: the wallet is made, and another network chosen.
  ///
  /// The wallet locks, and opens on that one; the terminal is restored once, at the end.
  @Test func aNetworkThatIsChosenReopensTheWallet() throws {
    let networks =
      #"{"format":"headrace-networks","value":{"networks":[{"chainId":5,"name":"dev","#
      + #""url":"http://127.0.0.1:9"}],"used":"dev"},"version":1}"#
    let script = """
      umask 077; mkdir -p "$HOME/.headrace/settings"
      printf %s "$1" >"$HOME/.headrace/settings/networks.json"; exec "$0"
      """
    let process = try ScreenProcess(
      ["-c", script, try ScreenProcess.executable(), networks], shell: true)
    process.expect("Create a new wallet")
    importKey(process)
    process.expect("dev, chain 5")
    #expect(!process.screen.text.contains("8f2a5594"))
    process.type("p")
    process.expect("Sign in to a service")
    process.type("\u{1B}[B\u{1B}[B\r")
    process.expect("* dev")
    process.type("\r")
    process.expect("Use default?")
    process.type("\r")
    process.expect("Unlock")
    process.type("correct horse\r")
    process.expect("Chain 31337")
    process.type("q")
    #expect(process.change() == .exited(0))
    expectGivenBack(process)
  }

  /// Imports a private key at the first screen.
  private func importKey(_ process: ScreenProcess) {
    process.type("\u{1B}[B\r")
    process.expect("Enter the recovery phrase")
    process.type("0x8f2a5594903c8b1a2d1b0e54fd4a7e1d0f5b6a7c8d9e0f1a2b3c4d5e6f708192\r")
    process.expect("Choose a passcode")
    process.type("correct horse\r")
    process.expect("Repeat the passcode")
    process.type("correct horse\r")
  }

  /// The app had no home when it began, and 'wallet lock' did not know of it.
  @Test func anAppInWhichTheWalletWasMadeIsOpen() throws {
    let process = try welcome()
    importKey(process)
    process.expect("Chain 31337")
    let app = OpenApp(home: process.home + "/.headrace")
    #expect(app.isOpen)
    process.type("q")
    #expect(process.change() == .exited(0))
    expectGivenBack(process)
  }

  /// The whole story by itself, at full speed, in a small window, too.
  ///
  /// There the end of a payment's lines is below the visible part, and the story once waited for it
  /// for ever.
  @Test(
    arguments: Effort.cases(["en", "ko"]),
    Effort.cases([Size(columns: 40, rows: 12), Size(columns: 80, rows: 24)]))
  func theStoryPlaysByItself(language: String, size: Size) throws {
    let process = try ScreenProcess(
      ["demo", "--screens", "--pace", "0"], size: size, ["LANG": "\(language).UTF-8"])
    #expect(process.change(seconds: 120) == .exited(0))
    let end =
      language == "ko"
      ? "이야기가 끝났습니다. 이 지갑은 버려집니다." : "The story is over; its wallet is deleted."
    // In a narrow terminal the sentence is broken.
    let text = process.screen.text.filter { !$0.isWhitespace }
    #expect(text.contains(end.filter { !$0.isWhitespace }), "\(process.screen.text)")
    expectGivenBack(process)
  }

  @Test func aViewerOfTheStoryCanLeave() throws {
    let process = try ScreenProcess(["demo", "--screens"])
    process.expect("Create a new wallet")
    process.type("\u{3}")
    #expect(process.change() == .exited(75))
    expectGivenBack(process)
  }

  /// The system locks no memory of this process, root or not: the app reports it, once.
  @Test(
    .enabled(
      if: geteuid() != 0 || access("/usr/bin/setpriv", X_OK) == 0,
      "root needs /usr/bin/setpriv to give the right to lock memory away"),
    arguments: Effort.cases([
      ("en", "The keys' memory is not locked"),
      ("ko", "시스템이 키의 메모리를"),
    ]))
  func memoryThatIsNotLockedIsReported(language: String, text: String) throws {
    let limit = "ulimit -l 0; exec \"$0\" screens --language \(language)"
    let arguments =
      geteuid() == 0
      ? [
        "-c", "exec /usr/bin/setpriv --bounding-set=-ipc_lock /bin/sh -c '\(limit)' \"$0\"",
        try ScreenProcess.executable(),
      ] : ["-c", limit, try ScreenProcess.executable()]
    let process = try ScreenProcess(arguments, shell: true)
    process.expect(text)
    process.type("q")
    #expect(process.change() == .exited(0))
    expectGivenBack(process)
  }

  @Test func aLanguageThatIsNotThereIsRefused() throws {
    let process = try ScreenProcess(["screens", "--home", "/nonexistent", "--language", "fr"])
    #expect(process.change() == .exited(64))
    #expect(process.screen.text.contains("expected en or ko"))
  }

  /// With a pipe as its input, or a file as its output, no screen is drawn.
  @Test(arguments: ["true | \"$0\"", "\"$0\" >\"$HOME/out\"; cat \"$HOME/out\""])
  func whereNoTerminalIsItSaysWhatIsNext(script: String) throws {
    let process = try ScreenProcess(["-c", script, try ScreenProcess.executable()], shell: true)
    #expect(process.change() == .exited(0))
    #expect(process.screen.text.contains("wallet init"), "\(process.screen.text)")
    #expect(!process.bytes.contains(0x1B))
  }

  /// A person can read the failure, though no screen is drawn.
  @Test func whereNoTerminalIsAFailureIsASentence() throws {
    let script = "true | \"$0\" --network nope"
    let process = try ScreenProcess(["-c", script, try ScreenProcess.executable()], shell: true)
    #expect(process.change() == .exited(64))
    let text = process.screen.text
    #expect(text.contains("wallet: ") && text.contains("nope") && !text.contains("{"), "\(text)")
  }

  /// A line that is wider than the terminal is broken between its words.
  @Test func aWideLineIsBrokenBetweenItsWords() throws {
    let process = try ScreenProcess(["network"], size: Size(columns: 40, rows: 12))
    #expect(process.change() == .exited(0))
    let lines = "No networks; commands ask the node of\n  'devchain'."
    #expect(process.screen.text.contains(lines), "\(process.screen.text)")
  }
}
