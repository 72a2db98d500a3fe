import Headrace
import HeadraceFlow
import Testing

@Suite("Deep links: refusals and their messages")
struct DeepLinkRefusalTests {
  private func refusal(
    _ url: String, _ parser: DeepLinkParser<ShopScreen.State> = shopLinks
  ) -> DeepLinkError? {
    do throws(DeepLinkError) {
      _ = try parser.routes(for: url)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("shop://prodcuts/42/reviews/7", "products/{id}/reviews/{number}"),
    ("shop://products/42/review/7", "products/{id}/reviews/{number}"),
    ("shop://products/42/reviews", "products/{id}/reviews/{number}"),
    ("shop://x", "{section}/{title}"),
    ("shop://a/b/c", "{section}/{title}"),
  ])
  func anUnknownPathNamesTheNearestPattern(url: String, nearest: String) {
    let path = String(url.dropFirst("shop://".count))
    #expect(refusal(url) == .unknownPath(path, nearest: nearest))
  }

  @Test(arguments: [
    ("shop://a b/c", DeepLinkMalformation.character, 8), ("shop://é/c", .character, 7),
    ("shop://a\\b/c", .character, 8), ("shop://a/b\n", .character, 10),
    ("shop://a/\u{0}", .character, 9), ("shop://a/[1]", .character, 9),
    ("shop://a/%", .percentEncoding, 9), ("shop://a/%4", .percentEncoding, 9),
    ("shop://a/b%zz", .percentEncoding, 10), ("shop://a/%E9", .utf8, 9),
    ("shop://a/%C0%AF", .utf8, 9), ("shop://a/%00", .controlCharacter, 9),
    ("shop://a/%0A", .controlCharacter, 9), ("shop://a/%7f", .controlCharacter, 9),
    ("shop://a/%C2%80", .controlCharacter, 9), ("shop://a/x%C2%9f", .controlCharacter, 10),
    ("shop://a//b", .emptySegment, 9), ("shop:///a", .emptySegment, 7),
    ("shop://a/", .emptySegment, 9), ("shop://../a", .dotSegment, 7),
    ("shop://a/%2E", .dotSegment, 9), ("shop://a/b#c", .fragment, 10),
    ("shop://a/b?", nil, 0), ("shop://a/b?=c", .namelessQueryItem, 11),
    ("shop://a/b?c=1&&d=2", .namelessQueryItem, 15),
  ])
  func malformedTextsAreRefusedAtTheirPlace(
    url: String, malformation: DeepLinkMalformation?, offset: Int
  ) {
    #expect(refusal(url) == malformation.map { .malformed($0, byteOffset: offset) })
  }

  @Test(arguments: [
    ("shop://products/search?text=a&text=b", DeepLinkError.repeatedQueryItem(name: "text")),
    (
      "shop://products/search?page=2",
      .missingQueryItem(name: "text", pattern: "products/search?text&order&page&tag")
    ),
    (
      "shop://products/search?text=a&ordr=price",
      .unknownQueryItem(
        name: "ordr", pattern: "products/search?text&order&page&tag", nearest: "order")
    ),
    (
      "shop://products/search?text=a&order=size",
      .unreadableValue(name: "order", pattern: "products/search?text&order&page&tag")
    ),
    (
      "shop://products/1/reviews/256",
      .unreadableValue(name: "number", pattern: "products/{id}/reviews/{number}")
    ),
    (
      "shop://products/1/reviews/0",
      .refusedValues(pattern: "products/{id}/reviews/{number}")
    ),
    (
      "shop://products/1/reviews/1?a=b",
      .unknownQueryItem(name: "a", pattern: "products/{id}/reviews/{number}", nearest: nil)
    ),
  ])
  func valuesThatDoNotFitAreRefused(url: String, error: DeepLinkError) {
    #expect(refusal(url) == error)
  }

  @Test(arguments: ["+1", "01", "-0", "1.0", "0x1", "%31%20"])
  func aNumberHasOneSpelling(number: String) {
    let url = "shop://products/\(number)/reviews/1"
    #expect(
      refusal(url) == .unreadableValue(name: "id", pattern: "products/{id}/reviews/{number}"))
  }

  // MARK: - Limits, on both sides

  private func parser(_ limits: DeepLinkLimits) -> DeepLinkParser<ShopScreen.State> {
    DeepLinkParser("shop://", root: .homeScreen, limits: limits) {
      ScreenLink(
        \.article,
        LinkPattern {
          Segment("section", String.self)
          Segment("title", String.self)
          Query("a", String?.self)
          Query("b", String?.self)
        } make: { section, title, a, b in
          CatalogPage<ArticleLink>.State(link: ArticleLink(section: section, title: title))
        } values: {
          ($0.link.section, $0.link.title, nil, nil)
        })
    }
  }

  @Test func theLengthIsBounded() {
    let parser = parser(DeepLinkLimits(byteCountMax: 20))
    let longest = "shop://a/" + String(repeating: "b", count: 11)
    #expect(refusal(longest, parser) == nil)
    #expect(refusal(longest + "b", parser) == .tooLong(byteCount: 21, max: 20))
    let hostile = "shop://" + String(repeating: "%41/", count: 1_000_000)
    #expect(refusal(hostile, parser) == .tooLong(byteCount: 4_000_007, max: 20))
  }

  @Test func theNumbersOfSegmentsAndItemsAreBounded() {
    let parser = parser(DeepLinkLimits(segmentCountMax: 2, queryItemCountMax: 2))
    #expect(refusal("shop://a/b?a=1&b=2", parser) == nil)
    #expect(refusal("shop://a/b/c", parser) == .tooManySegments(max: 2))
    #expect(refusal("shop://a/b?a=1&b=2&c=3", parser) == .tooManyQueryItems(max: 2))
  }

  @Test func theWayIsBounded() {
    func parser(_ routeCountMax: Int) -> DeepLinkParser<ShopScreen.State> {
      DeepLinkParser(
        "shop://", root: .homeScreen, limits: DeepLinkLimits(routeCountMax: routeCountMax)
      ) {
        ScreenLink(\.product, CatalogPage<ProductLink>.State.pattern) {
          .product($0.link.id - 1)
        }
      }
    }
    // Its parents never end, so any limit is reached.
    #expect(refusal("shop://products/3", parser(16)) == .tooManyRoutes(max: 16))
    #expect(refusal("shop://products/3", shopLinks) == nil)
    let two = DeepLinkParser(
      "shop://", root: ShopScreen.State.homeScreen, limits: DeepLinkLimits(routeCountMax: 2)
    ) { ScreenLink(\.product, CatalogPage<ProductLink>.State.pattern) }
    #expect(refusal("shop://products/3", two) == nil)
    let one = DeepLinkParser(
      "shop://", root: ShopScreen.State.homeScreen, limits: DeepLinkLimits(routeCountMax: 1)
    ) { ScreenLink(\.product, CatalogPage<ProductLink>.State.pattern) }
    #expect(refusal("shop://products/3", one) == .tooManyRoutes(max: 1))
  }

  @Test func aPushedScreenNeedsANavigationViewOnItsWay() {
    let parser = DeepLinkParser(
      "shop://", root: ShopScreen.State.homeScreen, embedRootInNavigationView: false
    ) { ScreenLink(\.product, CatalogPage<ProductLink>.State.pattern) }
    #expect(
      refusal("shop://products/3", parser) == .noNavigationView(pattern: "products/{id}?variant"))
  }

  // MARK: - Words

  @Test(arguments: [
    (DeepLinkError.tooLong(byteCount: 3, max: 2), "The link has 3 bytes; the limit is 2."),
    (.tooManySegments(max: 2), "The link's path has more than 2 segments."),
    (.tooManyQueryItems(max: 2), "The link's query has more than 2 items."),
    (
      .otherPrefix(expected: ["shop://", "shop:"]),
      "The link begins with none of the prefixes 'shop://', 'shop:'."
    ),
    (
      .malformed(.percentEncoding, byteOffset: 9),
      "The link is malformed at byte 9: a '%' is not followed by two hexadecimal digits."
    ),
    (.repeatedQueryItem(name: "a"), "The link's query has 'a' more than once."),
    (.unknownPath("a/b", nearest: nil), "No screen has the link 'a/b'."),
    (
      .unknownPath("prodcuts/1", nearest: "products/{id}"),
      "No screen has the link 'prodcuts/1'. The nearest is 'products/{id}'."
    ),
    (
      .unreadableValue(name: "id", pattern: "products/{id}"),
      "The value of 'id' in a link 'products/{id}' can't be read."
    ),
    (
      .missingQueryItem(name: "text", pattern: "search?text"),
      "A link 'search?text' needs the query item 'text'."
    ),
    (
      .unknownQueryItem(name: "txt", pattern: "search?text", nearest: "text"),
      "A link 'search?text' has no query item 'txt'. The nearest is 'text'."
    ),
    (
      .refusedValues(pattern: "a/{b}"),
      "A link 'a/{b}' was refused: its values don't describe a screen."
    ),
    (
      .tooManyRoutes(max: 16),
      """
      The stack of the link's screen has more than 16 routes. Check whether the 'under' closures \
      form a cycle.
      """
    ),
    (
      .noNavigationView(pattern: "a"),
      """
      The screen of 'a' is pushed, but the route below has no navigation view. Give that one \
      'embedInNavigationView: true', or this one another style.
      """
    ),
    (
      .noLink(screen: "checkout"),
      "The screen 'checkout' has no link. Add a 'ScreenLink' for it to the parser."
    ),
    (
      .unwritableValue(name: "id", pattern: "a/{id}"),
      """
      The value of 'id' can't be written in a link 'a/{id}': it is empty, '.' or '..', has a \
      control character, or can't be read again.
      """
    ),
    (
      .otherWay(pattern: "a/{id}"),
      """
      A link 'a/{id}' leads to a different stack than this one. To link only to the screen on \
      top, use 'url(to:)'.
      """
    ),
  ])
  func everyErrorSaysWhatIsWrong(error: DeepLinkError, text: String) {
    #expect(error.description == text)
  }

  @Test func aLongPathIsCutInItsError() {
    let path = String(repeating: "a", count: 100)
    #expect(
      refusal("shop://\(path)")
        == .unknownPath(String(path.prefix(80)) + "…", nearest: "{section}/{title}"))
  }

  /// The maker of the link has made the name, too.
  @Test(arguments: [
    ("%E2%80%AEtxet", "%E2%80%AEtxet"), ("a'.%20Tap%20yes", "a%27.%20Tap%20yes"),
    (String(repeating: "b", count: 80), String(repeating: "b", count: 80)),
    (String(repeating: "b", count: 2_000), String(repeating: "b", count: 80) + "…"),
    (
      "b" + String(repeating: "%C3%A9", count: 300),
      "b" + String(repeating: "%C3%A9", count: 13) + "%…"
    ),
  ])
  func theNameOfAnItemIsEncodedAndCutInItsError(name: String, shown: String) {
    let url = "shop://products/1/reviews/1?\(name)=1"
    #expect(
      refusal(url)
        == .unknownQueryItem(
          name: shown, pattern: "products/{id}/reviews/{number}", nearest: nil))
    let parser = parser(DeepLinkLimits(byteCountMax: 10_000))
    #expect(refusal("\(url)&\(name)=1", parser) == .repeatedQueryItem(name: shown))
  }

  @Test func aParserThatKnowsOnlyThePrefixNamesNoOther() {
    let parser = DeepLinkParser<ShopScreen.State>("shop://", root: .homeScreen) {
      ScreenLink(\.home, LinkPattern("", make: CatalogPage.State(link: HomeMark())), style: .root)
    }
    #expect(refusal("shop://a", parser) == .unknownPath("a", nearest: nil))
  }
}
