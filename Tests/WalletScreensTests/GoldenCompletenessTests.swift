import Foundation
import HeadraceTerminal
import Testing

@testable import WalletCLI

/// The goldens are complete: each moment of the features is compared with a file, and each file is
/// used.
@Suite struct GoldenCompletenessTests {
  /// Every screen that is compared with files, by the name of its files.
  private static func screens(
    _ language: Language
  ) async throws -> [(name: String, state: TerminalWallet.State)] {
    try await ScreenSample.screens(language)
      + PasscodeScreensTests.screens(language).map { ("ask-\($0.name)", $0.state) }
  }

  /// Each step of each screen, each sheet, each question and each kind of message has a golden.
  @Test(arguments: Language.allCases)
  func everythingThatCanBeShownHasAGolden(language: Language) async throws {
    let shown = try await Self.screens(language).reduce(into: Set<ScreenMoment>()) {
      $0.formUnion(ScreenMoment.shown(by: $1.state))
    }
    #expect(ScreenMoment.allCases.filter { !shown.contains($0) } == [])
  }

  /// Each screen has two sizes and two languages; a file that no test compares is stale.
  @Test func theFilesAreThoseOfTheScreens() async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let names = try await Self.screens(.english).map(\.name)
    #expect(Set(names).count == names.count, "Two screens have one name.")
    let expected = names.flatMap { name in
      Language.allCases.flatMap { language in
        GoldenScreensTests.sizes.map { size in
          "\(name).\(language.rawValue).\(size.columns)x\(size.rows).txt"
        }
      }
    }
    #expect(Set(expected).subtracting(files).sorted() == [], "These are missing.")
    #expect(Set(files).subtracting(expected).sorted() == [], "These belong to no screen.")
  }
}
