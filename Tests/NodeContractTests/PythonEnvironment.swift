import Foundation
import Testing

/// The Python environment with py-evm, web3.py and eth-account, if it exists.
enum PythonEnvironment {
  /// Its interpreter: `HEADRACE_EVM_PYTHON`, or `.venv-evm/bin/python` at the root of the package.
  static let interpreter: URL? = {
    let named = ProcessInfo.processInfo.environment["HEADRACE_EVM_PYTHON"].map { URL(filePath: $0) }
    let candidate = named ?? root.appending(path: ".venv-evm/bin/python")
    guard FileManager.default.isExecutableFile(atPath: candidate.path) else {
      print(
        "SKIPPED: py-evm, web3.py and eth-account tests: no \(candidate.path); Scripts/evm-venv.sh makes it"
      )
      return nil
    }
    return candidate
  }()

  static var isAvailable: Bool { interpreter != nil }

  static let skipComment: Comment =
    "SKIPPED without the Python environment; Scripts/evm-venv.sh makes it"

  /// The folder that contains `Package.swift` of the project.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().resolvingTests()

  static var support: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Support")
  }

  /// The reason for a script's failure.
  struct ScriptFailure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a script to its end and returns its output.
  ///
  /// Input and output go through files: a pipe has room for 64 KiB, and five hundred transactions
  /// are larger.
  static func run(_ script: String, _ arguments: [String], input: String = "") async throws
    -> String
  {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "headrace-interop-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (inputFile, outputFile) = (folder.appending(path: "in"), folder.appending(path: "out"))
    try Data(input.utf8).write(to: inputFile)
    try Data().write(to: outputFile)

    let process = Process()
    let interpreter: URL = try #require(interpreter)
    process.executableURL = interpreter
    process.arguments = [support.appending(path: script).path] + arguments
    process.standardInput = try FileHandle(forReadingFrom: inputFile)
    let output = try FileHandle(forWritingTo: outputFile)
    process.standardOutput = output
    process.standardError = output
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
    let text = try String(contentsOf: outputFile, encoding: .utf8)
    guard process.terminationStatus == 0 else {
      throw ScriptFailure(description: "\(script) ended with \(process.terminationStatus): \(text)")
    }
    return text
  }
}

extension URL {
  /// Returns the folder itself, or if `Tests` is a link, the folder that contains the link.
  fileprivate func resolvingTests() -> URL {
    let tests = appending(path: "Tests").resolvingSymlinksInPath()
    return tests.lastPathComponent == "Tests" ? tests.deletingLastPathComponent() : self
  }
}
