import AuthFeature
import DurableFilesTesting
import Headrace
import HeadraceFlow
import HeadraceTerminal
import HeadraceTerminalTesting
import HeadraceTesting
import PasscodeFeature
import Testing
import VaultClient
import VaultClientLive
import WalletApp

@testable import WalletCLI

/// Passcodes as a person types them, from the key to the vault and back.
@Suite struct PasscodePlaceTests {
  private static let pin = PasscodeKind.digits(count: 6)

  // MARK: - A New One

  @Test func aNewPasscodeIsTypedTwiceOnTheKeypad() async throws {
    let person = PasscodePerson(hasWallet: false)
    await person.importPhrase()
    await person.click("Six digits")
    for digit in [1, 3, 5, 7, 9, 0] { await person.click("[ \(digit) ]") }
    await person.store.receive(\.passcode.inner.chosen)
    for digit in [1, 3, 5, 7, 9, 0] { await person.click("[ \(digit) ]") }
    await person.store.receive(\.passcode.delegate.created)
    await person.receive { if case .create(.delegate(.finished)) = $0 { true } else { false } }
    #expect(person.store.state.passcode == nil)
    // Next time the keypad appears immediately.
    #expect(person.store.state.passcodeKind == Self.pin)
    #expect(await person.opens("135790"))
  }

  @Test func twoThatDifferAreChosenAgain() async throws {
    let person = PasscodePerson(hasWallet: false)
    await person.importPhrase()
    await person.enter("correct horse")
    await person.store.receive(\.passcode.inner.chosen)
    #expect(person.rows.contains("Repeat the passcode"))
    await person.enter("correct horsd")
    await person.store.receive(\.passcode.inner.failed)
    #expect(person.rows.contains("  ✕ ✕ ✕ ✕ ✕ ✕ ✕ ✕"))
    #expect(person.rows.contains("The two are not the same; start over."))
    await person.clock.advance(by: EnterPasscode.flashInterval)
    await person.store.receive(\.passcode.inner.flashEnded)
    #expect(person.rows.contains("  ○ ○ ○ ○ ○ ○ ○ ○"))
    #expect(person.rows.contains("Choose a passcode of 8 characters or more."))
  }

  @Test func aWalletThatCantBeWrittenAsksForAnotherPasscode() async throws {
    let person = PasscodePerson(hasWallet: false)
    await person.importPhrase()
    person.store.dependencies.vault.commit = { _ throws(CommitRefusal) in throw .storage(.busy) }
    await person.enter("correct horse")
    await person.store.receive(\.passcode.inner.chosen)
    await person.enter("correct horse")
    await person.receive { if case .create(.inner(.failed)) = $0 { true } else { false } }
    #expect(person.store.state.passcode?.step == .choosing(nil))
    #expect(
      person.rows.contains(
        "Another wallet is writing at this moment; try again when it is done."))
  }

  @Test func escapeGoesBackToTheStart() async throws {
    let person = PasscodePerson(hasWallet: false)
    await person.importPhrase()
    await person.type("correct")
    await person.press("esc")
    await person.receive { if case .create(.delegate(.cancelled)) = $0 { true } else { false } }
    #expect(person.store.state.wallet == nil)
    #expect(person.store.state.passcode == nil)
    #expect(person.entry.type("") == 0)
  }

  // MARK: - Keys

  @Test func onTheKeypadOnlyDigitsAreTypedAndTheyCanBeDeleted() async {
    let person = PasscodePerson(hasWallet: true)
    await person.press("tab")
    await person.type("1a2한")
    #expect(person.store.state.passcode?.count == 2)
    await person.press("backspace")
    #expect(person.store.state.passcode?.count == 1)
    await person.click("[ ⌫ ]")
    #expect(person.store.state.passcode?.count == 0)
    await person.type("123")
    await person.press("ctrl+u")
    #expect(person.store.state.passcode?.count == 0)
    #expect(person.entry.type("") == 0)
  }

  /// A paste is accepted whole or not at all.
  @Test(arguments: [("12345", 5), ("1234567", 0), ("12 45", 0), ("१२३", 0), ("", 0)])
  func aPasteOfDigitsIsTakenWhole(text: String, count: Int) async {
    let person = PasscodePerson(hasWallet: true)
    await person.press("tab")
    if let action = person.terminal.action(.paste(text), in: person.store.state) {
      await person.store.send(action)
    }
    #expect(person.store.state.passcode?.count == count)
  }

  /// No state and no action contains a digit that was typed or clicked on.
  @Test func noDigitIsInStateOrAction() async throws {
    let person = PasscodePerson(hasWallet: true)
    await person.press("tab")
    let state = person.store.state
    for action in [
      person.terminal.click("[ 7 ]", in: state), person.terminal.action("7", in: state),
      person.terminal.action(.paste("7"), in: state),
    ] {
      var text = ""
      dump(try #require(action), to: &text)
      #expect(!text.contains("7"), "\(text)")
    }
  }

  // MARK: - Opening

  @Test func theRightOneOpensTheWallet() async throws {
    let person = try await PasscodePerson.atHome()
    #expect(person.store.state.top?.is(\.home) == true)
    #expect(person.store.state.passcode == nil)
  }

  /// A right passcode opened the vault, and then its file could not be read: it is asked again.
  @Test func aWalletThatCantBeReadAfterAllAsksAgain() async throws {
    let disk = SimulatedDisk()
    _ = try await PasscodePerson.atHome(disk)
    let person = PasscodePerson(disk, hasWallet: true)
    person.store.dependencies.vault.status = { () throws(VaultStorageFailure) in throw .busy }
    await person.enter(PasscodePerson.passcode)
    await person.receive { if case .unlock(.inner(.failed)) = $0 { true } else { false } }
    #expect(person.store.state.passcode?.isTypable == true)
    #expect(
      person.rows.contains(
        "Another wallet is writing at this moment; try again when it is done."))
    person.store.dependencies.vault.status = VaultClient.live(person.vault).status
    await person.unlock()
    #expect(person.store.state.top?.is(\.home) == true)
  }

  @Test func afterFiveWrongOnesTheWaitIsCountedDown() async throws {
    let disk = SimulatedDisk()
    _ = try await PasscodePerson.atHome(disk)
    let person = PasscodePerson(disk, hasWallet: true)
    for left in [4, 3, 2, 1] {
      await person.enter("wrong horse")
      await person.store.receive(\.passcode.inner.failed)
      let rest = left == 1 ? "1 try is left" : "\(left) tries are left"
      #expect(person.rows.contains("The passcode is wrong; \(rest) before a wait."))
    }
    await person.enter("wrong horse")
    await person.store.receive(\.passcode.inner.failed)
    let wait = "Too many tries, or the count of tries was lost. Try again in "
    #expect(person.rows.contains(wait + "1:00."))
    await person.clock.advance(by: .seconds(1))
    await person.store.receive(\.passcode.inner.secondPassed)
    #expect(person.rows.contains(wait + "0:59."))
    await person.type("correct")
    #expect(person.store.state.passcode?.count == 0)
    // The wait is as long after a restart of the wallet.
    let next = PasscodePerson(disk, hasWallet: true)
    await next.store.send(.passcode(.view(.appeared)))
    await next.store.receive(\.passcode.inner.standing)
    #expect(next.rows.contains(wait + "1:00."))
  }

  // MARK: - Changing

  @Test func aChangedPasscodeOpensTheWalletAndTheOldOneDoesNot() async throws {
    let person = try await PasscodePerson.atHome()
    await person.openChange()
    await person.enter(PasscodePerson.passcode)
    await person.store.receive(\.passcode.inner.leaveGiven)
    await person.press("tab")
    await person.type("135790")
    await person.store.receive(\.passcode.inner.chosen)
    await person.type("135790")
    await person.store.receive(\.passcode.delegate.changed)
    #expect(person.store.state.sheet == nil)
    #expect(person.store.state.passcode == nil)
    await person.store.receive(\.toasts)
    #expect(person.rows[1].hasSuffix("✓ The passcode is changed"))
    #expect(await !person.opens(PasscodePerson.passcode))
    #expect(await person.opens("135790"))
  }

  @Test func theThirdWrongTryLocksTheWallet() async throws {
    let person = try await PasscodePerson.atHome()
    await person.openChange()
    for _ in 1...2 {
      await person.enter("wrong horse")
      await person.store.receive(\.passcode.inner.failed)
      #expect(person.store.state.sheet == .passcode)
    }
    await person.enter("wrong horse")
    await person.store.receive(\.passcode.delegate.lockedOut)
    await person.store.receive(\.wallet.inner.locked)
    #expect(person.store.state.top?.is(\.unlock) == true)
    #expect(person.store.state.sheet == nil)
    #expect(person.store.state.passcode?.mode == .verify)
    guard case .locked = try await VaultClient.live(person.vault).status() else {
      Issue.record("not locked")
      return
    }
  }

  @Test func escapeLeavesThePasscodeAsItIs() async throws {
    let person = try await PasscodePerson.atHome()
    await person.openChange()
    await person.type("corr")
    await person.press("esc")
    await person.store.receive(\.passcode.delegate.cancelled)
    #expect(person.store.state.sheet == nil)
    #expect(person.store.state.passcode == nil)
    #expect(person.store.state.top?.is(\.profile) == true)
    #expect(await person.opens(PasscodePerson.passcode))
  }
}
