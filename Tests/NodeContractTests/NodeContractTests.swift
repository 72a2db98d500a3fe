import DevChain
import EthereumPrimitives
import Foundation
import NodeClient
import NodeClientLive
import Testing

/// The same contract against every node that the wallet is tested on.
@Suite(.serialized)
struct NodeContractTests {
  @Test(arguments: NodeContract.all)
  func devChainInProcess(contract: NodeContract) async throws {
    try await ContractNode.withDevChainInProcess(contract.check)
  }

  @Test(arguments: NodeContract.all)
  func devChainOverHTTP(contract: NodeContract) async throws {
    try await ContractNode.withDevChainOverHTTP(contract.check)
  }

  @Test(
    .enabled(if: PythonEnvironment.isAvailable, PythonEnvironment.skipComment),
    arguments: NodeContract.all)
  func pyEVM(contract: NodeContract) async throws {
    try await ContractNode.withPyEVM(contract.check)
  }

  @Test func aNodeThatIsDownIsUnreachable() async throws {
    // A port that was free a moment ago.
    let port = try await Self.freePort()
    let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
    let client = NodeClient.live(url: url, configuration: NodeClientConfiguration(retry: .never))
    await #expect(
      throws: NodeError.unreachable(
        endpoint: "http://127.0.0.1:\(port)", reason: "nothing accepts connections there")
    ) {
      try await client.chainID()
    }
  }

  @Test func anEndpointsKeyIsNotInItsErrors() async throws {
    let port = try await Self.freePort()
    let url = try #require(URL(string: "http://user:pass@127.0.0.1:\(port)/v3/secret-key?k=secret"))
    let client = NodeClient.live(url: url, configuration: NodeClientConfiguration(retry: .never))
    let error = await #expect(throws: NodeError.self) { try await client.chainID() }
    let text = "\(try #require(error))"
    #expect(!text.contains("secret") && !text.contains("pass"), "\(text)")
  }

  private static func freePort() async throws -> UInt16 {
    let server = DevChainServer(chain: DevChain(), port: 0)
    let (ports, continuation) = AsyncStream<UInt16>.makeStream()
    try await server.run { port in
      continuation.yield(port)
      await server.stop()
    }
    return try #require(await ports.first { _ in true })
  }
}
