import Headrace
import Testing

@DependencyClient
private struct QuoteClient: Sendable {
  var price: @Sendable (_ symbol: String, _ at: Int) async throws -> Int
  var isOpen: @Sendable () -> Bool = { true }
  var record: @Sendable (Int) async -> Void
  @DependencyEndpoint(method: "rename")
  var setName: @Sendable (_ name: inout String) -> Void
  @DependencyEndpointIgnored var describe: @Sendable () -> String = { "quotes" }
  let source: String = "test"
  var limit: Int = 3
}

@Suite("A client made by @DependencyClient")
struct DependencyClientTests {
  @Test func reportsAnEndpointByNameAndThrows() async throws {
    await withKnownIssue {
      await #expect(throws: UnimplementedEndpoint("QuoteClient.price")) {
        try await QuoteClient().price(symbol: "ETH", at: 1)
      }
    } matching: {
      $0.comments.map(\.rawValue).joined()
        .contains("'QuoteClient.price' was called, but has no implementation.")
    }
  }

  @Test func reportsAndReturnsTheDefault() {
    withKnownIssue {
      #expect(QuoteClient().isOpen() == true)
    } matching: {
      $0.comments.map(\.rawValue).joined().contains("'QuoteClient.isOpen' was called")
    }
  }

  @Test func reportsAnEndpointThatReturnsNothing() async {
    await withKnownIssue {
      await QuoteClient().record(1)
    } matching: {
      $0.comments.map(\.rawValue).joined().contains("'QuoteClient.record' was called")
    }
  }

  @Test func callsWhatReplacesAnEndpoint() async throws {
    var client = QuoteClient()
    client.price = { symbol, time in symbol.count + time }
    client.isOpen = { false }
    client.setName = { $0 += "!" }
    #expect(try await client.price(symbol: "ETH", at: 1) == 4)
    #expect(try await client.price("ETH", 2) == 5)
    #expect(!client.isOpen())
    var name = "Ada"
    client.rename(name: &name)
    #expect(name == "Ada!")
  }

  @Test func keepsWhatIsNoEndpoint() async throws {
    let client = QuoteClient(
      price: { _, _ in 7 }, isOpen: { false }, record: { _ in }, setName: { _ in })
    #expect(client.describe() == "quotes")
    #expect(client.limit == 3)
    #expect(try await client.price(symbol: "", at: 0) == 7)
  }
}
