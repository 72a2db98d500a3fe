import Foundation
import Testing

/// The modules in this package's programs.
@Suite struct LinkedCodeTests {
  /// A program that does not link the inspector contains none of its code, nor of the libraries
  /// that only the inspector needs.
  @Test(arguments: ["Counter", "wallet"])
  func onlyProgramsThatLinkTheInspectorContainIt(program: String) throws {
    #expect(try Self.modules(in: program) == [])
  }

  /// The control: the names of modules are found.
  @Test func theSearchFindsModules() throws {
    #expect(
      try Self.modules(in: "InspectedProgram") == [
        "HeadraceInspector", "HeadraceJournal", "NIOPosix",
      ])
  }

  /// Returns the modules of the inspector that are named in a program beside the tests.
  private static func modules(in program: String) throws -> Set<String> {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      folder = bundle.bundleURL.deletingLastPathComponent()
    }
    let path = folder.appending(path: program).path
    try #require(FileManager.default.isExecutableFile(atPath: path), "\(path) is not built")
    let (grep, output) = (Process(), Pipe())
    grep.executableURL = URL(filePath: "/usr/bin/env")
    grep.arguments = [
      "LC_ALL=C", "grep", "-aoE", "HeadraceInspector|HeadraceJournal|NIOPosix", path,
    ]
    grep.standardOutput = output
    try grep.run()
    let names = try output.fileHandleForReading.readToEnd() ?? Data()
    grep.waitUntilExit()
    return Set(String(decoding: names, as: UTF8.self).split(separator: "\n").map(String.init))
  }
}
