import Foundation

/// Checks a piece of Swift that uses Headrace, with the compiler that built these tests.
enum Compiler {
  /// The compiler's messages: none if the code is right.
  struct Verdict {
    let isAccepted: Bool
    let diagnostics: String
  }

  /// Checks code in Swift 6 mode against the modules built with these tests.
  ///
  /// Type-checking alone is not enough: the compiler checks on SIL where a value may be used.
  static func check(_ code: String) throws -> Verdict {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "headrace-compile-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appending(path: "Snippet.swift")
    try Data("import Headrace\n\n\(code)\n".utf8).write(to: source)

    let (isAccepted, diagnostics) = try run(
      ["-emit-sil", "-o", "/dev/null", source.path], in: folder)
    return Verdict(isAccepted: isAccepted, diagnostics: diagnostics)
  }

  /// Runs the compiler against the modules built with these tests.
  static func run(
    _ arguments: [String], in folder: URL
  ) throws -> (isAccepted: Bool, diagnostics: String) {
    let modules = try modules()
    // As SwiftPM passes it to the compiler of a client: the C module is not among the modules
    // above.
    let threadSlots = modules.deletingLastPathComponent()
      .appending(path: "CThreadSlots.build/module.modulemap")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["swiftc", "-swift-version", "6", "-I", modules.path] + arguments + [
        "-Xcc", "-fmodule-map-file=\(threadSlots.path)", "-load-plugin-executable",
        "\(modules.deletingLastPathComponent().path)/HeadraceMacros-tool#HeadraceMacros",
      ]
    let log = folder.appending(path: "diagnostics")
    try Data().write(to: log)
    process.standardError = try FileHandle(forWritingTo: log)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus == 0, try String(contentsOf: log, encoding: .utf8))
  }

  /// The modules that SwiftPM built, next to the program that runs now.
  private static func modules() throws -> URL {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      folder = bundle.bundleURL.deletingLastPathComponent()
    }
    let modules = folder.appending(path: "Modules")
    guard
      FileManager.default.fileExists(atPath: modules.appending(path: "Headrace.swiftmodule").path)
    else { throw ModulesAreMissing(folder: modules.path) }
    return modules
  }

  /// Headrace's module is not where SwiftPM puts it.
  struct ModulesAreMissing: Error {
    let folder: String
  }
}
