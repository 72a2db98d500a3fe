import EthereumPrimitives
import Headrace
import HeadraceFlow
import HeadraceTesting
import HomeFeature
import ProfileFeature
import SendFeature
import Testing
import VaultClient
import WalletApp

/// The targets of links in the app, and their times.
@Suite("Opening links of the wallet") struct WalletLinkOpeningTests {
  private static let address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
  private static let link = DeepLink("wallet:send?to=\(address)&amount=0.25")
  private static let request = DeepLink("ethereum:\(address)@1?value=25e16")

  /// The form of a payment, as the link fills it in. Nothing is requested or sent.
  private static var filled: Route<WalletScreen.State> {
    var form = WalletSample.form
    form.recipientText = address
    form.amountText = "0.25"
    return .push(.send(form))
  }

  private func makeStore(_ routes: WalletSample.Stack) -> TestStoreOf<WalletApp> {
    TestStoreOf<WalletApp>(routes) {
      $0.continuousClock = TestClock()
      $0.vault.lock = {}
      $0.vault.unlock = { _ throws(UnlockRefusal) in WalletSample.accounts }
    }
  }

  /// Both kinds of links fill the form in; only the owner starts the review.
  @Test(arguments: [link, request])
  func aPaymentsLinkFillsTheFormInAndSendsNothing(link: DeepLink) async {
    let store = makeStore(WalletSample.home)
    await store.send(.links(.open(link.url)))
    await store.receive(\.inner.linked) { $0.routes.append(Self.filled) }
    await store.receive(\.links.opened, link)
    #expect(store.state.routes[1].screen.send?.phase == .editing)
    await store.finish()
  }

  @Test func aLinkWithoutAnAmountLeavesItToTheOwner() async {
    let store = makeStore(WalletSample.home)
    await store.send(.links(.open("wallet:send?to=\(Self.address)")))
    await store.receive(\.inner.linked) {
      var form = WalletSample.form
      form.recipientText = Self.address
      $0.routes.push(.send(form))
    }
    await store.receive(\.links.opened)
    await store.finish()
  }

  @Test func theOtherLinksShowTheirScreens() async throws {
    let store = makeStore(WalletSample.home)
    let hash = Hash32(0, 0, 0, 1)
    await store.send(.links(.open("wallet:receive")))
    await store.receive(\.inner.linked) { $0.home { $0.focus = .receiving } }
    await store.receive(\.links.opened)
    await store.send(.home(.view(.focusEnded))) { $0.home { $0.focus = nil } }
    await store.send(.links(.open("wallet:activity/\(hash.hex)")))
    await store.receive(\.inner.linked) { $0.home { $0.focus = .payment(hash) } }
    await store.receive(\.links.opened)
    await store.send(.links(.open("wallet:settings")))
    await store.receive(\.inner.linked) { $0.routes.append(WalletSample.profile[1]) }
    await store.receive(\.links.opened)
    #expect(store.state.routes[0].screen.home?.focusedPayment == nil)
    await store.finish()
  }

  /// Locked from the start, or covered by the lock: the link waits, and is followed once.
  @Test(arguments: [WalletSample.unlock, WalletSample.home + [WalletSample.cover]])
  func aLinkThatComesWhileLockedWaitsAndIsFollowedOnce(routes: WalletSample.Stack) async {
    let store = makeStore(routes)
    await store.send(.links(.open(Self.link.url))) { $0.links.waiting = Self.link }
    await store.unlock {
      $0.routes = WalletSample.home
      $0.links.waiting = nil
    }
    // If the lock covered Home, Home is notified of its removal, and asks its node.
    store.exhaustivity = .off
    await store.receive(\.links.opened, Self.link)
    #expect(store.state.routes.dropFirst() == [Self.filled])
    await store.send(.send(.view(.closeButtonTapped)))
    await store.finish()
    await store.skipReceivedActions(strict: false)
    #expect(store.state.routes.count == 1)
    #expect(store.state.links == DeepLinkState())
  }

  /// A link removes no form that is filled in, and no payment that is being signed.
  @Test func aLinkWaitsForWhatIsOnHome() async {
    let store = makeStore(WalletSample.send)
    await store.send(.links(.open(Self.link.url))) { $0.links.waiting = Self.link }
    #expect(store.state.routes == WalletSample.send)
    store.exhaustivity = .off
    await store.send(.send(.view(.closeButtonTapped)))
    await store.receive(\.links.opened, Self.link)
    #expect(store.state.routes.dropFirst() == [Self.filled])
    await store.finish()
    await store.skipReceivedActions(strict: false)
  }

  @Test func aNewerLinkTakesThePlaceOfOneThatWaits() async {
    let store = makeStore(WalletSample.unlock)
    await store.send(.links(.open("wallet:settings"))) {
      $0.links.waiting = DeepLink("wallet:settings")
    }
    await store.send(.links(.open(Self.link.url))) { $0.links.waiting = Self.link }
    await store.receive(\.links.dropped) { $0.linkFailure = .replaced }
    await store.unlock {
      $0.routes = WalletSample.home
      $0.links.waiting = nil
    }
    await store.receive(\.inner.linked) { $0.routes.append(Self.filled) }
    await store.receive(\.links.opened, Self.link) { $0.linkFailure = nil }
    await store.finish()
  }

  /// The user does not expect a form that is filled in by a link of an hour ago.
  @Test func aLinkThatWaitsTooLongIsLetGoAndTold() async {
    let clock = TestClock()
    let store = makeStore(WalletSample.unlock)
    store.dependencies.continuousClock = clock
    await store.send(.links(.open(Self.link.url))) { $0.links.waiting = Self.link }
    await clock.advance(by: .seconds(299))
    #expect(store.state.links.waiting == Self.link)
    await clock.advance(by: .seconds(1))
    await store.receive(\.links.waitedTooLong) { $0.links.waiting = nil }
    await store.receive(\.links.dropped) { $0.linkFailure = .expired(after: .seconds(300)) }
    await store.unlock { $0.routes = WalletSample.home }
    await store.finish()
    #expect(store.state.routes.count == 1)
  }

  /// Locked or not, a link that leads nowhere is reported immediately, with its reason.
  @Test(arguments: [WalletSample.home, WalletSample.unlock])
  func aLinkThatLeadsNowhereIsDropped(routes: WalletSample.Stack) async {
    let store = makeStore(routes)
    await store.send(.links(.open("ethereum:\(Self.address)@10?value=1")))
    await store.receive(\.links.dropped) {
      $0.linkFailure = .otherChain(found: 10, expected: 1)
    }
    await store.send(.links(.open("wallet:sned"))) { $0.linkFailure = nil }
    await store.receive(\.links.dropped) {
      $0.linkFailure = .unreadable(.unknownPath("sned", nearest: "send?to&amount"))
    }
    await store.finish()
  }

  /// After a payment the vault is locked: the passcode that signs the next one opens it.
  @Test func theFormOfALinkIsShownWhereAPaymentLockedTheVault() async {
    var state = WalletSample.app(WalletSample.home)
    state.isVaultLocked = true
    let store = TestStore(initialState: state) { WalletApp() }
    await store.send(.links(.open(Self.link.url)))
    await store.receive(\.inner.linked) {
      $0.routes = WalletSample.home + [Self.filled]
    }
    await store.receive(\.links.opened)
    await store.finish()
  }

  @Test func anErasedWalletHasNoLinkThatWaits() async {
    let store = makeStore(WalletSample.profile)
    await store.send(.links(.open(Self.link.url))) { $0.links.waiting = Self.link }
    await store.send(.profile(.delegate(.erased))) {
      $0.routes = WalletSample.create()
      $0.links.waiting = nil
    }
    await store.finish()
  }
}
