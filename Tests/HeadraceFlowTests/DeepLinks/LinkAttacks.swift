import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

/// Tries to open invalid links, to open a link twice, and to keep one for ever.
@MainActor
@Suite("Attacks on links") struct LinkAttacks {
  private func refusal(_ url: String, _ parser: DeepLinkParser<ShopScreen.State>) -> DeepLinkError?
  {
    parser.refusal(of: url)
  }

  // MARK: - Reading

  @Test func tenThousandSegmentsAreRejectedImmediately() {
    let url = "shop://" + Array(repeating: "a", count: 10_000).joined(separator: "/")
    #expect(shopLinks.refusal(of: url) == .tooLong(byteCount: 20_006, max: 2_048))
    let long = wide(DeepLinkLimits(byteCountMax: 1 << 20))
    guard case .tooManySegments = refusal(url, long) else {
      Issue.record("\(String(describing: refusal(url, long)))")
      return
    }
    let wider = wide(DeepLinkLimits(byteCountMax: 1 << 20, segmentCountMax: 10_000))
    guard case .unknownPath(let path, "{section}/{title}?level") = refusal(url, wider) else {
      Issue.record("\(String(describing: refusal(url, wider)))")
      return
    }
    #expect(path.count == 81)
  }

  @Test(arguments: [
    ("a/%2F", "/"), ("a/%2f", "/"), ("a/%252F", "%2F"), ("a/%2525", "%25"), ("a/+", "+"),
    ("a/%20", " "), ("a/..%2F..", "../.."), ("a/%3Fb=1", "?b=1"), ("a/%23", "#"), ("a/...", "..."),
    ("a/%F0%9F%92%B8", "💸"), ("a/e%CC%81", "e\u{301}"), ("a/%C3%A9", "\u{E9}"),
    ("a/%EF%BB%BFb", "\u{FEFF}b"), ("a/%EF%BF%BF", "\u{FFFF}"), ("a/;b=1", ";b=1"),
  ])
  func aValueIsDecodedOnce(path: String, title: String) throws {
    let routes = try shopLinks.routes(for: "shop://" + path)
    guard case .article(let article) = routes.last?.screen else {
      Issue.record("no article")
      return
    }
    #expect(Array(article.link.title.unicodeScalars) == Array(title.unicodeScalars))
    let url = try shopLinks.url(for: routes)
    let again = try shopLinks.routes(for: url)
    #expect(try shopLinks.url(for: again) == url)
    #expect(again == routes)
  }

  @Test(arguments: [
    // Surrogates, a value past the last character, five bytes, and half a character.
    ("a/%ED%A0%80", DeepLinkMalformation.utf8, 9), ("a/%F4%90%80%80", .utf8, 9),
    ("a/%F8%88%80%80%80", .utf8, 9), ("a/%E2%82", .utf8, 9), ("a/%", .percentEncoding, 9),
    ("a/%%", .percentEncoding, 9), ("a/%G0", .percentEncoding, 9), ("a/% 1", .character, 10),
    ("a/%+1", .percentEncoding, 9), ("a/%0d", .controlCharacter, 9),
    ("a/%1B%5B31m", .controlCharacter, 9), ("a/%7F", .controlCharacter, 9),
    ("%2e%2e/a", .dotSegment, 7), ("a/%2E%2e", .dotSegment, 9), ("a//", .emptySegment, 9),
    ("//a", .emptySegment, 7), ("a/b/", .emptySegment, 11), ("a/b?&", .namelessQueryItem, 11),
    ("a/b?level=1%00", .controlCharacter, 18), ("a/b?level=1#", .fragment, 18),
    ("a/b#?level=1", .fragment, 10),
  ])
  func malformedTrapsAreRefused(path: String, malformation: DeepLinkMalformation, offset: Int) {
    #expect(
      wide(DeepLinkLimits()).refusal(of: "shop://" + path)
        == .malformed(malformation, byteOffset: offset))
  }

  @Test(arguments: [
    "level", "level=", "level=01", "level=+1", "level=%2B1", "level=1.0", "level=1e0", "level=3",
    "level=99999999999999999999", "level=-0", "level=%EF%BC%91",
  ])
  func aNumberWithoutACaseIsRejected(query: String) {
    #expect(
      wide(DeepLinkLimits()).refusal(of: "shop://a/b?" + query)
        == .unreadableValue(name: "level", pattern: "{section}/{title}?level"))
  }

  @Test func itemsThatAreOneByAnotherSpellingAreRefused() {
    let parser = wide(DeepLinkLimits())
    #expect(
      parser.refusal(of: "shop://a/b?level=1&level=1") == .repeatedQueryItem(name: "level"))
    #expect(
      parser.refusal(of: "shop://a/b?level=1&LEVEL=1")
        == .unknownQueryItem(
          name: "LEVEL", pattern: "{section}/{title}?level", nearest: "level"))
  }

  @Test(arguments: [
    "https://shop.example.evil/a/b", "https://shop.example@evil/a/b",
    "https://shop.example:443/a/b",
    "https://shop.examplea/b", "http://shop.example/a/b", "shop:/a/b", "shop:a/b", " shop://a/b",
    "xshop://a/b", "shop//a/b", "", "shop", "s\u{301}hop://a/b", "ſhop://a/b", "shop\u{FF1A}//a/b",
  ])
  func prefixesThatLookAlikeAreRefused(url: String) {
    #expect(
      shopLinks.refusal(of: url)
        == .otherPrefix(expected: ["shop://", "https://shop.example/"]), "\(url)")
  }

  private enum Level: Int { case one = 1, two = 2 }

  private func wide(_ limits: DeepLinkLimits) -> DeepLinkParser<ShopScreen.State> {
    DeepLinkParser("shop://", root: .homeScreen, limits: limits) {
      ScreenLink(
        \.article,
        LinkPattern {
          Segment("section", String.self)
          Segment("title", String.self)
          Query("level", Level?.self)
        } make: { section, title, _ in
          CatalogPage<ArticleLink>.State(link: ArticleLink(section: section, title: title))
        } values: {
          ($0.link.section, $0.link.title, nil)
        })
    }
  }

  // MARK: - Waiting

  private func makeStore(
    gate: DeepLinkGate = .wait, waitMax: Duration? = nil, clock: TestClock<Duration> = TestClock()
  ) -> TestStoreOf<Lobby> {
    TestStore(initialState: Lobby.State(gate: gate)) {
      Lobby(waitMax: waitMax)
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  private let one = DeepLink("shop://products/1")
  private let two = DeepLink("shop://products/2")

  @Test func aLinkThatIsDeliveredTwiceIsOpenedOnce() async {
    let store = makeStore()
    let link = DeepLink(one.url, mode: .append)
    await store.send(.links(.open(link.url, mode: .append))) { $0.links.waiting = link }
    await store.send(.links(.open(link.url, mode: .append)))
    await store.receive(\.links.dropped) { $0.log = ["dropped \(link.url)"] }
    await store.send(.gateChanged(.open)) {
      $0.gate = .open
      $0.links.waiting = nil
      $0.routes.push(.product(1))
    }
    await store.receive(\.links.opened, link) { $0.log.append("opened \(link.url)") }
    await store.send(.gateChanged(.wait)) { $0.gate = .wait }
    await store.send(.gateChanged(.open)) { $0.gate = .open }
    await store.finish()
  }

  @Test func aLinkThatLeadsNowhereTakesNoOthersPlace() async {
    let store = makeStore()
    let nowhere = "shop://nowhere/at/all"
    await store.send(.links(.open(one.url))) { $0.links.waiting = self.one }
    await store.send(.links(.open(nowhere)))
    await store.receive(\.links.dropped) { $0.log = ["dropped \(nowhere)"] }
    await store.send(.gateChanged(.open)) {
      $0.gate = .open
      $0.links.waiting = nil
      $0.routes.push(.product(1))
    }
    await store.receive(\.links.opened, one) { $0.log.append("opened \(self.one.url)") }
    await store.finish()
  }

  @Test func aNewerLinkHasATimeOfItsOwn() async {
    let clock = TestClock()
    let store = makeStore(waitMax: .seconds(2), clock: clock)
    await store.send(.links(.open(one.url))) { $0.links.waiting = self.one }
    await clock.advance(by: .milliseconds(1_500))
    await store.send(.links(.open(two.url))) { $0.links.waiting = self.two }
    await store.receive(\.links.dropped) { $0.log = ["dropped \(self.one.url)"] }
    await clock.advance(by: .milliseconds(1_999))
    #expect(store.state.links.waiting == two)
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.links.waitedTooLong) { $0.links.waiting = nil }
    await store.receive(\.links.dropped) { $0.log.append("dropped \(self.two.url)") }
    await store.send(.gateChanged(.open)) { $0.gate = .open }
    await store.finish()
  }

  @Test(
    "Law 8: the clock of a link that was opened or dropped has stopped", arguments: [true, false])
  func theClockOfALinkStops(opens: Bool) async {
    let store = makeStore(waitMax: .seconds(2))
    await store.send(.links(.open(one.url))) { $0.links.waiting = self.one }
    if opens {
      await store.send(.gateChanged(.open)) {
        $0.gate = .open
        $0.links.waiting = nil
        $0.routes.push(.product(1))
      }
      await store.receive(\.links.opened) { $0.log = ["opened \(self.one.url)"] }
    } else {
      await store.send(.gateChanged(.drop(reason: "No."))) {
        $0.gate = .drop(reason: "No.")
        $0.links.waiting = nil
      }
      await store.receive(\.links.dropped) { $0.log = ["dropped \(self.one.url)"] }
    }
    await store.finish()
  }

  @Test func aLinkThatTheCoordinatorTakesBackIsNotOpened() async {
    let store = makeStore()
    await store.send(.links(.open(one.url))) { $0.links.waiting = self.one }
    await store.send(.forget) { $0.links = DeepLinkState() }
    await store.send(.gateChanged(.open)) { $0.gate = .open }
    await store.finish()
  }

  @Test func aClockThatWasNotStartedDropsNothing() async {
    let store = makeStore(gate: .open)
    await store.send(.links(.waitedTooLong))
    await store.send(.links(.open(one.url))) { $0.routes.push(.product(1)) }
    await store.receive(\.links.opened) { $0.log = ["opened \(self.one.url)"] }
    await store.send(.links(.waitedTooLong))
  }

  @Test func linksThatPileUpEndWithAReason() {
    let store = Store(initialState: Lobby.State(gate: .open)) { Lobby() }
    for _ in 0..<50 { store.send(.links(.open(one.url, mode: .append))) }
    #expect(store.state.routes.count == 16)
    #expect(store.state.log.count == 50)
  }
}

/// Opens links when its gate permits it.
@Reducer
private struct Lobby {
  struct State: Equatable {
    var routes: [Route<ShopScreen.State>] = [.root(.homeScreen, embedInNavigationView: true)]
    var links = DeepLinkState()
    var gate: DeepLinkGate
    var log: [String] = []
  }
  @CasePathable
  enum Action: Equatable {
    case router(IndexedRouterActionOf<ShopScreen>)
    case links(DeepLinkAction)
    case gateChanged(DeepLinkGate)
    case forget
  }

  var waitMax: Duration?

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .links(.opened(let link)): state.log.append("opened \(link.url)")
      case .links(.dropped(let link, _)): state.log.append("dropped \(link.url)")
      case .gateChanged(let gate): state.gate = gate
      case .forget: state.links = DeepLinkState()
      case .router, .links: break
      }
      return .none
    }
    .forEachRoute(\.routes, action: \.router) { ShopScreen.body }
    .deepLinks(
      shopLinks, state: \.links, action: \.links, routes: \.routes, router: \.router,
      waitMax: waitMax
    ) { $0.gate }
  }
}
