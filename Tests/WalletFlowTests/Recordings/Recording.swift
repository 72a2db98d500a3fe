import Foundation
import Headrace
import HeadraceJournal
import Testing

/// A recording of one of this package's features, and the checks of it.
struct Recording: Sendable, CustomTestStringConvertible {
  /// The name of its file.
  let name: String
  /// The numbers of its actions.
  let actions: Range<Int>
  /// Returns the first difference from the states of the current code.
  let difference: @Sendable () throws -> ReplayDifference?
  /// Writes tests of ranges of its actions, with their imports.
  let tests: @Sendable ([ClosedRange<Int>]) throws -> [String]

  var testDescription: String { name }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  static func file(_ name: String) -> URL { folder.appending(path: "Golden/\(name).jsonl") }

  init<R: Reducer & SendableMetatype>(
    _ name: String, _ reducer: @escaping @Sendable () -> R
  ) throws where R.State: Codable & SendableMetatype, R.Action: Codable & SendableMetatype {
    self.name = name
    @Sendable func journal() throws -> Journal<R.State, R.Action> {
      try Journal(contentsOf: Self.file(name))
    }
    actions = try journal().actions
    difference = { try journal().replays(on: reducer()) }
    tests = { ranges in
      let journal = try journal()
      return try ranges.map { range in
        try journal.testSource(from: range.lowerBound, to: range.upperBound, reducer: reducer)
      }
    }
  }

  /// True if the recordings are replaced.
  static let isRecording = ProcessInfo.processInfo.environment["HEADRACE_RECORD"] != nil

  /// Records a store while it plays.
  @MainActor static func record<State, Action>(
    _ store: Store<State, Action>, in file: URL, _ play: () async throws -> Void
  ) async throws {
    var options = JournalFileOptions()
    options.fileCountMax = 1
    let recorder = try JournalRecorder(store, file: file, options: options)
    try await play()
    recorder.stop()
    #expect(recorder.failure == nil)
  }
}

/// Joins tests to one file: its imports once, and the tests in their own suite.
func joined(_ tests: [String], suite: String) -> String {
  var imports: Set<String> = []
  var bodies: [String] = []
  for test in tests {
    let body = test.range(of: "///")?.lowerBound ?? test.startIndex
    imports.formUnion(test[..<body].split(separator: "\n").map(String.init))
    bodies.append(String(test[body...]))
  }
  return """
    // Written by RecordingTests.
    // swift-format-ignore-file
    \(imports.sorted().joined(separator: "\n"))

    @Suite struct \(suite) {
    \(bodies.joined(separator: "\n"))}

    """
}
