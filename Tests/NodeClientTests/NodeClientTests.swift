import EthereumPrimitives
import Headrace
import NodeClient
import Testing

struct NodeClientTests {
  @Test func anEndpointThatATestDoesNotSetFailsItByName() async throws {
    let node = NodeClient.testValue
    func expectUnimplemented(
      _ endpoint: String, sourceLocation: SourceLocation = #_sourceLocation,
      _ ask: () async throws -> Void
    ) async {
      await withKnownIssue(sourceLocation: sourceLocation) {
        await #expect(throws: UnimplementedEndpoint("NodeClient.\(endpoint)")) { try await ask() }
      } matching: { issue in
        issue.comments.contains {
          $0.rawValue.contains("'NodeClient.\(endpoint)' was called, but has no implementation.")
        }
      }
    }
    await expectUnimplemented("chainID") { try await node.requireChain(1) }
    await expectUnimplemented("clientVersion") { _ = try await node.clientVersion() }
    await expectUnimplemented("blockNumber") { _ = try await node.blockNumber() }
    await expectUnimplemented("balance") { _ = try await node.balance(of: .zero) }
    await expectUnimplemented("nonce") { _ = try await node.nonce(of: .zero, at: .pending) }
    await expectUnimplemented("code") { _ = try await node.code(of: .zero, at: .latest) }
    await expectUnimplemented("estimateGas") {
      _ = try await node.estimateGas(CallRequest(from: .zero, to: nil, value: 0))
    }
    await expectUnimplemented("feeHistory") { _ = try await node.feeHistory(FeeHistoryQuery()) }
    await expectUnimplemented("maxPriorityFeePerGas") { _ = try await node.maxPriorityFeePerGas() }
    await expectUnimplemented("sendRawTransaction") { _ = try await node.sendRawTransaction([1]) }
    await expectUnimplemented("transaction") { _ = try await node.transaction(.zero) }
    await expectUnimplemented("receipt") { _ = try await node.receipt(.zero) }
    await expectUnimplemented("block") { _ = try await node.block(at: .latest) }
    await expectUnimplemented("blockTransfers") { _ = try await node.blockTransfers(1) }
  }

  @Test func aNodeIsFoundAmongTheDependencies() async throws {
    var node = NodeClient.testValue
    node.blockNumber = { 42 }
    let found = try await withDependencies { [node] in
      $0.node = node
    } operation: {
      @Dependency(\.node) var dependency
      return try await dependency.blockNumber()
    }
    #expect(found == 42)
  }
}
