import DevChain
import EthereumPrimitives
import Foundation
import NodeClient
import NodeClientLive
import Synchronization
import Testing
import VaultClientLive
import WalletCLI

@Suite("The whole story")
struct DemoStoryTests {
  @Test func aWalletIsMadeLockedUnlockedPaidAndPays() async throws {
    let chain = DevChain()
    let (outcome, lines) = try await play(NodeClient.jsonRPC(over: chain.transport))
    #expect(outcome.recipientBalance == (try Wei(ether: DemoStory.amountText)))
    let total = try outcome.walletBalance.adding(outcome.recipientBalance).adding(outcome.fee)
    #expect(total == DemoStory.gift)
    #expect(await chain.books.isBalanced)
    #expect(await chain.state.head.header.number == 2)
    #expect(lines.contains("   ▪ Home › Unlock"))
    #expect(lines.contains("   ← send.delegate.confirmed"))
  }

  @Test func theSameStoryPlaysOverHTTP() async throws {
    let chain = DevChain()
    let server = DevChainServer(chain: chain, port: 0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      let ports = AsyncStream<UInt16>.makeStream()
      group.addTask { try await server.run { ports.continuation.yield($0) } }
      var iterator = ports.stream.makeAsyncIterator()
      let port = try #require(await iterator.next())
      let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
      let (outcome, _) = try await play(.live(url: url))
      #expect(outcome.recipientBalance == (try Wei(ether: DemoStory.amountText)))
      #expect(await chain.books.isBalanced)
      await server.stop()
      group.cancelAll()
    }
  }

  @Test func aNodeThatIsDownEndsTheStoryWithItsCode() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:9"))
    await #expect {
      _ = try await play(.live(url: url))
    } throws: { error in
      (error as? CommandFailure)?.status == .nodeUnavailable
    }
  }

  private func play(_ node: NodeClient) async throws -> (DemoOutcome, [String]) {
    let home = FileManager.default.temporaryDirectory.appending(path: "headrace-\(UUID())")
    defer { try? FileManager.default.removeItem(at: home) }
    let lines = Lines()
    let story = DemoStory(
      home: home.path(), node: node, scrypt: .testing, narrate: { lines.add($0) })
    return (try await story.play(), lines.all)
  }
}

private final class Lines: Sendable {
  private let contents = Mutex<[String]>([])

  var all: [String] { contents.withLock { $0 } }
  func add(_ line: String) { contents.withLock { $0.append(line) } }
}
