import Foundation
import HeadraceTerminal
import Testing

@testable import WalletCLI

/// An open wallet that nobody touches: what is written, by counts.
@Suite struct IdleTests {
  /// Seconds are told for a minute. After that only a minute that has passed is written, and
  /// nothing else is.
  @Test(arguments: Language.allCases)
  func anOpenWalletWritesAlmostNothing(language: Language) {
    var state = HomeSample.place(HomeSample.home, [], language)
    let app = PlaceApp.app(SecretEntry())
    var writer = FrameWriter()
    _ = writer.frame(app.grid(state, Size(columns: 80, rows: 24)))
    var counts: [Int] = []
    for _ in 0..<3 {
      var count = 0
      for _ in 0..<60 {
        state.now += 1
        let bytes = writer.frame(app.grid(state, Size(columns: 80, rows: 24)))
        // A second is a few digits, not a screen.
        #expect(bytes.count < 400)
        if !bytes.isEmpty { count += 1 }
      }
      counts.append(count)
    }
    #expect(counts[0] <= 60)
    // The balance and two payments of the sample have an age in minutes.
    #expect(counts[1] <= 4, "\(counts)")
    #expect(counts[2] <= 4, "\(counts)")
  }
}
