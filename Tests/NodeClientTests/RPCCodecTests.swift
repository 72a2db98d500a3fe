import JSONRPC
import NodeClient
import NodeClientLive
import Testing

struct RPCCodecTests {
  @Test func requestsAreWritten() {
    let request = RPCCodec.request(id: 7, method: "eth_getBalance", params: ["0xab", "latest"])
    #expect(
      String(decoding: request, as: UTF8.self)
        == #"{"id":7,"jsonrpc":"2.0","method":"eth_getBalance","params":["0xab","latest"]}"#)
  }

  @Test func aResultIsRead() throws {
    #expect(try result(#"{"jsonrpc":"2.0","id":7,"result":"0x1"}"#) == "0x1")
    #expect(try result(#"{"jsonrpc":"2.0","id":7,"result":null}"#) == .null)
  }

  @Test(arguments: [
    (
      "<html>bad gateway</html>",
      "the answer to m does not follow Ethereum's JSON-RPC: expected JSON, got <html>bad gateway</html>"
    ),
    (
      "",
      "the answer to m does not follow Ethereum's JSON-RPC: expected JSON, got nothing"
    ),
    (
      "[]",
      "the answer to m does not follow Ethereum's JSON-RPC: expected an object, got []"
    ),
    (
      #"{"id":7,"result":1}"#,
      #"the answer to m does not follow Ethereum's JSON-RPC: expected "2.0" at jsonrpc, got nothing"#
    ),
    (
      #"{"jsonrpc":"1.0","id":7,"result":1}"#,
      #"the answer to m does not follow Ethereum's JSON-RPC: expected "2.0" at jsonrpc, got "1.0""#
    ),
    (
      #"{"jsonrpc":"2.0","id":8,"result":1}"#,
      "the answer to m has the id 8, expected 7"
    ),
    (
      #"{"jsonrpc":"2.0","id":"7","result":1}"#,
      #"the answer to m has the id "7", expected 7"#
    ),
    (
      #"{"jsonrpc":"2.0","result":1}"#,
      "the answer to m has the id nothing, expected 7"
    ),
    (
      #"{"jsonrpc":"2.0","id":7}"#,
      #"the answer to m does not follow Ethereum's JSON-RPC: expected a result or an error, got {"id":7,"jsonrpc":"2.0"}"#
    ),
    (
      #"{"jsonrpc":"2.0","id":7,"result":1,"error":{"code":1,"message":"x"}}"#,
      #"the answer to m does not follow Ethereum's JSON-RPC: expected either a result or an error, not both, got {"error":{"code":1,"message":"x"},"id":7,"jsonrpc":"2.0","result":1}"#
    ),
    (
      #"{"jsonrpc":"2.0","id":7,"error":{"code":"x","message":"x"}}"#,
      #"the answer to m does not follow Ethereum's JSON-RPC: expected a whole number at error.code, got "x""#
    ),
    (
      #"{"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"nonce too low"}}"#,
      "the node refused m: nonce too low (code -32000)"
    ),
    (
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error"}}"#,
      "the node refused m: parse error (code -32700)"
    ),
  ])
  func everythingElseIsRefusedWithWhatWasExpected(answer: String, text: String) {
    let error = #expect(throws: NodeError.self) { try result(answer) }
    #expect(error?.description == text)
  }

  @Test func longAnswersAreShortenedInErrors() {
    let error = #expect(throws: NodeError.self) {
      try result("\"" + String(repeating: "x", count: 1_000) + "\"")
    }
    guard case .malformedAnswer(_, let problem)? = error else {
      Issue.record("expected .malformedAnswer")
      return
    }
    #expect(problem.actual == "\"" + String(repeating: "x", count: 79) + "…")
  }

  /// A letter with any number of marks is one character, and an id can be a text of any length.
  @Test func messagesOfANodeAreCutByScalars() {
    let marks = "e" + String(repeating: "\u{301}", count: 1_000)
    let answers = [
      #""\#(marks)""#, #"{"jsonrpc":"2.0","id":"\#(marks)","result":1}"#,
      #"{"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"\#(marks)"}}"#,
    ]
    for answer in answers {
      let error = #expect(throws: NodeError.self) { try result(answer) }
      #expect((1...500).contains(error?.description.unicodeScalars.count ?? 0))
    }
  }

  @Test(
    arguments: [
      ("0x0", 0), ("0x1a", 26), ("0xffffffffffffffff", UInt64.max), ("0x10000000000000000", nil),
      ("0x", nil), ("0x01", nil), ("26", nil), ("0x1A", nil), ("0X1a", nil), ("0x1g", nil),
      ("-0x1", nil), (" 0x1", nil), ("0x1 ", nil),
    ] as [(String, UInt64?)])
  func onlyCanonicalQuantitiesAreRead(text: String, value: UInt64?) throws {
    let reader = AnswerReader(method: "m", path: "result", value: .string(text))
    if let value {
      #expect(try reader.quantity() == value)
    } else {
      #expect(throws: NodeError.self) { try reader.quantity() }
    }
  }

  @Test func numbersAreNoQuantities() {
    let reader = AnswerReader(method: "m", path: "result", value: 26)
    let error = #expect(throws: NodeError.self) { try reader.quantity() }
    #expect(
      error?.description
        == "the answer to m does not follow Ethereum's JSON-RPC: expected a hex quantity such as 0x1a, in lower case at result, got 26"
    )
  }

  private func result(_ answer: String) throws -> JSONValue {
    try RPCCodec.result(of: Array(answer.utf8), id: 7, method: "m")
  }
}
