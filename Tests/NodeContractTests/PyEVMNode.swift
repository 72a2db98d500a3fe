import Foundation
import Synchronization
import Testing

/// One py-evm node for the whole test process, started on first use; it ends with this process.
actor PyEVMNode {
  static let shared = PyEVMNode()

  private var start: Task<URL, any Error>?
  private var process: Process?

  /// Returns the node's address.
  func url() async throws -> URL {
    if let start { return try await start.value }
    let interpreter = try #require(PythonEnvironment.interpreter)
    let process = Process()
    process.executableURL = interpreter
    process.arguments = [
      PythonEnvironment.support.appending(path: "evm-node/devnode.py").path, "--port", "0",
      "--no-automine", "--until-stdin-closes",
    ]
    let output = Pipe()
    process.standardOutput = output
    // The node reads this until this process has ended.
    process.standardInput = Pipe()
    try process.run()
    self.process = process
    let task = Task { try await Self.readyURL(output.fileHandleForReading) }
    start = task
    return try await task.value
  }

  /// Reads up to the line with the node's address.
  private static func readyURL(_ output: FileHandle) async throws -> URL {
    try await withCheckedThrowingContinuation { continuation in
      let text = Mutex("")
      output.readabilityHandler = { handle in
        let data = handle.availableData
        let (url, isOver) = text.withLock { text -> (URL?, Bool) in
          text += String(decoding: data, as: UTF8.self)
          let words = text.split(separator: " ")
          guard text.contains("\n"), words.count > 2, words[1] == "ready" else {
            return (nil, data.isEmpty)
          }
          return (URL(string: String(words[2])), true)
        }
        guard isOver else { return }
        handle.readabilityHandler = nil
        if let url {
          continuation.resume(returning: url)
        } else {
          continuation.resume(
            throwing: PythonEnvironment.ScriptFailure(
              description: "devnode.py did not say that it is ready"))
        }
      }
    }
  }
}
