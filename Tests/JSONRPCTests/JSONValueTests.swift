import Foundation
import JSONRPC
import TestEffort
import Testing

struct JSONValueTests {
  @Test func valuesOfEveryKindAreRead() throws {
    let text =
      #" { "a" : [ null , true , false , -1.5e+3 , 0.5, "x\n\u00e9\ud83d\ude00" , { } , [ ] ] } "#
    #expect(
      try parse(text) == ["a": [nil, true, false, -1_500, 0.5, "x\né😀", [:], []]])
  }

  @Test(arguments: [
    "0", "10", "0.5", "-2.25", "\"\"", "[]", "{}", "[[],{}]", #"{"a":1,"b":[2,"c"]}"#,
    #""\"\\\n\r\t\u0001é/""#, "18446744073709551615", "-9223372036854775808",
    "true", "false", "null",
  ])
  func valuesAreWrittenAsTheyWereRead(text: String) throws {
    let value = try parse(text)
    #expect(value.text == text)
    #expect(try JSONValue(parsing: value.encoded) == value)
  }

  @Test(arguments: [
    "", " ", "[1", "[1 2]", #"{"a" 1}"#, #"{a:1}"#, #"{"a":1"#, "01", "-", "+1", "1.", "1e", ".5",
    "0x1", "NaN", "Infinity", "nul", "truth", "1 1", "{},", "[,]", "[1,,]", "\"a",
    "\"\u{1}\"",
    #""\x""#, #""\u12g4""#, #""\ud800""#, #""\ud800\u0041""#, #""\udc00""#, "'a'", "/**/1", "1e400",
    "[] \u{0}", "<html>",
  ])
  func invalidJSONIsRejected(text: String) {
    #expect(throws: JSONSyntaxError.notJSON) { try parse(text) }
    #expect(throws: JSONSyntaxError.notJSON) { try parse("[" + text) }
  }

  @Test func theLastOfTwoMembersWithOneNameCounts() throws {
    #expect(try parse(#"{"a":1,"b":2,"a":3}"#) == ["a": 3, "b": 2])
    #expect(try parse(#"{"a":1,"\u0061":3}"#) == ["a": 3])
  }

  @Test func oneCommaTooManyIsTaken() throws {
    #expect(try parse("[1,]") == [1])
    #expect(try parse(#"{"a":1,}"#) == ["a": 1])
  }

  @Test(
    arguments: [
      [0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xc3],
    ] as [[UInt8]])
  func invalidUTF8IsRejectedWhereverItOccurs(bytes: [UInt8]) {
    for (before, after) in [("\"", "\""), ("{\"", "\":1}"), ("[", "]"), ("", "")] {
      #expect(throws: JSONSyntaxError.notUTF8) {
        try JSONValue(parsing: Array(before.utf8) + bytes + Array(after.utf8))
      }
    }
  }

  @Test func otherEncodingsAreRefused() throws {
    #expect(throws: JSONSyntaxError.notJSON) { try JSONValue(parsing: [0, 0x5b, 0, 0x5d]) }
    #expect(throws: JSONSyntaxError.notUTF8) {
      try JSONValue(parsing: [0xff, 0xfe, 0x5b, 0, 0x5d, 0])
    }
    #expect(throws: JSONSyntaxError.notJSON) { try JSONValue(parsing: [0x5b, 0, 0x5d, 0]) }
  }

  @Test func errorsSayWhatWasExpected() {
    #expect(
      [JSONSyntaxError.notUTF8, .notJSON, .tooDeep].map(\.description) == [
        "JSON in UTF-8", "JSON", "JSON of at most 64 nested arrays and objects",
      ])
  }

  @Test func objectsAreEqualInAnyOrder() throws {
    let left = try parse(#"{"a":1,"b":{"c":2,"d":3}}"#)
    #expect(left == (try parse(#"{"b":{"d":3,"c":2},"a":1}"#)))
    #expect(left != (try parse(#"{"a":1}"#)))
    #expect(left != (try parse(#"{"a":1,"b":{"c":2,"d":4}}"#)))
    #expect(left.text == #"{"a":1,"b":{"c":2,"d":3}}"#)
  }

  @Test func everyKindOfValueNamesItself() {
    let values: [JSONValue] = [nil, true, 1, "a", [], [:]]
    #expect(
      values.map(\.kind) == ["null", "a boolean", "a number", "a string", "an array", "an object"])
  }
}

// MARK: - Depth

extension JSONValueTests {
  @Test func depthIsBounded() throws {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      func nested(_ depth: Int) -> String {
        String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
      }
      let deepest = try parse(nested(64))
      #expect(try JSONValue(parsing: deepest.encoded) == deepest)
      #expect(throws: JSONSyntaxError.tooDeep) { try parse(nested(65)) }
      #expect(throws: JSONSyntaxError.tooDeep) { try parse(nested(100_000)) }
    }
  }

  /// `JSONDecoder` ends the process for exactly 513 opening brackets (Swift 6.3.1).
  @Test func unfinishedNestingIsRefused() {
    for count in [65, 512, 513, 514, 100_000] {
      #expect(throws: JSONSyntaxError.tooDeep) { try parse(String(repeating: "[", count: count)) }
    }
    #expect(throws: JSONSyntaxError.notJSON) { try parse(String(repeating: "[", count: 64)) }
  }

  @Test func bracketsInStringsAreNoNesting() throws {
    let brackets = String(repeating: "[{", count: 1_000)
    #expect(try parse("\"\(brackets)\"") == .string(brackets))
    #expect(try parse(#"["\"\#(brackets)\\",1]"#) == [.string("\"\(brackets)\\"), 1])
    #expect(throws: JSONSyntaxError.tooDeep) { try parse(#"["\\"\#(brackets)"#) }
  }

  @Test func manyArraysSideBySideAreNotDeep() throws {
    let value = try parse("[" + Array(repeating: "[[]]", count: 1_000).joined(separator: ",") + "]")
    #expect(value.array?.count == 1_000)
  }

  @Test func aSmallStackIsEnoughForTheDeepestText() async {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      for (depth, expected) in [(64, true), (65, false), (100_000, false)] {
        let text =
          String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
        let isTaken = await withCheckedContinuation { continuation in
          let thread = Thread {
            continuation.resume(
              returning: (try? JSONValue(parsing: Array(text.utf8)))?.text == text)
          }
          thread.stackSize = 256 << 10
          thread.start()
        }
        #expect(isTaken == expected, "\(depth) times \(open)")
      }
    }
  }
}

// MARK: - Numbers

extension JSONValueTests {
  @Test func wholeNumbersOf64BitsKeepAllTheirDigits() throws {
    #expect(try number("18446744073709551615").uint64 == .max)
    #expect(try number("18446744073709551616") == .fraction(0x1p64))
    #expect(try number("9223372036854775807").int == .max)
    #expect(try number("9223372036854775808").int == nil)
    #expect(try number("9223372036854775808").uint64 == 1 << 63)
    #expect(try number("-9223372036854775808").int == .min)
    // Beyond the range the nearest double counts, and here that is a whole number again.
    #expect(try number("-9223372036854775809").int == .min)
    #expect(try number("-9223372036854777856") == .fraction(-9223372036854777856))
    #expect(try number("-1").uint64 == nil)
    #expect(try number("123456789012345678901234567890").double == 1.2345678901234568e29)
  }

  @Test func numbersAreEqualHoweverTheyAreWritten() throws {
    for text in ["1000", "1000.0", "1e3", "1E+3", "10e2"] {
      #expect(try number(text) == JSONNumber(1_000), "\(text)")
    }
    #expect(try number("-0") == JSONNumber(0))
    #expect(try parse("[0,1,false,true]") == [0, 1, false, true])
  }

  @Test func otherNumbersAreTheNearestDouble() throws {
    #expect(try number("0.5") == .fraction(0.5))
    #expect(try number("0.00072868").double == 0.00072868)
    #expect(try number("1e308").double == 1e308)
    #expect(try number("0.5").uint64 == nil)
    #expect(try number("7").double == 7)
    #expect(JSONValue.number(JSONNumber(0.5)).text == "0.5")
    #expect(JSONValue.number(JSONNumber(10.0)).text == "10")
  }

  @Test func randomNumbersComeBack() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix(state: seed)
    for _ in 0..<500 {
      let shift = UInt64.random(in: 0..<64, using: &random)
      let unsigned = random.next() >> shift
      let signed = Int64(bitPattern: random.next()) >> shift
      let double = Double(bitPattern: random.next())
      let numbers =
        [JSONNumber(unsigned), JSONNumber(signed)] + (double.isFinite ? [JSONNumber(double)] : [])
      for expected in numbers {
        let text = JSONValue.number(expected).text
        #expect(try number(text) == expected, "seed \(seed): \(text)")
      }
      #expect(JSONValue.number(JSONNumber(unsigned)).text == String(unsigned), "seed \(seed)")
      #expect(JSONValue.number(JSONNumber(signed)).text == String(signed), "seed \(seed)")
    }
  }

  private func number(_ text: String) throws -> JSONNumber {
    try #require(try parse(text).number)
  }

  private func parse(_ text: String) throws -> JSONValue {
    try JSONValue(parsing: Array(text.utf8))
  }
}
