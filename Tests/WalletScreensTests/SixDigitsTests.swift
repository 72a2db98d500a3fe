import EthereumCrypto
import Headrace
import HeadraceFlow
import HeadraceTerminal
import HeadraceTerminalTesting
import HeadraceTesting
import PasscodeFeature
import ProfileFeature
import SendFeature
import SessionFeature
import Testing
import VaultClient
import WalletApp

@testable import WalletCLI

/// A wallet whose passcode is six digits.
///
/// When an open wallet asks for it, for a signature or before the phrase is shown or erased, it
/// shows six places, accepts only digits, and continues after the sixth.
@Suite struct SixDigitsTests {
  private static let size = Size(columns: 80, rows: 24)

  /// Returns a wallet that asks for its passcode before it is erased.
  private static func erasing(
    _ kind: PasscodeKind = .digits(count: 6), typed count: Int = 0
  ) -> TerminalWallet.State {
    var profile = Profile.State(accounts: [ScreenSample.first], chainID: ScreenSample.chainID)
    profile.phase = .askingPasscode(.erase)
    return ScreenSample.place(.english, .profile(profile)) {
      $0.passcodeKind = kind
      $0.entry.count = count
    }
  }

  private static func rows(_ state: TerminalWallet.State, _ size: Size = size) -> [String] {
    TerminalWalletApp.app(SecretEntry()).grid(state, size).rows
  }

  @Test func sixCirclesAndAKeypadAreShownAndNoReturn() {
    let rows = Self.rows(Self.erasing(typed: 2))
    #expect(rows.contains { $0.contains("● ● ○ ○ ○ ○ ") && !$0.contains("○ ○ ○ ○ ○") })
    #expect(rows.contains { $0.contains("[ 1 ] [ 2 ] [ 3 ]") })
    #expect(!rows.contains { $0.contains("⏎") })
    let words = Self.rows(Self.erasing(.passphrase(minimumCount: 8), typed: 2))
    #expect(words.contains { $0.contains("● ● ○ ○ ○ ○ ○ ○") })
    #expect(!words.contains { $0.contains("[ 1 ]") })
    #expect(words.contains { $0.contains("⏎") })
  }

  @Test func onlyDigitsAreTypedAndSixAtMost() {
    let terminal = TestTerminal(TerminalWalletApp.app(SecretEntry()))
    let state = Self.erasing()
    for (key, count) in [("a", nil), ("1", 1), ("한", nil), ("2", 2), ("३", nil)] {
      let action = terminal.action(.key(Key(.character(Character(key)))), in: state)
      #expect(Self.count(action) == count, "\(key)")
    }
    #expect(terminal.action(.paste("34567"), in: state) == nil)
    #expect(Self.count(terminal.click("[ 3 ]", in: state)) == 3)
    #expect(Self.count(terminal.click("[ ⌫ ]", in: state)) == 2)
    #expect(Self.count(terminal.action(.paste("3456"), in: state)) == 6)
    #expect(terminal.action("7", in: state) == nil)
  }

  private static func count(_ action: TerminalWallet.Action?) -> Int? {
    if case .view(.secretTyped(let count)) = action { count } else { nil }
  }

  private static func store(
    _ state: TerminalWallet.State, _ deposits: LockIsolated<Int>
  ) -> TestStoreOf<TerminalWallet> {
    TestStoreOf<TerminalWallet>(initialState: state) {
      TerminalWallet()
    } withDependencies: {
      $0.secrets.deposit = {
        deposits.withValue { $0 += 1 }
        return SecretHandle(id: 7)
      }
      $0.secrets.clear = {}
      $0.continuousClock = TestClock()
      $0.vault.authorize = { _, _ throws(AuthorizationRefusal) in throw .locked }
      $0.vault.discard = { _ in }
    }
  }

  @Test func theSixthContinuesByItself() async {
    let deposits = LockIsolated(0)
    let store = Self.store(Self.erasing(), deposits)
    store.exhaustivity = .off
    await store.send(.view(.secretTyped(count: 5)))
    await store.send(.view(.secretEntered))
    #expect(store.state.entry.isMissing && store.state.entry.count == 5)
    #expect(deposits.value == 0)
    await store.send(.view(.secretTyped(count: 6)))
    #expect(!store.state.entry.isMissing && store.state.entry.count == 0)
    await store.receive(\.inner.deposited)
    #expect(deposits.value == 1)
    await store.skipReceivedActions(strict: false)
    await store.skipInFlightEffects(strict: false)
  }

  /// People used to Return press it after the last digit, too: before the check, and during it.
  @Test func aReturnAfterTheLastDigitChangesNothing() async {
    let deposits = LockIsolated(0)
    let asking = Self.store(Self.erasing(), deposits)
    await asking.send(.view(.secretEntered))
    await asking.finish()
    var state = Self.erasing()
    var profile = Profile.State(accounts: [ScreenSample.first], chainID: ScreenSample.chainID)
    profile.phase = .working(.erase)
    state.wallet?.routes[1].screen = .profile(profile)
    let working = Self.store(state, deposits)
    await working.send(.view(.keyPressed(Key(.enter))))
    await working.finish()
    #expect(deposits.value == 0)
  }

  /// A Return after the last digit of a new passcode reached an empty entry, and was refused.
  @Test func aReturnAfterTheLastDigitOfANewOneIsNotAMistake() async throws {
    let person = PasscodePerson(hasWallet: false)
    await person.importPhrase()
    await person.press("tab")
    await person.type("135790")
    await person.store.receive(\.passcode.inner.chosen)
    await person.press("enter")
    #expect(person.store.state.passcode?.failure == nil)
    #expect(person.rows.contains("Repeat the passcode"))
    await person.type("135790")
    await person.store.receive(\.passcode.delegate.created)
  }

  /// Over a slow line two Escapes arrive as one key with Alt.
  @Test(arguments: [Key(.escape), Key(.escape, .alt)])
  func twoEscapesTogetherAreOne(key: Key) {
    let terminal = TestTerminal(TerminalWalletApp.app(SecretEntry()))
    for state in [Self.erasing(), ScreenSample.place(.english, .send(ScreenSample.form))] {
      let action = terminal.action(.key(key), in: state)
      guard case .view(.keyPressed(Key(.escape))) = action else {
        Issue.record("\(String(describing: action))")
        continue
      }
    }
  }
}
