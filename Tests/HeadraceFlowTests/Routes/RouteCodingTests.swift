import Foundation
import HeadraceFlow
import TestEffort
import Testing

@Suite("Encoding routes") struct RouteCodingTests {
  @Test func aStackIsEncodedByStyleAndScreen() throws {
    let routes: [Route<String>] = [
      .root("home", embedInNavigationView: true), .push("article"),
      .sheet("filter", configuration: SheetConfiguration(detents: [.height(12), .automatic])),
      .cover("photo", embedInNavigationView: true),
    ]
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let text = String(decoding: try encoder.encode(routes), as: UTF8.self)
    #expect(
      text == """
        [{"embedInNavigationView":true,"screen":"home","style":{"kind":"root"}},\
        {"screen":"article","style":{"kind":"push"}},\
        {"embedInNavigationView":false,"screen":"filter","style":{"configuration":\
        {"detents":[{"height":12},{"automatic":true}],"isDismissible":true,\
        "showDragIndicator":true},\
        "kind":"sheet"}},\
        {"embedInNavigationView":true,"screen":"photo","style":{"kind":"cover"}}]
        """)
  }

  /// Random routes, there and back.
  @Test(arguments: 1...Effort.count(200 as UInt64))
  func decodedRoutesAreEqualButDistinct(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let routes = (0..<10).map { _ in Self.route(using: &random) }
    let decoded = try JSONDecoder().decode(
      [Route<Int>].self, from: JSONEncoder().encode(routes))
    #expect(decoded == routes, "seed \(seed)")
    #expect(Set(decoded.map(\.id)).isDisjoint(with: routes.map(\.id)), "seed \(seed)")
    #expect(Set(decoded.map(\.id)).count == routes.count, "seed \(seed)")
  }

  @Test(arguments: [
    #"{"style": {"kind": "popover"}, "embedInNavigationView": true, "screen": 1}"#,
    #"{"style": {"kind": "sheet"}, "embedInNavigationView": true, "screen": 1}"#,
    #"{"style": {"kind": "cover"}, "screen": 1}"#,
    #"{"style": {"kind": "push"}}"#,
    #"{"embedInNavigationView": true, "screen": 1}"#,
  ])
  func damagedRoutesAreRefused(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Route<Int>.self, from: Data(json.utf8))
    }
  }

  @Test func pushedRoutesNeverHaveTheirOwnNavigationView() throws {
    let json = #"{"style": {"kind": "push"}, "embedInNavigationView": true, "screen": 1}"#
    let route = try JSONDecoder().decode(Route<Int>.self, from: Data(json.utf8))
    #expect(route == .push(1))
  }

  static func route(using random: inout SeededGenerator) -> Route<Int> {
    let screen = Int.random(in: 0...9, using: &random)
    let embeds = Bool.random(using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .root(screen, embedInNavigationView: embeds)
    case 1: return .push(screen)
    case 2: return .cover(screen, embedInNavigationView: embeds)
    default:
      let detents: [SheetDetent] = [
        .automatic, .fraction(Double.random(in: 0.1...1, using: &random)),
        .height(.random(in: 1...99, using: &random)),
      ]
      let configuration = SheetConfiguration(
        detents: Array(detents.shuffled(using: &random).prefix(.random(in: 1...3, using: &random))),
        showDragIndicator: .random(using: &random), isDismissible: .random(using: &random))
      return .sheet(screen, embedInNavigationView: embeds, configuration: configuration)
    }
  }
}
