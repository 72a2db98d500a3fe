import ActivityClient
import AuthFeature
import ContactsClient
import Foundation
import Headrace
import HeadraceFlow
import HeadraceTerminal
import HeadraceTerminalTesting
import HeadraceTesting
import NodeClient
import TestEffort
import Testing
import VaultClient
import WalletApp

@testable import WalletCLI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The output to a terminal whose locale is not UTF-8, and the contents of its clipboard.
@Suite(.serialized) struct EncodingScreenTests {
  private static let address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

  /// Unlocks a wallet, and comes to Home.
  private func home(_ variables: [String: String]) async throws -> ScreenProcess {
    let process = try ScreenProcess(
      [], variables, files: try await CheapWallet.files(in: ".headrace"))
    process.expect("Type your passcode.")
    process.type(CheapWallet.passcode + "\r")
    process.expect("Activity")
    return process
  }

  // MARK: - Encodings

  @Test(arguments: Effort.cases([["LC_ALL": "C"], ["LANG": "en_US.ISO-8859-1"]]))
  func everythingIsASCIIWhereTheLocaleIsNotUTF8(variables: [String: String]) async throws {
    let process = try await home(variables)
    process.expect("Headrace > Home")
    process.expect("--------")
    process.type("a")
    process.expect("+- Accounts -")
    process.expect("Enter Choose")
    process.type("\u{1B}")
    process.expect("Quit")
    process.type("r")
    process.expect("To receive ether")
    // There is no code for cameras: ASCII characters can't be scanned.
    let isWhole = process.waits { process.screen.text.contains(Self.address) }
    #expect(isWhole, "\(process.screen.text)")
    #expect(!process.screen.text.contains("##"))
    process.type("\u{1B}")
    process.expect("Quit")
    process.type("q")
    #expect(process.change() == .exited(0))
    #expect(process.bytes.allSatisfy { $0 < 0x80 })
    #expect(process.screen.errors == [])
  }

  /// Korean can't be shown: a sentence in English says what it requires.
  @Test(
    arguments: Effort.cases([
      ([], ["LC_ALL": "ko_KR.eucKR"]), (["screens", "--language", "ko"], ["LC_ALL": "C"]),
      ([], ["LC_ALL": "ko_KR.eucKR", "TERM": "dumb"]),
    ]))
  func koreanWithoutUTF8IsASentence(arguments: [String], variables: [String: String]) throws {
    let process = try ScreenProcess(arguments, variables)
    process.expect("Korean needs LC_ALL=ko_KR.UTF-8")
    process.expect("Create a new wallet")
    #expect(process.bytes.allSatisfy { $0 < 0x80 })
  }

  @Test func koreanIsNotChosenWhereItCantBeShown() throws {
    let process = try ScreenProcess([], ["LC_ALL": "C"])
    process.expect("Create a new wallet")
    #expect(!process.screen.text.contains("needs"))
    process.type("\u{1B}[B\u{1B}[B\r")
    process.expect("Korean needs LC_ALL=ko_KR.UTF-8")
    process.expect("Language: English")
    #expect(process.bytes.allSatisfy { $0 < 0x80 })
  }

  /// The commands, too, write English in place of Korean that can't be read.
  @Test func aCommandSpeaksEnglishWithoutUTF8() throws {
    let process = try ScreenProcess(["accounts", "a"], ["LC_ALL": "ko_KR.eucKR"])
    #expect(process.change() == .exited(64))
    #expect(process.screen.text.contains("Unexpected argument 'a'"))
    #expect(process.bytes.allSatisfy { $0 < 0x80 })
  }

  @Test func aHelpIsReadableWithoutUTF8() throws {
    let process = try ScreenProcess(["send", "--help"], ["LC_ALL": "C"])
    #expect(process.change() == .exited(0))
    #expect(process.screen.text.contains("USAGE: wallet send"))
    #expect(process.bytes.allSatisfy { $0 < 0x80 })
  }

  @Test(arguments: [
    (["LC_ALL": "ko_KR.UTF-8"], Language.korean), (["LC_ALL": "ko_KR"], .korean),
    (["LC_ALL": "ko_KR.eucKR"], .english), (["LC_ALL": "C"], .english),
    (["LC_MESSAGES": "ko_KR.UTF-8", "LC_CTYPE": "C"], .english),
  ])
  func aLanguageNeedsItsEncoding(variables: [String: String], language: Language) {
    #expect(WalletMain.language([], variables) == language)
    #expect(Language.korean.shown(in: variables) == language)
  }

  /// Every screen in English, without UTF-8: each symbol has a replacement, and only text that
  /// people typed in other letters is left out.
  @Test func everyScreenIsReadableInASCII() async throws {
    var theme = Theme.plain
    theme.isASCII = true
    for size in GoldenScreensTests.sizes {
      for (name, state) in try await ScreenSample.screens(.english) {
        let grid = TerminalWalletApp.app(SecretEntry()).grid(state, size, theme: theme)
        var writer = FrameWriter(depth: .none, isASCII: true)
        let bytes = writer.frame(grid)
        #expect(bytes.allSatisfy { $0 < 0x80 }, "\(name)")
        var terminal = ScreenEmulator(size)
        terminal.obey(bytes)
        let letters = grid.text.filter { $0 == "?" || ($0.isLetter && !$0.isASCII) }
        let cells = CellText.columns(of: String(letters))
        #expect(terminal.text.filter { $0 == "?" }.count == cells, "\(name):\n\(terminal.text)")
      }
    }
  }

  // MARK: - The Clipboard

  /// The bytes are those of OSC 52 with the address of EIP-55, once, and a message reports the
  /// copy.
  @Test func theAddressIsCopiedAsTheChecksumHasIt() async throws {
    let process = try await home([:])
    process.type("r")
    process.expect("To receive ether")
    #expect(!process.text.contains("\u{1B}]52"))
    process.type("c")
    process.expect("The address is copied")
    let encoded = Data(Self.address.utf8).base64EncodedString()
    // The message may appear before the bytes are read here.
    let copy = "\u{1B}]52;c;\(encoded)\u{07}"
    #expect(process.waits { process.text.contains(copy) })
    #expect(process.text.ranges(of: copy).count == 1)
    #expect(process.text.ranges(of: "\u{1B}]52").count == 1)
    #expect(process.screen.errors == [])
  }

  /// A terminal that obeys no sequences gets none, and no message about a copy.
  @Test func aDumbTerminalHasNoClipboard() async throws {
    var state = ScreenSample.place(.english, .home(ScreenSample.home())) { $0.sheet = .receive }
    let size = Size(columns: 80, rows: 24)
    #expect(TerminalWalletApp.app(SecretEntry()).grid(state, size).text.contains("c Copy"))
    state.canCopy = false
    #expect(!TerminalWalletApp.app(SecretEntry()).grid(state, size).text.contains("c Copy"))
    let copied = LockIsolated<[String]>([])
    let store = TestStoreOf<TerminalWallet>(initialState: state) {
      TerminalWallet()
    } withDependencies: {
      $0.clipboard = ClipboardClient { text in copied.withValue { $0.append(text) } }
    }
    await store.send(.view(.keyPressed(Key(.character("c")))))
    await store.finish()
    #expect(copied.value == [])
  }

  // MARK: - Idling

  /// If nothing counts time, no timer runs: hours pass without an action.
  @Test func nothingRunsWhereNothingCounts() async {
    let clock = TestClock()
    let store = TestStoreOf<TerminalWallet>(initialState: ScreenSample.place(.english)) {
      TerminalWallet()
    } withDependencies: {
      $0.continuousClock = clock
      $0.secrets.clear = {}
    }
    await store.send(.view(.appeared)) { $0.hasAppeared = true }
    await clock.advance(by: .seconds(7_200))
    // Nothing was received, and nothing is in flight.
    await store.finish()
  }

  /// While a wallet is open, each second sends an action.
  @Test func aSecondPassesWhileAWalletIsOpen() async {
    let clock = TestClock()
    let store = TestStoreOf<TerminalWallet>(initialState: HomeSample.place()) {
      TerminalWallet()
    } withDependencies: {
      $0.answerHome(clock)
    }
    store.exhaustivity = .off
    await store.send(.view(.appeared))
    for _ in 1...3 {
      await clock.advance(by: .seconds(1))
      await store.receive(\.inner.secondPassed, HomeSample.now)
    }
    await store.skipInFlightEffects()
  }

  /// Seconds count only while a wallet is open.
  @Test func secondsCountWhileAWalletIsOpen() {
    var open = ScreenSample.place(.english, .home(ScreenSample.home()))
    #expect(!open.countsSeconds)
    open.hasAppeared = true
    #expect(open.countsSeconds)
    var locked = ScreenSample.place(.english, .unlock(.init()))
    locked.hasAppeared = true
    #expect(!locked.countsSeconds)
  }
}

extension ScreenProcess {
  /// All output, as text.
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
