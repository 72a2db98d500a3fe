import Foundation
import Testing

/// The migration script never breaks code that compiles with the new import alone.
///
/// It converts from The Composable Architecture, and names the parts that it leaves to a person.
@Suite struct MigrationCompileTests {
  private static let script = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Scripts/migrate-from-tca.py")

  @Test func codeThatCompilesByItsImportCompilesAfterTheScript() throws {
    var byImport: [String: String] = [:]
    var byScript: [String: String] = [:]
    for idiom in MigrationIdiom.all {
      if case .compilesByImport = idiom.outcome {
        byImport[idiom.name] = Self.withOurImports(idiom.code)
      }
      if case .named = idiom.outcome { continue }
      byScript[idiom.name] = try Self.migrate(idiom.code).text
    }
    let before = try Compiler.checkWholeFiles(byImport)
    #expect(before.isAccepted, "an idiom that should compile by its import: \(before.text)")
    let after = try Compiler.checkWholeFiles(byScript)
    #expect(after.isAccepted, "the script broke: \(after.text)")
    let newWarnings = after.byFile.filter { before.byFile[$0.key] == nil }
    #expect(newWarnings.isEmpty, "the script caused: \(newWarnings)")
  }

  @Test func everyLineThatNeedsAPersonIsNamed() throws {
    var files: [String: String] = [:]
    var named: [String: Set<Int>] = [:]
    for idiom in MigrationIdiom.all {
      guard case .named(let lines) = idiom.outcome else { continue }
      let (text, questions) = try Self.migrate(idiom.code)
      files[idiom.name] = text
      named[idiom.name] = questions
      #expect(questions == lines, "\(idiom.name) asks about \(questions)")
    }
    let answers = try Compiler.checkWholeFiles(
      files, options: ["-continue-building-after-errors"])
    for (name, errors) in answers.byFile {
      let lines = Set(errors.compactMap { Int($0.prefix { $0 != ":" }) })
      let unnamed = lines.subtracting(named[name, default: []])
      #expect(unnamed.isEmpty, "\(name): not named are \(unnamed) of \(errors)")
    }
    #expect(Set(answers.byFile.keys) == Set(files.keys))
  }

  @Test func theScriptPassesItsOwnExamples() throws {
    let output = try Self.run("/usr/bin/env", ["python3", Self.script.path, "--test"])
    #expect(output.status == 0, "\(output.errors)")
  }

  @Test func theScriptAndTheGuideNumberTheOrderOfWork() throws {
    let output = try Self.run("/usr/bin/env", ["python3", Self.script.path, #filePath])
    let order = "1 import (Package.swift), 2 this script, 3 @CasePathable, 4 build, 5 tests"
    #expect(output.errors.contains(order), "\(output.errors)")
    let guide = Self.script.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/Framework/Headrace/Headrace.docc/Articles/ComingFromTCA.md")
    let headings = try String(contentsOf: guide, encoding: .utf8).matches(of: /\n## (\d.*)/)
    #expect(
      headings.map(\.1) == [
        "1 and 2: Imports", "3: Cases", "4: Build", "4: Build Coordinators", "5: Tests",
      ])
  }

  private static let theirModules: Set<Substring> = [
    "ComposableArchitecture", "CasePaths", "Clocks", "ConcurrencyExtras", "Dependencies",
    "IdentifiedCollections", "Sharing", "TCACoordinators", "TCAFlow",
  ]

  /// Returns the code with only the imports replaced.
  private static func withOurImports(_ code: String) -> String {
    code.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let pattern = /\s*(?:@\w+(?:\(\w+\))? )*(?:public )?import (?:struct |protocol )?(\w+).*/
      guard let match = line.wholeMatch(of: pattern), theirModules.contains(match.1) else {
        return String(line)
      }
      let prefix =
        (line.contains("@preconcurrency") ? "@preconcurrency " : "")
        + (line.contains("public") ? "public " : "")
      return ["Headrace", "HeadraceCompatibility", "HeadraceFlow", "HeadraceTesting"]
        .map { "\(prefix)import \($0)" }
        .joined(separator: "; ")
    }
    .joined(separator: "\n")
  }

  /// Runs the script on a file, and applies the difference that it prints.
  ///
  /// - Returns: The file's new text, and the numbers of the lines that the script names.
  private static func migrate(_ code: String) throws -> (text: String, named: Set<Int>) {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "headrace-migration-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "File.swift")
    try Data("\(code)\n".utf8).write(to: file)
    let output = try run("/usr/bin/env", ["python3", script.path, "File.swift"], in: folder)
    #expect(output.status == 0, "\(output.errors)")
    let difference = folder.appending(path: "move.diff")
    try output.text.write(to: difference, atomically: true, encoding: .utf8)
    let patch = try run(
      "/usr/bin/env", ["patch", "--silent", "-p0", "-i", "move.diff"], in: folder)
    #expect(patch.status == 0, "\(patch.text)\(patch.errors)")
    let named = output.errors.matches(of: #/File\.swift:(\d+):/#).compactMap { Int($0.1) }
    return (try String(contentsOf: file, encoding: .utf8), Set(named))
  }

  private static func run(
    _ program: String, _ arguments: [String], in folder: URL? = nil
  ) throws -> (status: Int32, text: String, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // Both fit in a pipe, so they can be read one after the other.
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let errorText = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text, errorText)
  }
}
