import HeadraceFlow
import TestEffort
import Testing

/// The two laws, on random screens, stacks and URLs.
@Suite("Deep links: laws")
struct DeepLinkLawTests {
  private static let caseCount: UInt64 = Effort.count(3_000)

  @Test("Law: routes → URL → routes")
  func theURLOfRoutesLeadsToTheseRoutes() throws {
    for seed in 1...Self.caseCount {
      var random = SeededGenerator(seed: seed)
      let routes = Self.routes(using: &random)
      let url = try shopLinks.url(for: routes)
      #expect(try shopLinks.routes(for: url) == routes, "seed \(seed): \(url)")
    }
    print("routes → URL → routes: \(Self.caseCount) cases")
  }

  @Test("Law: URL → routes → URL, however the URL is written")
  func theRoutesOfAURLHaveThatURL() throws {
    for seed in 1...Self.caseCount {
      var random = SeededGenerator(seed: seed)
      let canonical = try shopLinks.url(for: Self.routes(using: &random))
      let other = Self.writtenOtherwise(canonical, using: &random)
      let routes = try shopLinks.routes(for: other)
      #expect(try shopLinks.url(for: routes) == canonical, "seed \(seed): \(other)")
    }
    print("URL → routes → URL: \(Self.caseCount) cases")
  }

  @Test("Law: any bytes are refused, or have one URL and one stack")
  func hostileTextsAreRefusedOrCanonical() throws {
    // One in twenty is read, so the short form has a third.
    let caseCount: UInt64 = Effort.isShort ? 1_000 : 3_000
    var readCount = 0
    for seed in 1...caseCount {
      var random = SeededGenerator(seed: seed)
      var bytes = Array(try shopLinks.url(for: Self.routes(using: &random)).utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let byte = "%/?&=.#+ a0%2\u{0}é:SO".utf8.randomElement(using: &random) ?? 0
        if Bool.random(using: &random) || place == bytes.count {
          bytes.insert(byte, at: place)
        } else {
          bytes[place] = byte
        }
      }
      let url = String(decoding: bytes, as: UTF8.self)
      let routes: [Route<ShopScreen.State>]
      do throws(DeepLinkError) {
        routes = try shopLinks.routes(for: url)
      } catch {
        #expect(!error.description.isEmpty)
        continue
      }
      readCount += 1
      let canonical = try shopLinks.url(for: routes)
      #expect(try shopLinks.routes(for: canonical) == routes, "seed \(seed): \(url)")
    }
    // The test would prove nothing if all or none were refused.
    #expect(readCount > caseCount / 30 && readCount < caseCount - 100, "\(readCount) were read")
    print("hostile URLs: \(caseCount) cases, \(readCount) of them read")
  }

  // MARK: - Making Cases

  private static func text(using random: inout SeededGenerator) -> String {
    let pieces = [
      "a", "B", "7", " ", "/", "?", "#", "%", "&", "=", "+", ".", "..", "é", "e\u{301}", "🙂", "日本",
      "%41", "\u{2028}", "~", ":", "@", "'", "\"", "\\", "{id}", "products", "search",
    ]
    return (0..<Int.random(in: 1...6, using: &random))
      .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  private static func segment(using random: inout SeededGenerator) -> String {
    let text = text(using: &random)
    // "." and ".." can't be written, and a section "products" is a product's path.
    return text == "." || text == ".." || text == "products" ? "x" : text
  }

  private static func routes(using random: inout SeededGenerator) -> [Route<ShopScreen.State>] {
    var routes: [Route<ShopScreen.State>] = [.root(.homeScreen, embedInNavigationView: true)]
    switch Int.random(in: 0..<5, using: &random) {
    case 0: break
    case 1:
      let variant = Bool.random(using: &random) ? text(using: &random) : nil
      routes.push(.product(.random(in: .min ... .max, using: &random), variant))
    case 2:
      let id = Int.random(in: -9...9, using: &random)
      routes.push(.product(id))
      routes.presentSheet(.review(id, .random(in: 1...255, using: &random)))
    case 3:
      routes.presentCover(
        .search(
          Bool.random(using: &random) ? "" : text(using: &random),
          order: Bool.random(using: &random) ? .price : .name,
          page: .random(in: 0...3, using: &random),
          tag: Bool.random(using: &random) ? nil : text(using: &random)))
    default:
      routes.push(.article(segment(using: &random), segment(using: &random)))
    }
    return routes
  }

  /// Returns the same URL with its query in another order, other letters encoded, and another
  /// prefix.
  private static func writtenOtherwise(
    _ url: String, using random: inout SeededGenerator
  ) -> String {
    let prefixes = ["shop://", "SHOP://", "https://shop.example/", "https://SHOP.example/"]
    let parts = url.dropFirst(7).split(separator: "?", omittingEmptySubsequences: false)
    var rest = encodedOtherwise(parts[0], using: &random)
    if parts.count == 2 {
      let items = parts[1].split(separator: "&").shuffled(using: &random)
      rest += "?" + items.map { encodedOtherwise($0, using: &random) }.joined(separator: "&")
    }
    return (prefixes.randomElement(using: &random) ?? "") + rest
  }

  private static func encodedOtherwise(
    _ text: Substring, using random: inout SeededGenerator
  ) -> String {
    var result = ""
    var isEncoded = 0
    for character in text {
      defer { isEncoded = max(0, isEncoded - 1) }
      if character == "%" { isEncoded = 3 }
      if isEncoded > 0 {
        result += Bool.random(using: &random) ? character.lowercased() : String(character)
      } else if character.isLetter, Bool.random(using: &random) {
        result += "%" + String(character.asciiValue ?? 0, radix: 16)
      } else {
        result.append(character)
      }
    }
    return result
  }
}
