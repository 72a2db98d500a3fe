import Foundation
import Testing

/// The limits of the framework's size, which `make lint` prints.
struct SizeLimitTests {
  @Test func theFrameworkIsWithinItsLimits() throws {
    let script = Project.root.appending(path: "Scripts/size-limits.py").path
    let output = try Command.run("python3", script)
    #expect(output.status == 0, "\(output.stdout)")
  }

  /// Measures a framework of one file with a function of as many lines as given, unsafe on one of
  /// them.
  private static func measure(functionLength: Int) throws -> Command.Output {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "headrace-size-\(UUID().uuidString)")
    let core = folder.appending(path: "Sources/Framework/Headrace")
    let scripts = folder.appending(path: "Scripts")
    for path in [core, scripts, folder.appending(path: "Examples")] {
      try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let body = repeatElement("  turn()", count: functionLength - 2).joined(separator: "\n")
    let file = "public func flow(_ gate: UnsafePointer<Int>) {\n\(body)\n}\n"
    try Data(file.utf8).write(to: core.appending(path: "River.swift"))
    try Data("## Words\n\n**River**: water.\n".utf8)
      .write(to: folder.appending(path: "ARCHITECTURE.md"))
    try Data().write(to: folder.appending(path: "Package.swift"))
    try FileManager.default.copyItem(
      at: Project.root.appending(path: "Scripts/size-limits.py"),
      to: scripts.appending(path: "size-limits.py"))
    return try Command.run("python3", scripts.appending(path: "size-limits.py").path)
  }

  @Test func aFunctionPastTheLimitFails() throws {
    #expect(try Self.measure(functionLength: 60).status == 0)
    let output = try Self.measure(functionLength: 61)
    #expect(output.status == 1)
    #expect(
      output.stdout.contains(
        """
        lines of the longest function: 61 (limit 60)
          past the limit; begin with Sources/Framework/Headrace/River.swift 61
        """))
    #expect(output.stdout.contains("unsafe lines in the framework: 1 (limit"))
    #expect(output.stdout.contains("public declarations of Headrace: 1 (limit"))
    #expect(output.stdout.contains("terms of the glossary: 1 (limit"))
  }
}
