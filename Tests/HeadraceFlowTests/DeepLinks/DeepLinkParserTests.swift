import Headrace
import HeadraceFlow
import Testing

@Suite("Deep links: URL to routes and back")
struct DeepLinkParserTests {
  private func screens(_ url: String) throws -> [ShopScreen.State] {
    try shopLinks.routes(for: url).map(\.screen)
  }

  @Test func aURLLeadsToItsScreenWithTheWayBackBelow() throws {
    #expect(
      try shopLinks.routes(for: "shop://products/42/reviews/7") == [
        .root(.homeScreen, embedInNavigationView: true), .push(.product(42)),
        .sheet(.review(42, 7)),
      ])
  }

  @Test func thePrefixAloneIsTheRoot() throws {
    for url in ["shop://", "https://shop.example/", "https://shop.example", "SHOP://"] {
      #expect(try shopLinks.routes(for: url) == [.root(.homeScreen, embedInNavigationView: true)])
    }
  }

  @Test func everyPrefixIsReadAndTheFirstIsWritten() throws {
    let routes = try shopLinks.routes(for: "HTTPS://Shop.Example/products/1")
    #expect(routes.last?.screen == .product(1))
    #expect(try shopLinks.url(for: routes) == "shop://products/1")
  }

  @Test(arguments: [
    "https://shop.example.elsewhere/products/1", "https://shop.example@elsewhere/products/1",
    "http://shop.example/products/1", "https://shop.example:443/", "shop:/products/1", "shop", "",
    "products/1", " shop://products/1",
  ])
  func otherAppsLinksAreRefused(url: String) {
    #expect(throws: DeepLinkError.otherPrefix(expected: ["shop://", "https://shop.example/"])) {
      try shopLinks.routes(for: url)
    }
  }

  @Test func theItemsOfAQueryMayHaveAnyOrder() throws {
    let screen = ShopScreen.State.search("tea", order: .price, page: 3, tag: "new")
    var items = ["text=tea", "order=price", "page=3", "tag=new"]
    var count = 0
    for _ in 0..<24 {
      let url = "shop://products/search?" + items.joined(separator: "&")
      #expect(try screens(url).last == screen, "\(url)")
      #expect(
        try shopLinks.url(to: screen)
          == "shop://products/search?text=tea&order=price&page=3&tag=new")
      items.permute()
      count += 1
    }
    #expect(count == 24)
  }

  @Test func aDefaultIsReadAndNotWritten() throws {
    let screen = ShopScreen.State.search("tea")
    #expect(try screens("shop://products/search?text=tea").last == screen)
    #expect(try screens("shop://products/search?text=tea&page=1&order=name").last == screen)
    #expect(try shopLinks.url(to: screen) == "shop://products/search?text=tea")
  }

  @Test func aTextGoesBeforeAValue() throws {
    #expect(try screens("shop://products/search?text=").last == .search(""))
    #expect(try screens("shop://products/7").last == .product(7))
    #expect(try screens("shop://news/7").last == .article("news", "7"))
  }

  /// Patterns whose order could make "a value or nothing more" ambiguous.
  @Test func theOrderOfPatternsOfDifferentLengthsDoesNotMatter() throws {
    func link(_ pattern: LinkPattern<CatalogPage<ArticleLink>.State>) -> ScreenLink<
      ShopScreen.State
    > {
      ScreenLink(\.article, pattern)
    }
    @Sendable func state(_ section: String, _ title: String) -> CatalogPage<ArticleLink>.State {
      CatalogPage.State(link: ArticleLink(section: section, title: title))
    }
    let parser = DeepLinkParser<ShopScreen.State>("shop:", root: .homeScreen) {
      link(
        LinkPattern {
          Segment("a", String.self)
          Segment("b", String.self)
        } make: {
          state($0, $1)
        } values: {
          ($0.link.section, $0.link.title)
        })
      link(
        LinkPattern {
          Segment("a", String.self)
        } make: {
          state($0, "")
        } values: {
          $0.link.section
        })
      link(
        LinkPattern {
          Segment("a", String.self)
          "new"
        } make: {
          state("new", $0)
        } values: {
          $0.link.title
        })
    }
    #expect(try parser.routes(for: "shop:x").last?.screen == .article("x", ""))
    #expect(try parser.routes(for: "shop:x/y").last?.screen == .article("x", "y"))
    #expect(try parser.routes(for: "shop:x/new").last?.screen == .article("new", "x"))
  }

  @Test func pathsThatResembleAnotherPatternCanStillBeArticles() throws {
    // No product has this id, so the path continues to the pattern that takes any two segments.
    let routes = try shopLinks.routes(for: "shop://products/tea")
    #expect(routes.last?.screen == .article("products", "tea"))
    #expect(try shopLinks.url(for: routes) == "shop://products/tea")
  }

  // MARK: - Percent-encoding

  @Test(arguments: [
    ("a b", "a%20b"), ("a/b", "a%2Fb"), ("a+b", "a%2Bb"), ("%", "%25"), ("?&=#", "%3F%26%3D%23"),
    ("é", "%C3%A9"), ("e\u{301}", "e%CC%81"), ("🙂", "%F0%9F%99%82"), ("a:b@c-d._~", "a:b@c-d._~"),
    ("...", "..."), ("(*!')", "%28%2A%21%27%29"),
  ])
  func textsAreEncoded(text: String, encoded: String) throws {
    let url = "shop://\(encoded)/\(encoded)"
    let routes = try shopLinks.routes(for: url)
    let page = try #require(routes.last?.screen.article)
    #expect(Array(page.link.section.utf8) == Array(text.utf8))
    #expect(try shopLinks.url(for: routes) == url)
    let search = ShopScreen.State.search(text)
    #expect(try shopLinks.url(to: search) == "shop://products/search?text=\(encoded)")
  }

  @Test func needlesslyEncodedLinksAreReadAndWrittenPlain() throws {
    let routes = try shopLinks.routes(for: "shop://%6eews/%7Ea?".dropLast().description)
    #expect(routes.last?.screen == .article("news", "~a"))
    #expect(try shopLinks.url(for: routes) == "shop://news/~a")
  }

  // MARK: - Writing

  @Test func stateThatIsNotPartOfALinkDoesNotMatter() throws {
    var routes = try shopLinks.routes(for: "shop://products/42/reviews/7")
    var product = try #require(routes[1].screen.product)
    product.note = "loaded"
    routes[1].screen = .product(product)
    #expect(try shopLinks.url(for: routes) == "shop://products/42/reviews/7")
  }

  @Test func aStackThatNoLinkMakesHasNoURL() throws {
    var routes = try shopLinks.routes(for: "shop://products/42")
    routes.push(.product(43))
    #expect(throws: DeepLinkError.otherWay(pattern: "products/{id}?variant")) {
      try shopLinks.url(for: routes)
    }
    #expect(try shopLinks.url(to: routes[2].screen) == "shop://products/43")
    routes = try shopLinks.routes(for: "shop://products/42")
    routes[1] = .cover(routes[1].screen)
    #expect(throws: DeepLinkError.otherWay(pattern: "products/{id}?variant")) {
      try shopLinks.url(for: routes)
    }
  }

  @Test func aScreenWithoutALinkHasNoURL() {
    #expect(throws: DeepLinkError.noLink(screen: "checkout")) {
      try shopLinks.url(to: .checkoutScreen)
    }
    #expect(throws: DeepLinkError.noLink(screen: "")) { try shopLinks.url(for: []) }
  }

  /// Cases without a screen once had one name, so that a stack had the URL of another.
  @Test func casesWithoutAPayloadAreDistinguished() throws {
    #expect(try kioskLinks.url(for: [.root(.splash), .cover(.page(7))]) == "kiosk:pages/7")
    #expect(throws: DeepLinkError.otherWay(pattern: "pages/{number}")) {
      try kioskLinks.url(for: [.root(.about), .cover(.page(7))])
    }
    for (screen, name) in [(Kiosk.splash, "splash"), (.about, "about")] {
      #expect(throws: DeepLinkError.noLink(screen: name)) { try kioskLinks.url(to: screen) }
    }
  }

  @Test(arguments: ["", ".", "..", "a\u{0}", "\u{7F}", "\n"])
  func aValueThatNoPathCanHoldIsNotWritten(title: String) {
    #expect(
      throws: DeepLinkError.unwritableValue(name: "title", pattern: "{section}/{title}")
    ) {
      try shopLinks.url(to: .article("news", title))
    }
  }

  @Test func aScreenWhoseURLIsReadAsAnotherHasNoStacksURL() throws {
    // Its path is the same as a product's.
    let routes: [Route<ShopScreen.State>] = [
      .root(.homeScreen, embedInNavigationView: true), .push(.article("products", "42")),
    ]
    #expect(throws: DeepLinkError.otherWay(pattern: "products/{id}?variant")) {
      try shopLinks.url(for: routes)
    }
  }
}

/// Screens of which only one has a payload.
@CasePathable
private enum Kiosk: Equatable, Sendable {
  case splash
  case about
  case page(Int)
}

private let kioskLinks = DeepLinkParser<Kiosk>(
  "kiosk:", root: .splash, embedRootInNavigationView: false
) {
  ScreenLink(
    \.page,
    LinkPattern {
      "pages"
      Segment("number", Int.self)
    } make: {
      $0
    } values: {
      $0
    }, style: .cover)
}

extension [String] {
  /// Advances to the next permutation in lexicographic order, and from the last to the first.
  fileprivate mutating func permute() {
    guard let pivot = indices.dropLast().last(where: { self[$0] < self[$0 + 1] }) else {
      return reverse()
    }
    guard let next = indices.last(where: { self[$0] > self[pivot] }) else { return }
    swapAt(pivot, next)
    self[(pivot + 1)...].reverse()
  }
}
