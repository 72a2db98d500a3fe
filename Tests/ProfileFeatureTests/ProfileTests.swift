import EthereumPrimitives
import Headrace
import HeadraceTesting
import NodeClient
import ProfileFeature
import SessionClient
import Testing
import VaultClient

/// Accounts, network, and the way back.
@Suite("Profile")
struct ProfileTests {
  private static let storage = VaultStorageFailure.diskFull(path: "/wallet")
  private static let unreachable = NodeError.unreachable(
    endpoint: "http://127.0.0.1:8545", reason: "connection refused")
  private let bench = ProfileBench()
  private let first = ProfileBench.first

  // MARK: - The Network

  @Test func aNodeOnTheWalletsChainIsShown() async {
    let store = bench.store()
    await store.send(.view(.appeared))
    await store.receive(\.inner.networkResponse) { $0.network = ProfileBench.network }
    await store.finish()
    #expect(bench.questions == [.chainID, .clientVersion, .blockNumber])
  }

  @Test(arguments: [1_336, 1_338] as [ChainID])
  func aNodeOnAnotherChainIsRefusedWithBothChains(chainID: ChainID) async {
    bench.node(isOn: chainID)
    let store = bench.store()
    await store.send(.view(.appeared))
    await store.receive(\.inner.failed) {
      $0.failure = .node(.wrongChain(expected: ProfileBench.chainID, actual: chainID))
    }
    await store.finish()
    #expect(bench.questions == [.chainID])
  }

  /// It was shown beside the failure, as if it still followed the wallet's chain.
  @Test func aNodeThatChangedItsChainIsNotShownAnyMore() async {
    bench.node(isOn: 1)
    let store = bench.store { $0.network = ProfileBench.network }
    await store.send(.view(.appeared))
    await store.receive(\.inner.failed) {
      $0.network = nil
      $0.failure = .node(.wrongChain(expected: ProfileBench.chainID, actual: 1))
    }
    bench.node(isOn: ProfileBench.chainID)
    await store.send(.view(.appeared)) { $0.failure = nil }
    await store.receive(\.inner.networkResponse) { $0.network = ProfileBench.network }
    await store.finish()
  }

  @Test(arguments: [unreachable, .timedOut(method: "eth_chainId", after: .seconds(10))])
  func aNodeThatDoesNotAnswerIsAFailure(error: NodeError) async {
    bench.refuse(error)
    let store = bench.store()
    await store.send(.view(.appeared))
    await store.receive(\.inner.failed, .node(error)) { $0.failure = .node(error) }
    await store.finish()
  }

  @Test func aSecondLookShowsTheNewerAnswerAlone() async {
    bench.answer(after: .seconds(3))
    let store = bench.store()
    await store.send(.view(.appeared))
    await bench.clock.advance(by: .seconds(7))
    bench.answer(after: nil)
    bench.node(isOn: ProfileBench.chainID, at: 100)
    await store.send(.view(.appeared))
    await store.receive(\.inner.networkResponse) {
      $0.network = Profile.NodeStatus(clientVersion: "Geth/v1.16.2", blockNumber: 100)
    }
    await bench.clock.advance(by: .seconds(10))
    await store.finish()
  }

  // MARK: - Accounts

  @Test func anAccountIsAddedBehindTheOthersAndTold() async {
    let second = ProfileBench.account(1)
    let store = bench.store()
    await store.send(.view(.addAccountButtonTapped)) { $0.isChangingAccounts = true }
    await store.receive(\.inner.accountAdded, second) {
      $0.isChangingAccounts = false
      $0.accounts = [first, second]
    }
    await store.receive(\.delegate.accountAdded, [first, second])
    let third = ProfileBench.account(2)
    await store.send(.view(.addAccountButtonTapped)) { $0.isChangingAccounts = true }
    await store.receive(\.inner.accountAdded, third) {
      $0.isChangingAccounts = false
      $0.accounts = [first, second, third]
    }
    await store.receive(\.delegate.accountAdded, [first, second, third])
    await store.finish()
    #expect(bench.questions == [.deriveAccount, .deriveAccount])
  }

  @Test func anAccountIsRenamedInPlace() async {
    let second = ProfileBench.account(1)
    let renamed = ProfileBench.account(0, name: "Savings")
    let store = bench.store { $0.accounts = [first, second] }
    await store.send(.view(.accountRenamed(first.id, "Savings"))) {
      $0.isChangingAccounts = true
    }
    await store.receive(\.inner.accountRenamed, renamed) {
      $0.isChangingAccounts = false
      $0.accounts = [renamed, second]
    }
    await store.receive(\.delegate.accountRenamed, [renamed, second])
    await store.finish()
    #expect(bench.questions == [.renameAccount(first.id, "Savings")])
  }

  @Test func anAccountThatTheScreenDoesNotShowChangesNothing() async {
    let store = bench.store()
    await store.send(.view(.accountRenamed(AccountID(rawValue: 9), "Savings"))) {
      $0.isChangingAccounts = true
    }
    await store.receive(\.inner.accountRenamed) { $0.isChangingAccounts = false }
    await store.finish()
  }

  @Test(
    arguments: [Profile.View.addAccountButtonTapped, .accountRenamed(ProfileBench.first.id, "")],
    [
      AccountRefusal.locked, .unknownAccount, .tooManyAccounts(limit: 100),
      .invalidName(maximumCount: 40), .nameTaken, .storage(storage),
    ])
  func aRefusedChangeSaysWhyAndCanBeTriedAgain(
    action: Profile.View, refusal: AccountRefusal
  ) async {
    bench.refuse(refusal, refusal)
    let store = bench.store()
    await store.send(.view(action)) { $0.isChangingAccounts = true }
    await store.receive(\.inner.failed, .account(refusal)) {
      $0.isChangingAccounts = false
      $0.failure = .account(refusal)
    }
    await store.send(.view(action)) {
      $0.isChangingAccounts = true
      $0.failure = nil
    }
    await store.receive(\.inner.failed, .account(refusal)) {
      $0.isChangingAccounts = false
      $0.failure = .account(refusal)
    }
    await store.finish()
    #expect(bench.questions.count == 2)
  }

  /// Two taps made two accounts.
  @Test func aSecondTapAddsNoSecondAccount() async {
    bench.answer(after: .seconds(1))
    let second = ProfileBench.account(1)
    let store = bench.store()
    await store.send(.view(.addAccountButtonTapped)) { $0.isChangingAccounts = true }
    await store.send(.view(.addAccountButtonTapped))
    await store.send(.view(.accountRenamed(first.id, "Savings")))
    await bench.clock.advance(by: .seconds(1))
    await store.receive(\.inner.accountAdded) {
      $0.isChangingAccounts = false
      $0.accounts = [first, second]
    }
    await store.receive(\.delegate.accountAdded)
    await store.finish()
    #expect(bench.questions == [.deriveAccount])
  }

  // MARK: - Going On

  @Test func theNetworksAreTheParents() async {
    let store = bench.store()
    await store.send(.view(.networksButtonTapped))
    await store.receive(\.delegate.networksRequested)
    await store.finish()
    #expect(bench.questions == [])
  }

  @Test(arguments: ["https://example.com/auth", "http://127.0.0.1:4361", "http://[::1]:1/"])
  func aServiceThatIsTypedIsTheParents(text: String) async throws {
    let store = bench.store()
    await store.send(.view(.serviceEntered(text)))
    await store.receive(\.delegate.sessionRequested, try SessionEndpoint(text))
    await store.finish()
  }

  @Test(arguments: [
    ("", SessionEndpoint.Refusal.notAnEndpoint), ("example.com", .notAnEndpoint),
    ("ftp://example.com", .notAnEndpoint), ("https://example.com?token=1", .notAnEndpoint),
    ("http://example.com", .notEncrypted),
  ])
  func invalidServicesAreRejected(text: String, refusal: SessionEndpoint.Refusal) async {
    let store = bench.store()
    await store.send(.view(.serviceEntered(text))) { $0.failure = .service(refusal) }
    await store.send(.view(.networksButtonTapped)) { $0.failure = nil }
    await store.receive(\.delegate.networksRequested)
    await store.finish()
  }

  // MARK: - Going Back

  @Test func doneClosesTheScreen() async {
    let store = bench.store()
    await store.send(.view(.doneButtonTapped))
    await store.receive(\.delegate.closed)
    await store.finish()
    #expect(bench.questions == [])
  }

  @Test(arguments: [
    Profile.Phase.askingPasscode(.revealPhrase), .askingPasscode(.erase), .phraseShown,
  ])
  func doneGoesBackFromWhatWasAsked(phase: Profile.Phase) async {
    let store = bench.store(phase)
    await store.send(.view(.doneButtonTapped)) { $0.phase = .idle }
    await store.finish()
    #expect(bench.questions == [])
  }

  @Test(arguments: [
    Profile.Phase.working(.revealPhrase), .working(.erase), .erased,
  ])
  func doneWaitsForWhatTheVaultDoes(phase: Profile.Phase) async {
    let store = bench.store(phase)
    await store.send(.view(.doneButtonTapped))
    await store.finish()
    #expect(bench.questions == [])
  }
}
