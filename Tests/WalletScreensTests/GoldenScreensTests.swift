import EthereumCrypto
import Foundation
import HeadraceTerminal
import HeadraceTerminalTesting
import TestEffort
import Testing

@testable import WalletCLI

/// Every screen as text, in both languages, in a usual terminal and in a small one.
///
/// The files show the intended screens; after an intended change, `HEADRACE_RECORD=1` writes them
/// again, to be read before they are committed.
@Suite struct GoldenScreensTests {
  static let sizes = [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)]

  private var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
  }

  /// The part of a screen that is not in its state.
  static func entry(_ name: String) -> SecretEntry {
    let entry = SecretEntry()
    switch name {
    case "phrase-24":
      let words = (1...24).map { $0.isMultiple(of: 2) ? "absolute" : "zoo" }
      entry.show(SecretBytes(Array(words.joined(separator: " ").utf8)))
    case "import-mistyped": _ = entry.type("abandon abandn abo")
    case "reveal-key":
      entry.show(
        SecretBytes(
          Array("0x8f2a5594903c8b1a2d1b0e54fd4a7e1d0f5b6a7c8d9e0f1a2b3c4d5e6f708192".utf8)))
    default:
      entry.show(
        SecretBytes(Array("one two three four five six seven eight nine ten eleven twelve".utf8)))
    }
    return entry
  }

  @Test(arguments: Language.allCases, Self.sizes)
  func everyScreenIsAsItWas(language: Language, size: Size) async throws {
    let isRecording = ProcessInfo.processInfo.environment["HEADRACE_RECORD"] != nil
    for (name, state) in try await ScreenSample.screens(language) {
      let grid = TerminalWalletApp.app(Self.entry(name)).grid(state, size)
      let file = "\(name).\(language.rawValue).\(size.columns)x\(size.rows).txt"
      let url = folder.appending(path: file)
      if isRecording {
        try Data((grid.text + "\n").utf8).write(to: url)
      } else {
        expectScreen(grid, try String(contentsOf: url, encoding: .utf8))
      }
    }
  }

  /// In a terminal of 80 columns only addresses and hashes are cut, in their middle.
  @Test(arguments: Language.allCases)
  func nothingIsCutAtEightyColumns(language: Language) async throws {
    for (name, state) in try await ScreenSample.screens(language) {
      for row in TerminalWalletApp.app(Self.entry(name)).grid(state, Self.sizes[0]).rows {
        for cut in row.ranges(of: "…") where !row.hasSuffix(" …") && !row.contains(" … ") {
          let before = row[..<cut.lowerBound].suffix(6)
          let isHex = before.allSatisfy { $0.isHexDigit || $0 == "x" }
          #expect(isHex, "\(name): \(row)")
        }
      }
    }
  }

  /// Every screen in every small terminal, and in the full form in a large one: nothing traps, and
  /// no row is too long.
  @Test(arguments: Language.allCases)
  func smallTerminalsDoNotTrap(language: Language) async throws {
    let screens = try await ScreenSample.screens(language)
    let small = [(1, 1), (0, 0), (2, 3), (5, 1), (13, 7), (40, 2)]
    for size in Effort.isShort ? small : small + [(300, 100)] {
      let size = Size(columns: size.0, rows: size.1)
      for (name, state) in screens {
        let grid = TerminalWalletApp.app(Self.entry(name)).grid(state, size)
        #expect(grid.rows.allSatisfy { CellText.columns(of: $0) <= size.columns })
      }
    }
  }
}
