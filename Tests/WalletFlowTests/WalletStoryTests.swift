import ActivityClient
import AuthFeature
import DevChain
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceFlow
import HeadraceTesting
import HomeFeature
import JSONRPC
import NodeClient
import ProfileFeature
import SendFeature
import Testing
import VaultClient
import VaultClientLive
import WalletApp

@Suite("Stories of a wallet on a dev chain")
struct WalletStoryTests {
  private func balance(_ story: WalletStory, of address: Address) async throws -> Wei {
    try await story.node.balance(of: address)
  }

  // MARK: - Making

  @Test func aNewWalletIsConfirmedLockedUnlockedFundedAndPays() async throws {
    let story = WalletStory(.create(wordCount: 12))
    await story.tap(.create(.view(.appeared)))
    #expect(story.phrase.count == 12)
    await story.tap(.create(.view(.phraseNotedButtonTapped)))
    guard case .confirming(_, let challenge)? = story.top?.create?.phase else {
      Issue.record("three words should be asked back")
      return
    }
    var words: [SecretHandle] = []
    for position in challenge.positions {
      words.append(await story.deposit(story.phrase[position - 1]))
    }
    await story.tap(.create(.view(.wordsEntered(words))))
    await story.choosePasscode()
    let account = try #require(story.top?.home?.account)

    await story.lock()
    #expect(story.top?.is(\.unlock) == true)
    await story.unlock()
    #expect(story.top?.home?.balance?.balance == .zero)

    let giver = await WalletStory.funded(chain: story.chain)
    await giver.reviewPayment("2", to: account.address)
    await giver.tap(.send(.view(.passcodeEntered(await giver.deposit(WalletStory.passphrase)))))
    await story.tap(.home(.view(.refreshed)))
    #expect(story.top?.home?.balance?.balance == (try Wei(ether: "2")))

    let before = try await balance(story, of: WalletStory.recipient)
    await story.reviewPayment("0.75")
    await story.tap(.send(.view(.passcodeEntered(await story.deposit(WalletStory.passphrase)))))
    guard case .confirmed(let payment, let inclusion)? = story.top?.send?.phase else {
      Issue.record("the payment should be confirmed: \(String(describing: story.top?.send?.phase))")
      return
    }
    await story.tap(.send(.view(.closeButtonTapped)))
    let home = try #require(story.top?.home)
    let fee = try inclusion.effectiveGasPrice.multiplied(by: inclusion.gasUsed.rawValue)
    let spent = try Wei(ether: "0.75").adding(fee)
    #expect(try home.balance?.balance == Wei(ether: "2").subtracting(spent))
    #expect(home.lines.compactMap(\.payment) == [payment])
    #expect(home.lines.count == 2, "and what the account got")
    #expect(try home.samples.map(\.balance).max() == Wei(ether: "2"))
    let after = try await balance(story, of: WalletStory.recipient)
    #expect(try after == before.adding(Wei(ether: "0.75")))
    #expect(await story.chain.books.isBalanced)
    await story.store.finish()
  }

  @Test func wrongWordsMakeNoWallet() async throws {
    let story = WalletStory(.create(wordCount: 12))
    await story.tap(.create(.view(.appeared)))
    await story.tap(.create(.view(.phraseNotedButtonTapped)))
    var words: [SecretHandle] = []
    for _ in 0..<3 { words.append(await story.deposit("zoology")) }
    await story.tap(.create(.view(.wordsEntered(words))))
    #expect(story.top?.create?.phase.is(\.confirming) == true)
    #expect(story.top?.create?.failure != nil)
    #expect(try await VaultClient.live(story.vault).status() == .empty)
  }

  @Test func anImportedWalletSeesItsBalance() async throws {
    let story = await WalletStory.funded()
    #expect(story.top?.home?.account.address == DevChainAccounts.addresses[0])
    await story.tap(.home(.view(.appeared)))
    #expect(story.top?.home?.balance?.balance == (try Wei(ether: "10000")))
    await story.store.finish()
  }

  // MARK: - Opening

  @Test func aWrongPasscodeOpensNothingAndTheRightOneDoes() async {
    let story = await WalletStory.funded()
    await story.lock()
    await story.unlock("wrong horse battery")
    #expect(story.top?.unlock?.failure == .unlock(.wrongPasscode(triesLeft: 4)))
    await story.unlock()
    #expect(story.top?.is(\.home) == true)
    await story.store.finish()
  }

  @Test func aWrongPasscodeSignsNothing() async throws {
    let story = await WalletStory.funded()
    await story.reviewPayment("1")
    await story.tap(.send(.view(.passcodeEntered(await story.deposit("wrong horse battery")))))
    #expect(
      story.top?.send?.failure == .authorization(.passcode(.wrongPasscode(triesLeft: 4))))
    #expect(try await story.activity.unresolved().isEmpty)
    #expect(await story.chain.state.head.header.number == 0)
  }

  // MARK: - Locking in the Middle of a Payment

  @Test func aPaymentUnderReviewIsThereAgainAfterALockAndIsPaid() async {
    let story = await WalletStory.funded()
    await story.reviewPayment("0.2")
    let payment = story.top?.send
    let passcode = await story.deposit(WalletStory.passphrase)
    await story.lock()
    #expect(story.top?.is(\.unlock) == true)
    await story.unlock()
    #expect(story.top?.send == payment, "nothing of it was lost")

    await story.tap(.send(.view(.passcodeEntered(passcode))))
    #expect(
      story.top?.send?.failure == .authorization(.passcode(.secretGone)),
      "what was typed before the lock is wiped")
    await story.tap(.send(.view(.passcodeEntered(await story.deposit(WalletStory.passphrase)))))
    #expect(story.top?.send?.phase.is(\.confirmed) == true)
    #expect(await story.chain.books.isBalanced)
    await story.store.finish()
  }

  @Test func aPaymentThatWaitsForItsBlockIsFollowedUnderTheLock() async {
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    let story = await WalletStory.funded(chain: chain)
    await story.reviewPayment("0.2")
    await story.begin(.send(.view(.passcodeEntered(await story.deposit(WalletStory.passphrase)))))
    await story.store.receive({ story.isOf($0, \.send.inner.recorded) })
    await story.lock()
    await chain.mine()
    await story.clock.advance(by: .seconds(2))
    await story.store.receive({ story.isOf($0, \.send.delegate.confirmed) })
    #expect(story.top?.is(\.unlock) == true, "the news takes no lock away")
    await story.unlock()
    #expect(story.top?.send?.phase.is(\.confirmed) == true)
    await story.store.finish()
  }

  // MARK: - Being Killed

  @Test func aPaymentOfAKilledWalletIsDeliveredWhenHomeAppears() async throws {
    let chain = DevChain()
    let story = await WalletStory.funded(chain: chain)
    await chain.inject(DevChainFault(.close, method: "eth_sendRawTransaction", count: 1))
    await story.reviewPayment("0.2")
    await story.begin(.send(.view(.passcodeEntered(await story.deposit(WalletStory.passphrase)))))
    await story.store.receive({ story.isOf($0, \.send.inner.recorded) })
    await story.store.skipInFlightEffects()
    let left = try await story.activity.unresolved()
    #expect(left.map(\.state) == [.broadcast], "it may have been seen, since it was on its way")
    #expect(await chain.state.head.header.number == 0, "it was not seen")

    let again = story.killedAndStartedAgain()
    await again.unlock()
    await again.begin(.home(.view(.appeared)))
    await again.clock.advance(by: .seconds(2))
    await again.store.receive(\.resuming.delegate.settled)
    await again.store.finish()
    await again.store.skipReceivedActions(strict: false)
    #expect(again.top?.home?.lines.compactMap(\.payment).map(\.id) == left.map(\.id))
    #expect(
      again.top?.home?.lines.compactMap(\.payment).allSatisfy { $0.state.isUnresolved } == false)
    #expect(try await again.activity.unresolved().isEmpty)
    let received = try await balance(again, of: WalletStory.recipient)
    #expect(try received == Wei(ether: "10000.2"), "paid once")
    #expect(await chain.state.head.header.number == 1)
    #expect(await chain.books.isBalanced)
  }

  // MARK: - Ending

  @Test func anErasedWalletIsRemovedAndAnotherCanBeMade() async throws {
    let story = await WalletStory.funded()
    await story.tap(.home(.view(.profileButtonTapped)))
    await story.tap(.profile(.view(.eraseButtonTapped)))
    await story.tap(.profile(.view(.passcodeEntered(await story.deposit("wrong horse battery")))))
    #expect(story.top?.is(\.profile) == true)
    #expect(try await VaultClient.live(story.vault).status() != .empty)
    await story.tap(
      .profile(.view(.passcodeEntered(await story.deposit(WalletStory.passphrase)))))
    #expect(story.top == .create(CreateWallet.State(wordCount: 12)))
    #expect(story.store.state.routes.count == 1)
    #expect(try await VaultClient.live(story.vault).status() == .empty)
    await story.tap(.create(.view(.appeared)))
    #expect(story.phrase.count == 12)
    #expect(story.top?.create?.phase.is(\.showingPhrase) == true)
    await story.store.finish()
  }
}

extension WalletStory {
  /// Returns true if an action is one of a screen's cases.
  func isOf<Value>(
    _ action: WalletApp.Action, _ path: CaseKeyPath<WalletScreen.Action, Value>
  ) -> Bool {
    guard case .router(.routeAction(_, let action)) = action else { return false }
    return AnyCasePath(path).extract(action) != nil
  }
}
