import Foundation
import Headrace
import HeadraceFlow
import HeadraceJournal
import TestEffort
import Testing

/// Tests that are written from journals.
///
/// Those in `RecordedActions.swift` and `RecordedHostileActions.swift` were, and run like all
/// others; `HEADRACE_RECORD=1` writes them again.
@MainActor @Suite struct TestSourceTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  private static let isRecording =
    ProcessInfo.processInfo.environment["HEADRACE_RECORD"] != nil

  private static func recordPlay() throws {
    let file = folder.appending(path: "Golden/play.jsonl")
    var options = JournalFileOptions()
    options.fileCountMax = 1
    options.checkpointActionCount = 20
    let store = makeLedger()
    let recorder = try JournalRecorder(store, file: file, options: options)
    play(store, 40, seed: 5)
    recorder.stop()
  }

  /// Returns tests of parts of a journal: the golden one, and others that a seed makes.
  private static func sources() throws -> String {
    let golden = folder.appending(path: "Golden/journal-1.jsonl")
    var journal = try Journal<Ledger.State, Ledger.Action>(contentsOf: golden)
    var sources = [try journal.testSource(from: 1, to: 6) { Ledger() }]
    let play = try JournalFile(contentsOf: folder.appending(path: "Golden/play.jsonl"))
    journal = Journal(play)
    var generator = SplitMix(state: 11)
    var first = 7
    while first < journal.actions.upperBound {
      let last = min(
        first + Int.random(in: 0..<9, using: &generator), journal.actions.upperBound - 1)
      sources.append(try journal.testSource(from: first, to: last) { Ledger() })
      first = last + 1
    }
    return file(of: sources)
  }

  /// Returns a file of this target with tests.
  private static func file(of sources: [String]) -> String {
    // One file needs the imports once, and this target does not import itself.
    let bodies = sources.map { $0[($0.range(of: "///")?.lowerBound ?? $0.startIndex)...] }
    return """
      // Written by TestSourceTests.
      // swift-format-ignore-file
      import Headrace
      import HeadraceJournal
      import HeadraceTesting
      import Testing

      \(bodies.joined(separator: "\n"))
      """
  }

  @Test func aTestHasItsImports() throws {
    let golden = Self.folder.appending(path: "Golden/journal-1.jsonl")
    let journal = try Journal<Ledger.State, Ledger.Action>(contentsOf: golden)
    #expect(
      try journal.testSource(from: 6, to: 6) { Ledger() } == ##"""
        import Headrace
        import HeadraceJournal
        import HeadraceTesting
        import Testing

        @testable import HeadraceJournalTests

        /// Written from a journal of 'golden'.
        @Test func recordedLedgerActions6To6() async throws {
          let initialState: Ledger.State = try decoded(#"\##(Self.lastState)"#)
          let store = TestStore(initialState: initialState) {
            RecordedFeature { Ledger() }
          }
          await store.send(.noteChanged("rent")) {
            $0.note = "rent"
          }
        }

        """##)
    for (first, last) in [(5, 7), (3, 2), (Int.min, 2), (1, Int.max)] {
      #expect(throws: JournalFailure.self) {
        try journal.testSource(from: first, to: last) { Ledger() }
      }
    }
  }

  @Test func aTestImportsTheModulesOfItsCasesOnly() throws {
    let store = Store(initialState: Post.State()) { Post() }
    let recorder = JournalRecorder(store)
    store.send(.linked(.waitedTooLong))
    // 'Data' has no literal, so all of it is written as JSON, and needs no module.
    store.send(.received(.waitedTooLong, Data([1])))
    let journal = try #require(recorder.journal)
    let imports = try (1...2).map { number in
      try journal.testSource(from: number, to: number) { Post() }.split(separator: "\n")
        .filter { $0.hasPrefix("import") }.map(String.init)
    }
    let others = ["import HeadraceJournal", "import HeadraceTesting", "import Testing"]
    #expect(imports[0] == ["import Headrace", "import HeadraceFlow"] + others)
    #expect(imports[1] == ["import Headrace"] + others)
  }

  private static let lastState = """
    {"entries":[{"id":"11111111-2222-3333-4444-555555555555","date":786000000.25,"amount":12},\
    {"id":"66666666-2222-3333-4444-555555555555","date":786000009,"amount":74}],\
    "balance":86,"isLoading":false}
    """

  @Test func theTestsOfThisTargetAreWhatJournalsGive() throws {
    if Self.isRecording { try Self.recordPlay() }
    try expect(try Self.sources(), in: "RecordedActions.swift")
    try expect(Self.file(of: HostileSourceTests.sources()), in: "RecordedHostileActions.swift")
  }

  private func expect(_ source: String, in name: String) throws {
    let file = Self.folder.appending(path: name)
    if Self.isRecording { try source.write(to: file, atomically: true, encoding: .utf8) }
    #expect(try String(contentsOf: file, encoding: .utf8) == source)
  }
}

/// A feature with actions that have cases of another module.
@Reducer struct Post {
  struct State: Codable, Equatable {
    var linkCount = 0
  }

  enum Action: Codable {
    case linked(DeepLinkAction)
    case received(DeepLinkAction, Data)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.linkCount += 1
    return .none
  }
}
