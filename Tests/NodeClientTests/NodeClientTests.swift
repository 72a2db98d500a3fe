import EthereumPrimitives
import Headrace
import NodeClient
import Testing

struct NodeClientTests {
  @Test func anEndpointThatATestDoesNotSetFailsItByName() async throws {
    let node = NodeClient.testValue
    await withKnownIssue {
      _ = try? await node.balance(of: .zero)
    } matching: { issue in
      "\(issue)".contains("NodeClient.balance")
    }
    await withKnownIssue {
      _ = try? await node.sendRawTransaction([1])
    } matching: { issue in
      "\(issue)".contains("NodeClient.sendRawTransaction")
    }
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
