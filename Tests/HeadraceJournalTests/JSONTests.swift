import CustomDump
import Foundation
import Headrace
import TestEffort
import Testing

@testable import HeadraceJournal

/// The form of values in a journal.
@Suite struct JSONTests {
  struct Everything: Codable, Equatable {
    var numbers: [Double] = [
      0, -1.5, .infinity, 1e300, .pi, 0.1 + 0.2, -0.1 - 0.2, 1 / 3, .leastNonzeroMagnitude, -1e-7,
    ]
    var largest = UInt64.max
    var text = "a\"\\\n\u{1}é🏔"
    var date = Date(timeIntervalSinceReferenceDate: 123.456)
    var url = URL(filePath: "/a b")
    var data = Data([1, 2, 255])
    var decimal = Decimal(string: "0.1")
    var isTrue = true
    var small: Int8 = -1
    var none: Int?
    var byName = ["b": 1, "a": 2]
    var byNumber = [3: "c"]
    var nested: [[String: [Bool]]] = [["x": [true, false]], [:]]
    var choice = Choice.both(1, name: "n")
  }

  enum Choice: Codable, Equatable {
    case none
    case both(Int, name: String?)
  }

  @Test func encodedValuesAreReadBack() throws {
    let value = Everything()
    let json = try JSONValue(encoding: value)
    let read = try JSONDecoder.journal().decode(Everything.self, from: Data("\(json)".utf8))
    expectNoDifference(read, value)
    #expect(try JSONReader.read(Data("\(json)".utf8)) == json)
  }

  /// It equals the output of `JSONEncoder`.
  @Test func itIsWrittenAsFoundationDoes() throws {
    var value = Everything()
    value.numbers.remove(at: 2)
    let own = try JSONSerialization.jsonObject(with: Data("\(JSONValue(encoding: value))".utf8))
    let others = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
    #expect((own as? NSDictionary) == (others as? NSDictionary))
  }

  struct Phrase: Codable, Sensitive { var words = "abandon abandon" }

  struct Vault: Codable, Equatable {
    var passcode = Redacted("12345678")
    var name = "main"
  }

  struct PlainVault {
    var passcode = Redacted("12345678")
    var phrases = [Phrase()]
  }

  @Test func sensitiveValuesAreLeftOut() throws {
    let json = try JSONValue(encoding: Vault())
    #expect("\(json)" == #"{"passcode":"redacted","name":"main"}"#)
    let read = try JSONDecoder().decode(Vault.self, from: Data("\(json)".utf8))
    #expect(read.passcode.value == nil)
    #expect("\(try JSONValue(encoding: [Phrase()]))" == #"["redacted"]"#)
    #expect(
      "\(JSONValue(describing: PlainVault()))" == #"{"passcode":"redacted","phrases":["redacted"]}"#
    )
    // Other encoders and print functions leave it out too.
    #expect(try !String(decoding: JSONEncoder().encode(Vault()), as: UTF8.self).contains("1234"))
    var dump = ""
    customDump(Vault(), to: &dump)
    print(Vault(), to: &dump)
    debugPrint(Vault(), to: &dump)
    Swift.dump(Vault(), to: &dump)
    #expect(!dump.contains("1234"))
  }

  final class Node: Codable {
    var name = "node"
    var next: [Node] = []
  }

  /// xstate #2640: cyclic and huge values.
  @Test func xstate2640ValuesWithoutEndAreCut() throws {
    let node = Node()
    node.next = [node, node]
    #expect("\(JSONValue(describing: node))".utf8.count < 200_000)
    node.next = [node]
    #expect(try "\(JSONValue(encoding: node))".contains("…"))
    #expect("\(JSONValue(describing: Array(0..<1_000_000)))".utf8.count < 20_000)
    node.next = []
  }

  enum Plain {
    case idle
    case moved(x: Int, to: String?)
    case inner(Choice)
  }

  @Test func valuesThatAreNotCodableAreDescribed() {
    #expect("\(JSONValue(describing: Plain.idle))" == #"{"idle":{}}"#)
    #expect(
      "\(JSONValue(describing: Plain.moved(x: 1, to: nil)))" == #"{"moved":{"x":1,"to":null}}"#)
    #expect(
      "\(JSONValue(describing: Plain.inner(.both(2, name: "n"))))"
        == #"{"inner":{"both":{".0":2,"name":"n"}}}"#)
    #expect("\(JSONValue(describing: (1, "a")))" == #"[1,"a"]"#)
    // A value with its own description is described by it; stored properties have their own names.
    let start = JSONValue(describing: Date(timeIntervalSince1970: 0))
    #expect(start == .string("1970-01-01 00:00:00 +0000"))
    #expect("\(JSONValue(describing: PlainCounter()))" == #"{"count":0}"#)
    #expect("\(JSONValue(describing: Int?.none as Any))" == "null")
  }

  // MARK: - Differences

  private func random(_ depth: Int, _ generator: inout SplitMix) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &generator) {
    case 0: return .null
    case 1: return .bool(.random(using: &generator))
    case 2: return .number("\(Int.random(in: 0...3, using: &generator))")
    case 3: return .string(["a", "", "b/c~", "é"].randomElement(using: &generator) ?? "")
    case 4:
      let count = Int.random(in: 0...4, using: &generator)
      return .array((0..<count).map { _ in random(depth - 1, &generator) })
    default:
      let names = ["a", "b/c", "~0", "", "1"].filter { _ in Bool.random(using: &generator) }
      return .object(.init(names.map { ($0, random(depth - 1, &generator)) }))
    }
  }

  /// A difference, written to a line and read back, turns the old value into the new one.
  @Test func differencesLeadFromOneValueToTheOther() throws {
    var generator = SplitMix(state: 7)
    for _ in 0..<3_000 {
      let (old, new) = (random(3, &generator), random(3, &generator))
      let difference = StateDifference(from: old, to: new)
      #expect(difference.isEmpty == (old == new))
      var event = JournalEvent(.action, at: .microseconds(5))
      event.difference = difference
      let read = try JournalEvent(line: Data(event.line.utf8))
      var value = old
      try #require(read.difference).apply(to: &value)
      #expect(value == new)
    }
  }

  @Test func numbersThatNoJournalHasAreRefused() {
    for line in [
      #"{"action":1,"t":0,"set":{},"splice":{"/a":[-1,1,[]]}}"#,
      #"{"action":1,"t":0,"set":{},"splice":{"/a":[0,-1,[]]}}"#,
      #"{"action":1,"t":0,"set":{},"splice":{"/a":[9223372036854775807,1,[]]}}"#,
      #"{"action":1,"t":-1}"#, #"{"action":1,"t":9223372036854775807}"#,
    ] {
      #expect(throws: (any Error).self) { try JournalEvent(line: Data(line.utf8)) }
    }
  }

  @Test func aDifferenceOfAnotherStateIsRefused() throws {
    var value = JSONValue.object(.init([("a", .array([]))]))
    for line in [
      #"{"action":1,"t":0,"set":{"/a/3":1}}"#, #"{"action":1,"t":0,"set":{"/b/c":1}}"#,
      #"{"action":1,"t":0,"set":{},"gone":["/b"]}"#,
      #"{"action":1,"t":0,"set":{},"splice":{"/a":[0,1,[]]}}"#,
    ] {
      let difference = try #require(try JournalEvent(line: Data(line.utf8)).difference)
      #expect(throws: JournalFailure.self) { try difference.apply(to: &value) }
    }
    #expect("\(value)" == #"{"a":[]}"#)
  }

  @Test func numbersKeepTheirDigits() throws {
    var generator = SplitMix(state: 2)
    for _ in 0..<2_000 {
      let number = Double(bitPattern: generator.next())
      guard number.isFinite else { continue }
      let text = "\(try JSONValue(encoding: [number]))"
      #expect(try JSONReader.read(Data(text.utf8)).description == text)
      #expect(Double(text.dropFirst().dropLast()) == number)
    }
  }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\" 1}", "{\"a\":}", "01", "1.", ".5", "+1", "1e", "nul", "\"a", "\"\\x\"",
    "[1] 2",
    "\"\n\"", "NaN", "{a:1}", "[1 2]", "'a'", "\"\\",
  ])
  func invalidJSONIsRejected(text: String) {
    #expect(throws: (any Error).self) { try JSONReader.read(text.utf8) }
  }

  @Test func deepJSONIsRejected() {
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: (any Error).self) { try JSONReader.read(text.utf8) }
  }

  @Test func theNamesOfCasesAreFoundInWhatIsEncoded() throws {
    func names(_ text: String) throws -> String? {
      try JSONReader.read(Data(text.utf8)).caseNames
    }
    #expect(try names(#"{"tick":{}}"#) == ".tick")
    #expect(
      try names(#"{"rows":{"_0":{"element":{"id":3,"action":{"tapped":{}}}}}}"#)
        == ".rows.element.tapped")
    #expect(try names(#"{"a":{"_0":1}}"#) == ".a")
    #expect(try names(#"{"a":{},"b":{}}"#) == nil)
    #expect(try names("[]") == nil)
  }
}

@ObservableState private struct PlainCounter { var count = 0 }
