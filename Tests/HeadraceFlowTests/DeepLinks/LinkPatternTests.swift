import Headrace
import HeadraceFlow
import Testing

@Suite("Deep links: patterns")
struct LinkPatternTests {
  /// Prices and factors on a path and in a query.
  struct Offer: Equatable, Sendable {
    struct Size: RawRepresentable, Equatable { let rawValue: Double }

    var price: Double
    var factor: Double?
    var size: Size?
  }

  @CasePathable
  enum Page: Equatable, Sendable { case home, offer(Offer), text(String) }

  private static let offer = LinkPattern {
    "offers"
    Segment("price", Double.self)
    Query("factor", Double?.self)
    Query("size", Offer.Size?.self)
  } make: { price, factor, size in
    Offer(price: price, factor: factor, size: size)
  } values: {
    ($0.price, $0.factor, $0.size)
  }

  private let parser = DeepLinkParser<Page>("shop:", root: .home) {
    ScreenLink(\.offer, Self.offer)
  }

  // MARK: - Numbers

  @Test(arguments: ["nan", "inf", "-inf", "infinity", "nan(0x1)", "-nan"])
  func noLinkHasANumberWithoutEnd(number: String) {
    let pattern = "offers/{price}?factor&size"
    let encoded = number.replacing("(", with: "%28").replacing(")", with: "%29")
    #expect(
      parser.refusal(of: "shop:offers/\(encoded)")
        == .unreadableValue(name: "price", pattern: pattern))
    #expect(
      parser.refusal(of: "shop:offers/1.0?factor=\(encoded)")
        == .unreadableValue(name: "factor", pattern: pattern))
    #expect(
      parser.refusal(of: "shop:offers/1.0?size=\(encoded)")
        == .unreadableValue(name: "size", pattern: pattern))
  }

  @Test func numbersWithAnEndAreReadAndWritten() throws {
    for number in [0.5, -0.0, .greatestFiniteMagnitude, .leastNonzeroMagnitude] {
      let page = Page.offer(Offer(price: number, factor: number, size: Offer.Size(rawValue: 0.5)))
      let url = try parser.url(to: page)
      #expect(try parser.routes(for: url).last?.screen == page, "\(url)")
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func aNumberWithoutEndIsNotWritten(number: Double) {
    for (offer, name) in [
      (Offer(price: number, factor: nil), "price"), (Offer(price: 1, factor: number), "factor"),
    ] {
      #expect(
        throws: DeepLinkError.unwritableValue(name: name, pattern: "offers/{price}?factor&size")
      ) {
        try parser.url(to: .offer(offer))
      }
    }
  }

  // MARK: - Reports

  private static func comments(_ issue: Issue) -> String {
    issue.comments.map(\.rawValue).joined()
  }

  @Test func aQueryItemThatIsThereTwiceIsReported() {
    let line: UInt = #line + 2
    withKnownIssue {
      _ = LinkPattern {
        "search"
        Query("text", String.self)
        Query("text", String?.self)
      } make: {
        "\($0)\($1 ?? "")"
      } values: {
        ($0, nil)
      }
    } matching: {
      Self.comments($0).contains(
        """
        A link pattern has the query item 'text' twice: 'search?text&text'.

        A URL with two items of one name is refused, so no link that the 'LinkPattern' at \
        HeadraceFlowTests/LinkPatternTests.swift:\(line) writes can be read. Give each 'Query' a \
        name of its own.
        """)
    }
  }

  @Test func aPatternThatIsThereTwiceIsReported() {
    let line: UInt = #line + 2
    withKnownIssue {
      _ = DeepLinkParser<Page>("shop:", root: .home) {
        ScreenLink(\.offer, Self.offer)
        ScreenLink(\.text, LinkPattern("offers", make: ""))
        ScreenLink(\.offer, Self.offer, style: .cover)
      }
    } matching: {
      Self.comments($0).contains(
        """
        Two links of a parser have one pattern: 'offers/{price}?factor&size'.

        The 'DeepLinkParser' at HeadraceFlowTests/LinkPatternTests.swift:\(line) tries the first \
        one, and errors can't distinguish them. Give one of them a different path. If only the \
        types of the values differ, give the values different names.
        """)
    }
  }

  /// The first that can be read counts, so both are useful.
  @Test func onePathWithValuesOfOtherNamesIsNotAMistake() throws {
    let parser = DeepLinkParser<Page>("shop:", root: .home) {
      ScreenLink(\.offer, Self.offer)
      ScreenLink(
        \.text,
        LinkPattern {
          "offers"
          Segment("name", String.self)
        } make: {
          $0
        } values: {
          $0
        })
    }
    #expect(try parser.routes(for: "shop:offers/tea").last?.screen == .text("tea"))
    #expect(
      try parser.routes(for: "shop:offers/2.0").last?.screen
        == .offer(Offer(price: 2, factor: nil, size: nil)))
  }
}
