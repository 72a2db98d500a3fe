import AuthFeature
import Headrace
import HeadraceTesting
import Testing
import VaultClient

@Suite("UnlockWallet and CreateWallet")
struct UnlockWalletTests {
  @Test func aWrongPasscodeSaysHowManyTriesAreLeft() async {
    let store = TestStore(initialState: UnlockWallet.State()) {
      UnlockWallet()
    } withDependencies: {
      $0.vault.unlock = { _ throws(UnlockRefusal) in throw .wrongPasscode(triesLeft: 4) }
    }
    await store.send(.view(.passcodeEntered(SecretHandle(id: 1)))) { $0.isUnlocking = true }
    await store.receive(\.inner.failed) {
      $0.isUnlocking = false
      $0.failure = .unlock(.wrongPasscode(triesLeft: 4))
    }
    await store.finish()
  }

  @Test func theRightPasscodeTellsTheParent() async {
    let store = TestStore(initialState: UnlockWallet.State()) {
      UnlockWallet()
    } withDependencies: {
      $0.vault.unlock = { _ throws(UnlockRefusal) in [] }
    }
    await store.send(.view(.passcodeEntered(SecretHandle(id: 1)))) { $0.isUnlocking = true }
    await store.receive(\.inner.unlocked) { $0.isUnlocking = false }
    await store.receive(\.delegate.unlocked)
  }

  @Test func wrongWordsAskForOthers() async {
    let handle = PhraseHandle(id: 1, wordCount: 12)
    let first = ConfirmationChallenge(positions: [1, 2, 3])
    let second = ConfirmationChallenge(positions: [4, 5, 6])
    var state = CreateWallet.State(wordCount: 12)
    state.phase = .confirming(handle, first)
    let store = TestStore(initialState: state) {
      CreateWallet()
    } withDependencies: {
      $0.vault.checkConfirmation = { _, _ throws(ConfirmationRefusal) in
        throw .wrongWords(positions: [2])
      }
      $0.vault.confirmationChallenge = { _ throws(ConfirmationRefusal) in second }
    }
    await store.send(.view(.wordsEntered([])))
    await store.receive(\.inner.failed) {
      $0.failure = .confirmation(.wrongWords(positions: [2]))
    }
    await store.receive(\.inner.challenged) { $0.phase = .confirming(handle, second) }
  }
}
