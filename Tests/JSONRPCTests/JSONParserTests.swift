import JSONRPC
import Testing

struct JSONParserTests {
  @Test func valuesOfEveryKindAreRead() throws {
    let text =
      #" { "a" : [ null , true , false , -1.5e+3 , "x\n\u00e9\ud83d\ude00" , { } , [ ] ] } "#
    let value = try JSONValue(parsing: Array(text.utf8))
    #expect(
      value == [
        "a": [
          nil, true, false, .number(JSONNumber(checked: "-1.5e+3")), "x\né😀", [:], [],
        ]
      ])
  }

  @Test(arguments: [
    "0", "-0", "10", "1.5", "-2.25e10", "1E-7", "\"\"", "[]", "{}", "[[],{}]",
    #"{"a":1,"b":[2,"c"]}"#,
    #""\"\\\n\r\t\u0001é""#, "18446744073709551616", "true", "false", "null",
  ])
  func whatIsWrittenIsWhatWasRead(text: String) throws {
    let value = try JSONValue(parsing: Array(text.utf8))
    #expect(value.text == text)
    #expect(try JSONValue(parsing: value.encoded) == value)
  }

  @Test(arguments: [
    ("", 0, "a value"),
    (" ", 1, "a value"),
    ("[1", 2, "',' or ']'"),
    ("[1,]", 3, "a value"),
    ("[1 2]", 3, "',' or ']'"),
    (#"{"a" 1}"#, 5, "':'"),
    (#"{"a":1,}"#, 7, "a name in quotation marks"),
    (#"{a:1}"#, 1, "a name in quotation marks"),
    (#"{"a":1"#, 6, "',' or '}'"),
    (#"{"a":1,"a":2}"#, 7, "a name not said before"),
    ("01", 1, "the end of the text"),
    ("-", 1, "a digit"),
    ("+1", 0, "a value"),
    ("1.", 2, "a digit"),
    ("1e", 2, "a digit"),
    (".5", 0, "a value"),
    ("0x1", 1, "the end of the text"),
    ("NaN", 0, "a value"),
    ("nul", 0, "a value"),
    ("truth", 0, "a value"),
    ("1 1", 2, "the end of the text"),
    ("\"a", 2, "a closing quotation mark"),
    ("\"\u{1}\"", 1, "an escaped control character"),
    (#""\x""#, 2, "one of the escapes \" \\ / b f n r t u"),
    (#""\u12g4""#, 5, "four hexadecimal digits"),
    (#""\ud800""#, 3, "a code point, not a lone surrogate"),
    (#""\ud800\u0041""#, 3, "a code point, not a lone surrogate"),
    (#""\udc00""#, 3, "a code point, not a lone surrogate"),
  ])
  func whatIsNotJSONIsRefusedAtItsByte(text: String, offset: Int, expected: String) {
    #expect(throws: JSONSyntaxError(offset: offset, expected: expected)) {
      try JSONValue(parsing: Array(text.utf8))
    }
  }

  @Test func invalidUTF8IsRefused() {
    #expect(throws: JSONSyntaxError(offset: 1, expected: "valid UTF-8")) {
      try JSONValue(parsing: [0x22, 0xff, 0x22])
    }
    #expect(throws: JSONSyntaxError(offset: 1, expected: "valid UTF-8")) {
      // An overlong form of '/'.
      try JSONValue(parsing: [0x22, 0xc0, 0xaf, 0x22])
    }
  }

  @Test func depthIsBounded() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array(repeating: UInt8(ascii: "["), count: depth)
        + Array(repeating: UInt8(ascii: "]"), count: depth)
    }
    _ = try JSONValue(parsing: nested(JSONValue.depthMax))
    #expect(
      throws: JSONSyntaxError(offset: 64, expected: "at most 64 nested arrays and objects")
    ) {
      try JSONValue(parsing: nested(JSONValue.depthMax + 1))
    }
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: nested(1_000_000)) }
  }

  @Test func wholeNumbersKeepAllTheirDigits() throws {
    func number(_ text: String) throws -> JSONNumber? {
      try JSONValue(parsing: Array(text.utf8)).number
    }
    #expect(try number("18446744073709551615")?.uint64 == .max)
    #expect(try number("18446744073709551616")?.uint64 == nil)
    #expect(try number("-1")?.uint64 == nil)
    #expect(try number("1.0")?.uint64 == nil)
    #expect(try number("1e3")?.uint64 == nil)
    #expect(try number("1e3")?.double == 1_000)
    #expect(JSONNumber(0.5).text == "0.5")
    #expect(JSONNumber(0.0).text == "0")
    #expect(JSONNumber(1.5e-9).text == "1.5e-09")
  }

  @Test func objectsAreEqualInAnyOrder() throws {
    let left = try JSONValue(parsing: Array(#"{"a":1,"b":{"c":2,"d":3}}"#.utf8))
    let right = try JSONValue(parsing: Array(#"{"b":{"d":3,"c":2},"a":1}"#.utf8))
    #expect(left == right)
    #expect(left != (try JSONValue(parsing: Array(#"{"a":1}"#.utf8))))
    #expect(left != (try JSONValue(parsing: Array(#"{"a":1,"b":{"c":2,"d":4}}"#.utf8))))
  }

  @Test func membersCanBeReplacedAddedAndRemoved() {
    var object = JSONObject([("a", 1), ("b", 2)])
    object["a"] = 3
    object["c"] = 4
    object["b"] = nil
    object["d"] = nil
    #expect(object.names == ["a", "c"])
    #expect(JSONValue.object(object).text == #"{"a":3,"c":4}"#)
  }

  @Test func everyKindOfValueNamesItself() {
    let values: [JSONValue] = [nil, true, 1, "a", [], [:]]
    #expect(
      values.map(\.kind) == ["null", "a boolean", "a number", "a string", "an array", "an object"])
  }
}
