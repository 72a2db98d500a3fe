import DevChain
import Foundation
import JSONRPC
import NodeClient
import NodeClientLive
import Testing

/// A node under the contract: its client, and its raw JSON-RPC for the test's preparations.
struct ContractNode: Sendable {
  let client: NodeClient
  let transport: RPCTransport
  private let connect: @Sendable () -> RPCTransport

  init(_ connect: @escaping @Sendable () -> RPCTransport) {
    self.connect = connect
    transport = connect()
    // No repeats: a test must see every failure.
    client = .jsonRPC(
      over: transport,
      configuration: NodeClientConfiguration(timeLimit: .seconds(120), retry: .never))
  }

  /// The same node over a connection that was not used yet.
  var reconnected: ContractNode { ContractNode(connect) }

  /// Calls a method that the client does not have.
  @discardableResult
  func call(_ method: String, _ params: [JSONValue] = []) async throws -> JSONValue {
    let body = RPCCodec.request(id: 1, method: method, params: params)
    return try RPCCodec.result(of: try await transport.send(body).body, id: 1, method: method)
  }

  /// The dev chain of this process, without a socket.
  static func withDevChainInProcess(_ body: (ContractNode) async throws -> Void) async throws {
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    try await body(ContractNode { chain.transport })
    #expect(await chain.books.isBalanced)
  }

  /// A dev chain behind its HTTP server.
  static func withDevChainOverHTTP(
    _ body: @escaping @Sendable (ContractNode) async throws -> Void
  ) async throws {
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    let server = DevChainServer(chain: chain, port: 0)
    try await server.run { port in
      let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
      do {
        try await body(ContractNode { .http(url, answerBytesMax: 4 << 20) })
      } catch {
        await server.stop()
        throw error
      }
      await server.stop()
    }
    #expect(await chain.books.isBalanced)
  }

  /// Runs on py-evm; the chain is restored afterwards, because all tests share it.
  static func withPyEVM(_ body: (ContractNode) async throws -> Void) async throws {
    let url = try await PyEVMNode.shared.url()
    let node = ContractNode { .http(url, answerBytesMax: 4 << 20) }
    let snapshot = try await node.call("evm_snapshot")
    let result = await Result(catching: { try await body(node) })
    // Waiting transactions are dropped: a snapshot of that node only contains its blocks.
    let content = try await node.call("txpool_content")
    for kind in ["pending", "queued"] {
      for account in (content[kind]?.object ?? [:]).values {
        for waiting in (account.object ?? [:]).values {
          try await node.call("anvil_dropTransaction", [waiting["hash"] ?? .null])
        }
      }
    }
    try await node.call("evm_revert", [snapshot])
    try result.get()
  }
}

extension Result where Failure == any Error {
  init(catching body: () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
