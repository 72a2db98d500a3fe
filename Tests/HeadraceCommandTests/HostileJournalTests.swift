import ArgumentParser
import Foundation
import HeadraceInspector
import HeadraceJournal
import Synchronization
import TestEffort
import Testing

@testable import HeadraceCommand

/// Files that no recorder has written: each question ends with an answer or a message, and with a
/// code that the help names.
@Suite struct HostileJournalTests {
  private static let header =
    #"{"action":"A","actions":"codable","app":"a","journal":1,"start":0,"state":"S","#
    + #""states":"codable"}"#
  private static let checkpoint = #"{"kind":"checkpoint","t":0,"p":{"items":[],"total":0}}"#
  private static let lines = [
    "--list", "--list --text a", "--list --feature a", "--list --cause 1", "--changed total",
    "--changed items/0", "--why 1", "--why 2", "--state 0", "--state 3",
    "--state 9223372036854775807", "--effects",
  ]
  /// Command lines take long to parse, so each is parsed once.
  private let questions: [(line: String, question: Question)]

  init() throws {
    questions = try Self.lines.map { line in
      let arguments = line.split(separator: " ").map(String.init)
      let command = try InspectCommand.parse(["run.jsonl"] + arguments)
      return (line, try #require(command.question))
    }
  }

  /// Asks every question about a file.
  private func ask(
    _ journal: Data, _ name: String, location: SourceLocation = #_sourceLocation
  ) throws {
    for (line, question) in questions {
      let output = Mutex<[UInt8]>([])
      let streams = CommandStreams { bytes in
        output.withLock { $0 += bytes }
      } complain: { _ in
      }
      let code: Int32
      do {
        let file = try JournalFile(journal)
        code = try question.answer(FileStore(file, name: name, id: 1), streams).rawValue
      } catch {
        let failure = CommandFailure(error)
        code = failure.status.rawValue
        #expect(!failure.message.isEmpty && failure.message.count < 500, sourceLocation: location)
      }
      #expect([0, 1, 65].contains(code), "\(name), \(line)", sourceLocation: location)
      for answer in output.withLock({ $0 }).split(separator: UInt8(ascii: "\n")) {
        #expect(throws: Never.self, "\(name), \(line)", sourceLocation: location) {
          try JSONReader.read(answer)
        }
      }
    }
  }

  private func ask(_ lines: [String], _ name: String) throws {
    let all = [Self.header, Self.checkpoint] + lines
    try ask(Data((all.joined(separator: "\n") + "\n").utf8), name)
  }

  /// A journal with causes, effects and differences.
  private static let small = [
    header, checkpoint, #"{"action":1,"t":1,"p":{"add":{"_0":1}},"set":{"/total":1}}"#,
    #"{"kind":"effectStarted","t":2,"effect":1,"by":1,"label":"é","path":["A"]}"#,
    #"{"action":2,"t":3,"effect":1,"by":1,"p":{},"set":{},"splice":{"/items":[0,0,["☃"]]}}"#,
    #"{"kind":"effectEnded","t":4,"effect":1,"detail":"finished"}"#,
  ].map { $0 + "\n" }.joined()

  @Test func aFileThatEndsAtAnyByte() throws {
    for count in Effort.steps(Self.small.utf8.count) {
      try ask(Data(Self.small.utf8.prefix(count)), "\(count) bytes")
    }
  }

  @Test func changedBytes() throws {
    var random = SplitMix(state: 31)
    for round in 0..<Effort.count(1_000) {
      var bytes = Array(Self.small.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: Self.header.utf8.count..<bytes.count, using: &random)
        bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
      try ask(Data(bytes), "seed 31, round \(round)")
    }
  }

  /// The numbers of actions define their causes; here they form a cycle.
  @Test func numbersThatContradictEachOther() throws {
    try ask(
      [
        #"{"action":5,"by":3,"t":1,"effect":1,"p":{}}"#, #"{"action":6,"t":1,"p":{}}"#,
        #"{"action":9,"by":1,"t":1,"effect":1,"p":{}}"#,
      ], "a circle")
    try ask(
      [
        #"{"action":1,"by":1,"t":1,"effect":1,"p":{}}"#,
        #"{"action":2,"by":3,"t":1,"effect":1,"p":{}}"#,
        #"{"action":3,"by":2,"t":1,"effect":1,"p":{}}"#,
      ], "causes after their actions")
  }

  @Test func numbersAtTheirLimits() throws {
    let numbers = [
      "-1", "0", "1.5", "1e400", "-9223372036854775808", "9223372036854775807",
      "9223372036854775808", "9007199254740993", #""1""#, "null", "01",
    ]
    for number in numbers {
      for name in ["action", "t", "effect", "by", "ns", "cut", "count"] {
        try ask(
          [
            #"{"action":1,"t":1,"p":{},"set":{}}"#,
            #"{"kind":"effectStarted","\#(name)":\#(number),"t":2,"effect":1,"by":1}"#,
            #"{"action":2,"\#(name)":\#(number),"t":3,"effect":1,"by":1,"p":{},"set":{}}"#,
          ], "\(name): \(number)")
      }
      for splice in ["[\(number),0,[1]]", "[0,\(number),[1]]"] {
        try ask(
          [#"{"action":1,"t":1,"p":{},"set":{},"splice":{"/items":\#(splice)}}"#], splice)
      }
    }
  }

  @Test func formsOfTextThatOtherProgramsWrite() async throws {
    let text = Self.small
    func isWhole(_ data: Data, _ name: String) async throws {
      let answer = try await BankJournal().with(data).ask("--list", "--kind", "action")
      #expect(answer.status == 0, "\(name)")
      #expect(answer.output.split(separator: "\n").count == 2, "\(name)")
    }
    try await isWhole(Data(text.replacing("\n", with: "\r\n").utf8), "CR LF")
    try await isWhole(Data(text.dropLast().utf8), "no last line feed")
    try await isWhole(Data([0xEF, 0xBB, 0xBF] + text.utf8), "byte order mark")
    try ask(Data(text.replacing("\n", with: "\r").utf8), "CR")
    try ask(Data(text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }), "UTF-16")
    try ask(Data(text.utf8 + Array(repeating: 0, count: 4_096)), "zeros at the end")
  }

  @Test func deepValues() throws {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      let value =
        String(repeating: open, count: 10_000) + "1" + String(repeating: close, count: 10_000)
      try ask(
        [#"{"action":1,"t":1,"p":\#(value)}"#, #"{"kind":"checkpoint","t":1,"p":\#(value)}"#], open)
      try ask([#"{"action":1,"t":1,"p":{},"set":{"/total":\#(value)}}"#], "set \(open)")
    }
  }
}

extension BankJournal {
  fileprivate func with(_ data: Data) throws -> BankJournal {
    try data.write(to: URL(filePath: path))
    return self
  }
}
