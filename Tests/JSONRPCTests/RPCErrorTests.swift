import JSONRPC
import Testing

/// What is kept of a node's own words.
@Suite struct RPCErrorTests {
  /// An error of three million characters was printed whole.
  @Test(arguments: [299, 300, 301, 3_000_000])
  func aLongTextOfANodeIsCut(count: Int) {
    let text = String(repeating: "x", count: count)
    let error = RPCError(code: -32_000, message: text)
    #expect(error.message == (count <= 300 ? text : String(text.prefix(300)) + "…"))
  }
}
