import DevChain
import JSONRPC
import Testing

// MARK: - Faults

extension DevChainRPCTests {
  @Test func faultsToComeAreBounded() throws {
    var rpc = rpc()
    for _ in 0..<1_000 { _ = try result("dev_fault", [["kind": "close"]], on: &rpc) }
    #expect(
      try call("dev_fault", [["kind": "close"]], on: &rpc)["error"]
        == ["code": -32_602, "message": "invalid argument 0: expected at most 1000 pending faults"])
  }

  @Test func faultsHitOnlyWhatTheyAreFor() throws {
    var rpc = rpc()
    let chainID = Array(#"{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}"#.utf8)
    let number = Array(#"{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}"#.utf8)
    let genuine = rpc.answer(chainID, nowSeconds: 1)
    func fault(_ json: JSONValue) throws { _ = try result("dev_fault", [json], on: &rpc) }

    try fault(["kind": "http", "status": 503, "retryAfter": 2, "method": "eth_chainId", "count": 2])
    #expect(
      rpc.answer(number, nowSeconds: 1)
        == (try body(#"{"jsonrpc":"2.0","id":1,"result":"0x0"}"#)))
    for _ in 0..<2 {
      #expect(
        rpc.answer(chainID, nowSeconds: 1)
          == .httpStatus(503, retryAfterSeconds: 2, body: Array(#"{"error":"fault"}"#.utf8)))
    }
    #expect(rpc.answer(chainID, nowSeconds: 1) == genuine)

    try fault(["kind": "delay", "seconds": 1.5])
    try fault(["kind": "close"])
    #expect(rpc.answer(chainID, nowSeconds: 1) == .delayed(.milliseconds(1_500), .closed))
    try fault(["kind": "garbage"])
    #expect(rpc.answer(chainID, nowSeconds: 1) == .body(Array("<html>bad gateway</html>".utf8)))
    try fault(["kind": "wrongid"])
    #expect(
      rpc.answer(chainID, nowSeconds: 1)
        == (try body(#"{"jsonrpc":"2.0","id":999999,"result":"0x7a69"}"#)))
    try fault(["kind": "truncate"])
    guard case .body(let whole) = genuine else { return }
    #expect(rpc.answer(chainID, nowSeconds: 1) == .truncated(whole))
    try fault(["kind": "rpc", "code": -32_005, "message": "limit exceeded"])
    #expect(
      rpc.answer(chainID, nowSeconds: 1)
        == (try body(
          #"{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"limit exceeded"}}"#)))
    try fault(["kind": "result", "result": "0x01"])
    #expect(
      rpc.answer(chainID, nowSeconds: 1)
        == (try body(#"{"jsonrpc":"2.0","id":1,"result":"0x01"}"#)))
    #expect(rpc.answer(chainID, nowSeconds: 1) == genuine)
    #expect(rpc.faults.isEmpty)
  }
}
