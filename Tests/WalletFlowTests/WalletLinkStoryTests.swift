import ActivityClient
import AuthFeature
import DevChain
import EthereumCrypto
import EthereumPrimitives
import Headrace
import HeadraceFlow
import HeadraceTesting
import HomeFeature
import NodeClient
import SendFeature
import Testing
import WalletApp

@Suite("Stories of links into a wallet on a dev chain")
struct WalletLinkStoryTests {
  private static let request =
    "ethereum:\(WalletStory.recipient.checksummed)@31337?value=25e16"

  private func open(_ url: String, in story: WalletStory) async {
    await story.store.send(.links(.open(url))).finish()
    await story.store.skipReceivedActions(strict: false)
  }

  /// A shop's request arrives while the wallet is locked. It is paid once, after review and
  /// passcode.
  @Test func aRequestThatComesWhileLockedIsReviewedAndPaidOnce() async throws {
    let story = await WalletStory.funded()
    let before = try await story.node.balance(of: WalletStory.recipient)
    await story.lock()
    // It waits, so the work that it starts doesn't end yet.
    await story.store.send(.links(.open(Self.request)))
    #expect(story.top?.is(\.unlock) == true)
    await story.unlock("wrong horse battery")
    #expect(story.store.state.links.waiting == DeepLink(Self.request))

    await story.unlock()
    #expect(story.top?.send?.recipientText == WalletStory.recipient.checksummed)
    #expect(story.top?.send?.amountText == "0.25")
    #expect(story.top?.send?.phase == .editing)
    #expect(story.store.state.links.waiting == nil)
    #expect(try await story.node.balance(of: WalletStory.recipient) == before)

    await story.tap(.send(.view(.reviewButtonTapped)))
    #expect(story.top?.send?.phase.is(\.reviewing) == true)
    await story.tap(.send(.view(.passcodeEntered(await story.deposit(WalletStory.passphrase)))))
    guard case .confirmed(let payment, _)? = story.top?.send?.phase else {
      Issue.record("the payment should be confirmed: \(String(describing: story.top?.send?.phase))")
      return
    }
    await story.tap(.send(.view(.closeButtonTapped)))

    // The link that names the payment shows it, and the request is not followed again.
    await story.unlockIfAsked()
    await open(WalletLink.activity(payment.hash).url, in: story)
    #expect(story.top?.home?.focusedPayment?.hash == payment.hash)
    await story.lock()
    await story.unlock()
    #expect(story.top?.is(\.home) == true)
    let after = try await story.node.balance(of: WalletStory.recipient)
    #expect(try after == before.adding(Wei(ether: "0.25")))
    #expect(await story.chain.books.isBalanced)
    await story.store.finish()
  }

  /// A request for more than the balance stops at the review, like one that is typed.
  @Test func aRequestForMoreThanThereIsIsRefusedByTheReview() async throws {
    let story = await WalletStory.funded()
    await open(
      "wallet:send?to=\(WalletStory.recipient.checksummed)&amount=20000", in: story)
    await story.tap(.send(.view(.reviewButtonTapped)))
    guard case .failed(.notEnoughForAmount)? = story.top?.send?.phase else {
      Issue.record("the review should refuse: \(String(describing: story.top?.send?.phase))")
      return
    }
    await story.tap(.send(.view(.closeButtonTapped)))
    #expect(story.top?.is(\.home) == true)
    await story.store.finish()
  }
}

extension WalletStory {
  /// Unlocks if the screen on top asks for it.
  fileprivate func unlockIfAsked() async {
    if top?.is(\.unlock) == true { await unlock() }
  }
}
