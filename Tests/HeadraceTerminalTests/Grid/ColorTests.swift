import HeadraceTerminal
import Testing

@Suite("Colours")
struct ColorTests {
  @Test(arguments: [
    (Color.rgb(255, 0, 0), ColorDepth.full, Color.rgb(255, 0, 0)),
    (.rgb(255, 0, 0), .palette, .palette(196)), (.rgb(255, 0, 0), .sixteen, .palette(9)),
    (.rgb(128, 0, 0), .sixteen, .palette(1)), (.rgb(255, 0, 0), .none, .terminal),
    (.rgb(0, 0, 0), .palette, .palette(16)), (.rgb(8, 8, 8), .palette, .palette(232)),
    (.rgb(128, 128, 128), .palette, .palette(244)), (.rgb(238, 238, 238), .palette, .palette(255)),
    (.rgb(255, 255, 255), .palette, .palette(231)), (.rgb(255, 255, 255), .sixteen, .white.bright),
    (.rgb(20, 20, 20), .sixteen, .black), (.palette(16), .sixteen, .black),
    (.palette(231), .sixteen, .white.bright), (.palette(15), .sixteen, .palette(15)),
    (.terminal, .full, .terminal), (.blue, .none, .terminal),
  ])
  func aTerminalWithFewerColoursShowsTheNearest(color: Color, depth: ColorDepth, nearest: Color) {
    #expect(color.reduced(to: depth) == nearest)
  }

  @Test func reducingAColorTwiceChangesNothing() {
    for red in stride(from: UInt8(0), through: 255, by: 51) {
      for green in stride(from: UInt8(0), through: 255, by: 51) {
        for depth in ColorDepth.allCases {
          let reduced = Color.rgb(red, green, 77).reduced(to: depth)
          #expect(reduced.reduced(to: depth) == reduced)
        }
      }
    }
  }
}

extension Color {
  fileprivate var bright: Color { self == .white ? .palette(15) : self }
}
