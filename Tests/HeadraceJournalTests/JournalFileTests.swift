import Foundation
import Headrace
import TestEffort
import Testing

@testable import HeadraceJournal

/// The contents of a journal's file, and a reader's errors about unexpected files.
@MainActor @Suite struct JournalFileTests {
  private static let header =
    #"{"journal":1,"app":"a","start":0,"action":"A","actions":"codable","#
    + #""state":"S","states":"codable"}"#

  private func open(_ lines: [String], ending: String = "\n") throws(JournalFailure) -> JournalFile
  {
    try JournalFile(Data((lines.joined(separator: "\n") + ending).utf8))
  }

  private func failure(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func aFileHasOneLineForEachEvent() throws {
    let folder = try JournalFolder()
    let store = Store(initialState: Ledger.State()) {
      Ledger()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.date = .constant(Date(timeIntervalSinceReferenceDate: 10))
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SplitMix(state: 3))
      $0.rate = .liveValue
    }
    let recorder = try JournalRecorder(store, file: folder.file)
    store.send(.noteChanged("a"))
    store.send(.amountAdded(3))
    store.send(.noteChanged("a"))
    recorder.stop()
    let lines = try folder.lines.dropFirst().map {
      $0.replacing(/"(t|ns)":\d+/) { "\"\($0.1)\":0" }
    }
    let id = "00000000-0000-0000-0000-000000000000"
    #expect(
      lines == [
        #"{"kind":"checkpoint","t":0,"p":{"entries":[],"balance":0,"isLoading":false}}"#,
        #"{"action":1,"t":0,"ns":0,"p":{"noteChanged":{"_0":"a"}},"set":{"/note":"a"}}"#,
        """
        {"action":2,"t":0,"ns":0,"p":{"amountAdded":{"_0":3}},\
        "v":[["uuid","\(id)"],["date",10],["rate",1]],"set":{"/balance":3},\
        "splice":{"/entries":[0,0,[{"id":"\(id)","date":10,"amount":3}]]}}
        """,
        #"{"action":3,"t":0,"ns":0,"p":{"noteChanged":{"_0":"a"}},"set":{}}"#,
        """
        {"kind":"checkpoint","t":0,"action":3,"p":{"entries":[{"id":"\(id)","date":10,"amount":3}],\
        "balance":3,"isLoading":false,"note":"a"}}
        """,
      ])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  /// Each version of the schema has a file here, which every later version reads.
  @Test(arguments: 1...JournalHeader.currentVersion)
  func theGoldenFileOfEachVersionIsRead(version: Int) throws {
    let golden = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Golden/journal-\(version).jsonl")
    let file = try JournalFile(contentsOf: golden)
    #expect(file.header.version == version)
    let journal = Journal<Ledger.State, Ledger.Action>(file)
    #expect(try journal.replays(on: Ledger()) == nil)
    let lines = try String(contentsOf: golden, encoding: .utf8).split(separator: "\n").dropFirst()
    for (position, line) in lines.enumerated() {
      // No member is lost.
      let event = try journal.event(at: position)
      #expect(try JSONReader.read(event.line.utf8) == JSONReader.read(line.utf8))
    }
    let replay = Replay(journal) { Ledger() }
    let last = try replay.state(after: journal.actions.upperBound - 1)
    #expect(last.entries.map(\.amount) == [12, 74])
    #expect(last.balance == 86)
  }

  @Test func unknownMembersAndKindsAreSkipped() throws {
    let file = try open([
      Self.header, #"{"kind":"checkpoint","t":0,"p":{"count":1},"new":[1,{"a":null}]}"#,
      #"{"kind":"weather","t":3,"degrees":21}"#,
      #"{ "t": 5, "set": {"/count": 2}, "kind": "action", "p": {"up": {}} }"#,
      #"{"action":1,"t":6,"p":{"up":{}},"set":{},"later":true}"#,
    ])
    #expect(file.eventCount == 4)
    #expect(file.actions == 1..<3)
    #expect(try file.event(at: 1).kind == JournalEvent.Kind(rawValue: "weather"))
    #expect(try file.state(after: 2) == .object(.init([("count", .number("2"))])))
  }

  @Test func aTornLastLineIsSkipped() throws {
    let whole = #"{"action":1,"t":6,"p":{"up":{}}}"#
    for count in 0..<whole.count {
      let file = try open([Self.header, whole, String(whole.prefix(count))], ending: "")
      #expect(file.actions == 1..<2)
    }
  }

  /// An editor may leave out the last line feed.
  @Test func aWholeLastLineNeedsNoEnd() throws {
    let whole = #"{"action":1,"t":6,"p":{"up":{}}}"#
    for ending in ["", " ", "\r"] {
      let file = try open([Self.header, whole, whole], ending: ending)
      #expect(file.actions == 1..<3)
      #expect(try file.event(at: 1).label == ".up")
    }
    #expect(try open([Self.header], ending: "").eventCount == 0)
    #expect(failure { _ = try open([Self.header, #"{"a":1}"#], ending: "") } != nil)
  }

  /// Another program may write to it, or make it shorter.
  @Test func aFileThatIsRewrittenIsReadAsItWas() throws {
    let folder = try JournalFolder()
    let lines = [Self.header] + (1...9).map { #"{"action":\#($0),"t":0,"p":{"up":{}}}"# }
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.file)
    let file = try JournalFile(contentsOf: folder.file)
    let size = try #require(FileManager.default.contents(atPath: folder.file.path)?.count)
    let handle = try FileHandle(forWritingTo: folder.file)
    try handle.write(contentsOf: Data(repeating: 0x20, count: size))
    try handle.close()
    #expect(try (0..<9).map { try file.event(at: $0).action } == Array(1...9))
  }

  /// A few short lines could otherwise nest a state so deep that reading it overflows the stack.
  @Test func differencesCannotNestAStateWithoutALimit() throws {
    let arrays = String(repeating: "[", count: 100) + "0" + String(repeating: "]", count: 100)
    let lines = (0..<200).map { number in
      let place = "/x" + String(repeating: "/0", count: 100 * number)
      return #"{"action":\#(number + 1),"t":0,"p":{},"set":{"\#(place)":\#(arrays)}}"#
    }
    let checkpoint = #"{"kind":"checkpoint","t":0,"p":{"x":0}}"#
    let file = try open([Self.header, checkpoint] + lines)
    #expect(try file.state(after: 2) != nil)
    let failure = #expect(throws: JournalFailure.self) { try file.state(after: 3) }
    guard case .foreignDifference? = failure?.reason else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test func damageIsNamedByLineAndByte() throws {
    let first = #"{"action":1,"t":6,"p":{"up":{}}}"#
    let start = Self.header.utf8.count + first.utf8.count + 2
    #expect(
      failure { _ = try open([Self.header, first, "nonsense", first]) }
        == """
        The journal is damaged in line 3, which begins at byte \(start): expected an object of JSON.
        """)
    #expect(
      failure { _ = try open([Self.header, first, #"{"a":1}"#]) }
        == """
        The journal is damaged in line 3, which begins at byte \(start): expected an object with \
        't', and 'action' or 'kind'.
        """)
    for number in ["-1", "9223372036854775807", "1e300"] {
      #expect(failure { _ = try open([Self.header, "{\"action\":\(number),\"t\":0}"]) } != nil)
    }
    #expect(failure { _ = try open([Self.header, "", first]) } != nil)
    // A line that begins as an action is read on request.
    let file = try open([Self.header, first, #"{"action":2,,}"#])
    #expect(
      failure { _ = try file.event(at: 1) }
        == """
        The journal is damaged in line 3, which begins at byte \(start): expected an object of JSON.
        """)
  }

  @Test func invalidJournalsAreRejected() {
    let expected = "This is not a journal: expected a first line with '\"journal\": version'."
    #expect(failure { _ = try open([], ending: "") } == expected)
    #expect(failure { _ = try open(["{}"]) } == expected)
    #expect(failure { _ = try open([String(repeating: "x", count: 100_000)]) } == expected)
    #expect(
      failure { _ = try open([#"{"journal":2}"#]) }
        == """
        The journal has version 2, and this program reads versions up to 1: use a later one.
        """)
    #expect(
      failure { _ = try JournalFile(contentsOf: URL(filePath: "/missing/run.jsonl")) }?
        .hasPrefix("The journal's file can't be used: ") == true)
  }

  @Test func actionsThatAreNotThereAreNamed() throws {
    let file = try open([Self.header, #"{"kind":"checkpoint","t":0,"action":4,"p":{}}"#])
    #expect(
      failure { _ = try file.position(ofAction: 5) }
        == "The journal has no action 5: it has none.")
    let more = try open([
      Self.header, #"{"kind":"checkpoint","t":0,"action":4,"p":{}}"#,
      #"{"action":5,"t":6,"p":{"up":{}}}"#,
    ])
    #expect(more.actions == 5..<6)
    #expect(
      failure { _ = try more.position(ofAction: 4) }
        == "The journal has no action 4: it has the actions 5 to 5.")
    #expect(
      failure { _ = try more.state(after: 6) }
        == "The journal has no action 6: it has the actions 5 to 5.")
  }

  @Test func aPayloadThatIsNoLongerOfItsTypeIsNamed() throws {
    let file = try open([
      Self.header,
      #"{"kind":"checkpoint","t":0,"p":{"entries":[],"balance":0,"isLoading":false}}"#,
      #"{"action":1,"t":6,"p":{"noteChanged":{"_0":7}}}"#,
      #"{"action":1,"t":6,"p":{"unheard":{}}}"#,
    ])
    let replay = Replay(Journal<Ledger.State, Ledger.Action>(file)) { Ledger() }
    #expect(
      failure { _ = try replay.state(after: 1) }
        == "Action 1 can't be read back: expected 'p.noteChanged._0' as 'String'.")
    #expect(throws: JournalFailure.self) { try replay.state(after: 2) }
  }

  @Test func filesAreRenamedAndTheOldestIsDeleted() throws {
    let folder = try JournalFolder()
    let store = makeLedger()
    var options = JournalFileOptions()
    options.fileByteCountMax = 4_000
    options.checkpointActionCount = 10
    let recorder = try JournalRecorder(store, file: folder.file, options: options)
    for number in 1...400 { store.send(.loaded(total: number)) }
    recorder.stop()
    #expect(try folder.names == ["run.1.jsonl", "run.2.jsonl", "run.jsonl"])
    let journal = try Journal<Ledger.State, Ledger.Action>(contentsOf: folder.file)
    #expect(journal.actions.upperBound == 401)
    #expect(journal.actions.lowerBound > 1)
    #expect(try journal.replays(on: Ledger()) == nil)
    // Another recording does not overwrite the last one.
    let other = try JournalRecorder(makeLedger(), file: folder.file, options: options)
    other.stop()
    let kept = try JournalFile(contentsOf: folder.url.appending(path: "run.1.jsonl"))
    #expect(kept.actions == journal.actions)
  }

  @Test func aLargeEventIsCutWithItsSize() throws {
    let folder = try JournalFolder()
    let store = makeLedger()
    var options = JournalFileOptions()
    options.eventByteCountMax = 1_000
    let recorder = try JournalRecorder(store, file: folder.file, options: options)
    store.send(.noteChanged(String(repeating: "x", count: 5_000)))
    recorder.stop()
    let file = try JournalFile(contentsOf: folder.file)
    let event = try file.event(at: 1)
    #expect(event.payload == nil)
    // A replay continues after it.
    #expect(try file.event(at: 2).kind == .checkpoint)
    #expect((event.cutByteCount ?? 0) > 10_000)
    let journal = Journal<Ledger.State, Ledger.Action>(file)
    #expect(try Replay(journal) { Ledger() }.state(after: 1).note?.count == 5_000)
    #expect(
      failure { _ = try journal.replays(on: Ledger()) }
        == "Action 1 can't be read back: 'p' is missing.")
  }

  /// Fluxor #541: parts of the state can be left out.
  @Test func fluxor541PartsOfTheStateAreLeftOut() throws {
    let folder = try JournalFolder()
    let store = makeLedger()
    let recorder = try JournalRecorder(store, file: folder.file) { $0.note = nil }
    store.send(.noteChanged("large"))
    recorder.stop()
    let file = try JournalFile(contentsOf: folder.file)
    #expect(try file.event(at: 1).difference?.isEmpty == true)
    #expect(store.note == "large")
    let journal = Journal<Ledger.State, Ledger.Action>(file)
    #expect(try journal.replays(on: Ledger()) != nil)
    #expect(try journal.replays(on: Ledger(), leavingOut: { $0.note = nil }) == nil)
  }

  /// As on a full disk: the written part stays, and the log gives the reason for the end.
  @Test func aFileThatCanNotBeContinuedEndsTheRecording() throws {
    let folder = try JournalFolder()
    var options = JournalFileOptions()
    options.fileByteCountMax = 1_000
    options.checkpointActionCount = 1
    let store = makeLedger()
    let recorder = try JournalRecorder(store, file: folder.file, options: options)
    #expect(recorder.failure == nil)
    try FileManager.default.removeItem(at: folder.url)
    for number in 1...100 { store.send(.loaded(total: number)) }
    #expect("\(try #require(recorder.failure))".hasPrefix("The journal's file can't be used: "))
    #expect(store.balance == 100)
  }

  @Test func aRecorderDoesNotKeepItsStore() throws {
    var store: StoreOf<Ledger>? = makeLedger()
    weak let released = store
    let recorder = JournalRecorder(try #require(store))
    store = nil
    #expect(released == nil)
    recorder.stop()
  }

  @Test func aFileThatCanNotBeMadeIsRefused() {
    #expect(throws: JournalFailure.self) {
      try JournalRecorder(makeLedger(), file: URL(filePath: "/missing/run.jsonl"))
    }
  }

  @Test func aFlushWritesWhatWaits() throws {
    let folder = try JournalFolder()
    let store = makeLedger()
    let recorder = try JournalRecorder(store, file: folder.file)
    play(store, 3)
    let before = try JournalFile(contentsOf: folder.file).actions
    #expect(before.isEmpty, "events wait until there are 64 KiB of them")
    recorder.flush()
    #expect(try JournalFile(contentsOf: folder.file).actions == 1..<(Int(store.lastAction) + 1))
  }

  @Test func aStateThatCanNotBeReadBackIsReplayedFromTheFirstOne() throws {
    let folder = try JournalFolder()
    let store = Store(initialState: Drawer.State()) { Drawer() }
    let recorder = try JournalRecorder(store, file: folder.file)
    for count in [2, 3, 5] { store.send(.added(count)) }
    recorder.stop()
    let file = try JournalFile(contentsOf: folder.file)
    #expect(file.header.states != .codable)
    let journal = Journal<Drawer.State, Drawer.Action>(file, initialState: Drawer.State())
    let replay = Replay(journal) { Drawer() }
    #expect(try [3, 1, 0, 2].map { try replay.state(after: $0).sum() } == [10, 2, 0, 5])
  }
}

/// A feature whose state is not `Codable`.
@Reducer private struct Drawer {
  struct State {
    var sum = { 0 }
  }

  enum Action: Codable {
    case added(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .added(let count):
      let sum = state.sum() + count
      state.sum = { sum }
      return .none
    }
  }
}
