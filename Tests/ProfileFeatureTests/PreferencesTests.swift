import EthereumPrimitives
import Headrace
import HeadraceTesting
import ProfileFeature
import Testing
import VaultClient

/// The owner's choices: each is stored before it takes effect.
@Suite("Preferences")
struct PreferencesTests {
  private let bench = ProfileBench()
  private let first = ProfileBench.first
  private let second = ProfileBench.account(1)

  @Test(arguments: [
    (Profile.View.unitChosen(.gwei), Preferences(unit: .gwei)),
    (.autoLockChosen(.after(seconds: 60)), Preferences(autoLock: .after(seconds: 60))),
    (.autoLockChosen(.never), Preferences(autoLock: .never)),
  ])
  func aChoiceHoldsOnceItIsKept(action: Profile.View, kept: Preferences) async {
    let store = bench.store()
    await store.send(.view(action)) { $0.isKeepingPreferences = true }
    await store.receive(\.inner.preferencesKept, kept) {
      $0.isKeepingPreferences = false
      $0.preferences = kept
    }
    await store.receive(\.delegate.preferencesChanged, kept)
    await store.finish()
    #expect(bench.questions == [.keep(kept)])
  }

  @Test func aChoiceThatIsNotKeptChangesNothingAndSaysWhy() async {
    let refusal = PreferencesRefusal.storage(.diskFull(path: "/s"))
    bench.refuse(refusal)
    let store = bench.store()
    await store.send(.view(.unitChosen(.wei))) { $0.isKeepingPreferences = true }
    await store.receive(\.inner.failed, .preferences(refusal)) {
      $0.isKeepingPreferences = false
      $0.failure = .preferences(refusal)
    }
    await store.finish()
  }

  /// Of two concurrent choices the second would be lost, or would undo the first.
  @Test func choicesAreKeptOneAfterTheOther() async {
    bench.answer(after: .seconds(1))
    let store = bench.store()
    await store.send(.view(.unitChosen(.wei))) { $0.isKeepingPreferences = true }
    await store.send(.view(.autoLockChosen(.never)))
    await bench.clock.advance(by: .seconds(1))
    await store.receive(\.inner.preferencesKept) {
      $0.isKeepingPreferences = false
      $0.preferences.unit = .wei
    }
    await store.receive(\.delegate.preferencesChanged, Preferences(unit: .wei))
    await store.finish()
  }

  // MARK: - Hidden Accounts

  @Test func anAccountIsHiddenAndShownAgain() async {
    let store = bench.store { $0.accounts = [first, second] }
    await store.send(.view(.accountHidden(second.id, true))) { $0.isKeepingPreferences = true }
    let hidden = Preferences(hiddenAccounts: [second.address])
    await store.receive(\.inner.preferencesKept, hidden) {
      $0.isKeepingPreferences = false
      $0.preferences = hidden
    }
    await store.receive(\.delegate.preferencesChanged, hidden)
    #expect(store.state.isHidden(second) && !store.state.isHidden(first))
    await store.send(.view(.accountHidden(second.id, true)))
    await store.send(.view(.accountHidden(second.id, false))) { $0.isKeepingPreferences = true }
    await store.receive(\.inner.preferencesKept, Preferences()) {
      $0.isKeepingPreferences = false
      $0.preferences = Preferences()
    }
    await store.receive(\.delegate.preferencesChanged, Preferences())
    await store.finish()
  }

  @Test func theLastAccountThatIsShownStays() async {
    let store = bench.store {
      $0.accounts = [first, second]
      $0.preferences.hiddenAccounts = [first.address]
    }
    await store.send(.view(.accountHidden(second.id, true))) { $0.failure = .lastShownAccount }
    await store.finish()
    #expect(bench.questions == [])
  }

  /// An erased wallet leaves no address behind, and other choices stay.
  @Test func erasingForgetsWhichAccountsAreHidden() async {
    let store = bench.store(.askingPasscode(.erase)) {
      $0.preferences = Preferences(unit: .gwei, hiddenAccounts: [second.address])
    }
    await store.send(.view(.passcodeEntered(ProfileBench.passcode))) {
      $0.phase = .working(.erase)
    }
    await store.receive(\.inner.erased) { $0.phase = .erased }
    await store.receive(\.delegate.erased)
    await store.finish()
    #expect(
      bench.questions == [
        .authorize(.erase, ProfileBench.passcode), .keep(Preferences(unit: .gwei)),
        .erase(ProfileBench.authorization),
      ])
  }

  @Test func erasingEndsWhereTheAddressesCannotBeForgotten() async {
    let refusal = PreferencesRefusal.storage(.busy)
    bench.refuse(refusal)
    let store = bench.store(.askingPasscode(.erase)) {
      $0.preferences.hiddenAccounts = [second.address]
    }
    await store.send(.view(.passcodeEntered(ProfileBench.passcode))) {
      $0.phase = .working(.erase)
    }
    await store.receive(\.inner.failed, .preferences(refusal)) {
      $0.phase = .askingPasscode(.erase)
      $0.failure = .preferences(refusal)
    }
    await store.finish()
    #expect(!bench.questions.contains(.erase(ProfileBench.authorization)))
  }

  // MARK: - Values

  @Test(arguments: [
    (AutoLock.after(seconds: 60), AutoLock.after(seconds: 300)),
    (.after(seconds: 90), .after(seconds: 300)), (.after(seconds: 300), .after(seconds: 900)),
    (.after(seconds: 3_599), .after(seconds: 3_600)), (.after(seconds: 3_600), .never),
    (.after(seconds: 86_400), .never), (.never, .after(seconds: 60)),
  ])
  func theNextLockIsTheNextLongerOne(lock: AutoLock, next: AutoLock) {
    #expect(lock.next == next)
  }

  @Test func amountsAreExactInEveryUnit() {
    let amount: Wei = 1_500_000_000_000_000_001
    #expect(
      AmountUnit.allCases.map { $0.text(amount) } == [
        "1.500000000000000001 ETH", "1500000000.000000001 gwei", "1500000000000000001 wei",
      ])
    #expect(AmountUnit.allCases.map(\.next) == [.gwei, .wei, .ether])
  }
}
