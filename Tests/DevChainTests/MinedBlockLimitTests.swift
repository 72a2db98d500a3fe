import DevChain
import EthereumPrimitives
import JSONRPC
import Testing

/// The limit on the blocks that one body of requests mines.
struct MinedBlockLimitTests {
  private static func request(_ method: String, _ count: UInt64) -> JSONValue {
    ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": [.string(hex(count))]]
  }

  private static func hex(_ count: UInt64) -> String { "0x" + String(count, radix: 16) }

  private static func answers(
    _ requests: [JSONValue], on rpc: inout DevChainRPC
  ) throws -> [JSONValue] {
    guard case .body(let body) = rpc.answer(JSONValue.array(requests).encoded, nowSeconds: 1)
    else { return [] }
    return try #require(try JSONValue(parsing: body).array)
  }

  private static func refusal(left: UInt64) -> JSONValue {
    [
      "code": -32_602,
      "message": .string(
        "invalid argument 0: expected at most 100000 blocks in all requests of one body; \(left) are"
          + " left"),
    ]
  }

  /// A batch of a thousand requests for 100,000 blocks each computed for hours.
  @Test func theRequestsOfOneBodyShareTheLimit() throws {
    var rpc = DevChainRPC(state: DevChainState(.waiting))
    let all = DevChainRPC.minedBlockCountMax
    let answers = try Self.answers(
      [
        Self.request("evm_mine", 3), Self.request("evm_mine", all - 2),
        Self.request("dev_reorg", all - 2), Self.request("dev_reorg", 2),
        Self.request("evm_mine", all - 4),
      ], on: &rpc)
    #expect(answers[0]["result"] == "0x0")
    #expect(answers[1]["error"] == Self.refusal(left: all - 3))
    #expect(answers[2]["error"] == Self.refusal(left: all - 3))
    #expect(answers[3]["result"] == "0x2")
    #expect(answers[4]["error"] == Self.refusal(left: all - 5))
    #expect(rpc.state.head.header.number == 4)
    // The next body has the whole limit again.
    let next = try Self.answers([Self.request("evm_mine", 6)], on: &rpc)
    #expect(next[0]["result"] == "0x0")
    #expect(rpc.state.head.header.number == 10)
  }

  /// After its caller is cut off, no more blocks are mined; the mined ones stay.
  @Test(arguments: ["evm_mine", "dev_reorg"])
  func aCancelledRequestMinesNoMore(method: String) async throws {
    let chain = DevChain(.waiting)
    for _ in 1...3 { await chain.mine() }
    let head = await chain.state.head
    let body = Self.request(method, 3).encoded
    let answering = Task { () -> DevChainAnswer in
      // Waits until it is cancelled.
      for await _ in AsyncStream<Void>.makeStream().stream {}
      return await chain.answer(body)
    }
    answering.cancel()
    guard case .body(let answer) = await answering.value else {
      Issue.record("expected a body")
      return
    }
    let count = method == "evm_mine" ? 3 : 4
    #expect(
      try JSONValue(parsing: answer)["error"]
        == ["code": -32_000, "message": .string("stopped after 0 of \(count) blocks")])
    let number = await chain.state.head.header.number
    #expect(number == (method == "evm_mine" ? head.header.number : 0))
    #expect(await chain.books.isBalanced)
  }
}
