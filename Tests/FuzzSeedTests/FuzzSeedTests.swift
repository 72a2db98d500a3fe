import Foundation
import TestEffort
import Testing

/// The fuzz targets, compiled here from the same file, pass on their seeds.
///
/// 'make fuzz' begins with these, and each input that it has found is among them.
@Suite struct FuzzSeedTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let seeds = root.appending(path: "Fuzz/Seeds")

  /// A broken promise of a target ends the process with a message about it.
  @Test(arguments: FuzzTarget.allCases)
  func everySeedHolds(target: FuzzTarget) throws {
    let folder = Self.seeds.appending(path: target.rawValue)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names.count > 1)
    for name in names {
      let seed = Array(try Data(contentsOf: folder.appending(path: name)))
      // And cut short, and with one bit changed.
      for count in 0...min(seed.count, Effort.count(64)) {
        target.run(Array(seed.prefix(count)))
        target.run(Array(seed.dropLast(count)))
      }
      for place in seed.indices.prefix(Effort.count(64)) {
        var changed = seed
        changed[place] ^= 1 << (place % 8)
        target.run(changed)
      }
    }
  }

  @Test func everyTargetIsRunAndHasSeeds() throws {
    let targets = FuzzTarget.allCases.map(\.rawValue)
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.seeds.path)
    #expect(folders.sorted() == targets.sorted())
    let makefile = try String(
      contentsOf: Self.root.appending(path: "Makefile"), encoding: .utf8)
    #expect(makefile.contains("FUZZ_TARGETS ?= \(targets.joined(separator: " "))\n"))
  }
}
