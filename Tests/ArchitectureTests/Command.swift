import Foundation

/// Runs programs to their end.
enum Command {
  struct Output {
    let status: Int32
    let stdout: String
    let stderr: String
  }

  /// Runs a program. A name without a path is looked up in `PATH`.
  static func run(_ program: String, _ arguments: String...) throws -> Output {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "headrace-command-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files, not pipes: a full pipe that nobody reads blocks the program.
    let (stdout, stderr) = (folder.appending(path: "stdout"), folder.appending(path: "stderr"))
    for file in [stdout, stderr] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: stdout)
    process.standardError = try FileHandle(forWritingTo: stderr)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Output(
      status: process.terminationStatus,
      stdout: try String(contentsOf: stdout, encoding: .utf8),
      stderr: try String(contentsOf: stderr, encoding: .utf8))
  }
}
