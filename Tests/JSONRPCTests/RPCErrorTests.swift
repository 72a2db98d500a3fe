import JSONRPC
import Testing

/// The part of a node's own message that is kept.
@Suite struct RPCErrorTests {
  /// An error of three million characters was printed whole.
  @Test(arguments: [299, 300, 301, 3_000_000])
  func aLongTextOfANodeIsCut(count: Int) {
    let text = String(repeating: "x", count: count)
    let error = RPCError(code: -32_000, message: text)
    #expect(error.message == (count <= 300 ? text : String(text.prefix(300)) + "…"))
  }

  /// One letter with three megabytes of marks is one character, and was printed whole.
  @Test(arguments: [298, 299, 300, 1_500_000])
  func marksOnOneLetterAreCutLikeLetters(markCount: Int) {
    let text = "e" + String(repeating: "\u{301}", count: markCount)
    let error = RPCError(code: -32_000, message: text)
    let scalars = error.message.unicodeScalars
    #expect(scalars.count == (markCount < 300 ? markCount + 1 : 301))
    #expect(scalars.starts(with: text.unicodeScalars.prefix(300)))
    #expect((scalars.last == "…") == (markCount >= 300))
  }
}
