import AuthFeature
import Foundation
import Headrace
import HeadraceTesting
import Testing
import VaultClient

@Suite("UnlockWallet")
struct UnlockWalletTests {
  private static let date = Date(timeIntervalSince1970: 1_800_000_000)
  private let vault = ScriptedVault()

  @Test func theRightPasscodeTellsTheParent() async {
    let store = vault.unlocking()
    await store.send(.view(.passcodeEntered(Typed.passcode))) { $0.isUnlocking = true }
    await store.receive(\.inner.unlocked, ScriptedVault.accounts) { $0.isUnlocking = false }
    await store.receive(\.delegate.unlocked, ScriptedVault.accounts)
    await store.finish()
    #expect(vault.questions == [.unlock(Typed.passcode)])
  }

  @Test(arguments: [
    UnlockRefusal.noVault, .secretGone, .wrongPasscode(triesLeft: 4), .wrongPasscode(triesLeft: 1),
    .wrongPasscodeThenBackedOff(until: date), .backedOff(until: date), .notText, .cancelled,
    .storage(.damaged(path: "/wallet/vault")), .storage(.busy),
  ])
  func aRefusedPasscodeSaysWhyAndAnotherCanBeTried(refusal: UnlockRefusal) async {
    vault.refuse(refusal)
    let store = vault.unlocking()
    await store.send(.view(.passcodeEntered(Typed.passcode))) { $0.isUnlocking = true }
    await store.receive(\.inner.failed, .unlock(refusal)) {
      $0.isUnlocking = false
      $0.failure = .unlock(refusal)
    }
    await store.send(.view(.passcodeEntered(Typed.repeated))) {
      $0.isUnlocking = true
      $0.failure = nil
    }
    await store.receive(\.inner.unlocked) { $0.isUnlocking = false }
    await store.receive(\.delegate.unlocked)
    await store.finish()
    #expect(vault.questions == [.unlock(Typed.passcode), .unlock(Typed.repeated)])
  }

  /// A host may let the vault take the passcode itself, and report it.
  @Test func aVaultThatWasOpenedTellsItsAccounts() async {
    vault.answerSlowly()
    let store = vault.unlocking()
    await store.send(.view(.vaultOpened)) { $0.isUnlocking = true }
    // Once is enough.
    await store.send(.view(.vaultOpened))
    await vault.clock.advance(by: .seconds(1))
    await store.receive(\.inner.unlocked, ScriptedVault.accounts) { $0.isUnlocking = false }
    await store.receive(\.delegate.unlocked, ScriptedVault.accounts)
    await store.finish()
    #expect(vault.questions == [.status])
  }

  @Test(arguments: [VaultStatus.empty, .locked(.tries(left: 5))])
  func aVaultThatIsNotOpenAfterAllIsNotUnlocked(status: VaultStatus) async {
    vault.stand(status)
    let store = vault.unlocking()
    await store.send(.view(.vaultOpened)) { $0.isUnlocking = true }
    await store.receive(\.inner.failed, .interrupted) {
      $0.isUnlocking = false
      $0.failure = .interrupted
    }
    await store.finish()
  }

  @Test func aVaultThatCantBeReadIsReported() async {
    vault.refuse(VaultStorageFailure.busy)
    let store = vault.unlocking()
    await store.send(.view(.vaultOpened)) { $0.isUnlocking = true }
    await store.receive(\.inner.failed, .storage(.busy)) {
      $0.isUnlocking = false
      $0.failure = .storage(.busy)
    }
    await store.finish()
  }

  /// Only the vault knows the remaining wait, so the screen does not block a try.
  @Test func aPasscodeWhileBackedOffIsStillAskedOfTheVault() async {
    vault.refuse(
      UnlockRefusal.wrongPasscodeThenBackedOff(until: Self.date),
      UnlockRefusal.backedOff(until: Self.date))
    let store = vault.unlocking()
    await store.send(.view(.passcodeEntered(Typed.passcode))) { $0.isUnlocking = true }
    await store.receive(\.inner.failed) {
      $0.isUnlocking = false
      $0.failure = .unlock(.wrongPasscodeThenBackedOff(until: Self.date))
    }
    await store.send(.view(.passcodeEntered(Typed.repeated))) {
      $0.isUnlocking = true
      $0.failure = nil
    }
    await store.receive(\.inner.failed) {
      $0.isUnlocking = false
      $0.failure = .unlock(.backedOff(until: Self.date))
    }
    await store.finish()
  }

  @Test func aSecondPasscodeIsDiscardedWhileTheFirstIsTried() async {
    vault.answerSlowly()
    let store = vault.unlocking()
    await store.send(.view(.passcodeEntered(Typed.passcode))) { $0.isUnlocking = true }
    await store.send(.view(.passcodeEntered(Typed.repeated)))
    await vault.clock.advance(by: .milliseconds(999))
    #expect(store.state.isUnlocking)
    await vault.clock.advance(by: .milliseconds(1))
    await store.receive(\.inner.unlocked) { $0.isUnlocking = false }
    await store.receive(\.delegate.unlocked)
    await store.finish()
    #expect(vault.questions == [.unlock(Typed.passcode), .discard(Typed.repeated)])
  }
}
