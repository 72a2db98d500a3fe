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
    let reports = await reports {
      await #expect(throws: UnimplementedEndpoint("QuoteClient.price")) {
        try await QuoteClient().price(symbol: "ETH", at: 1)
      }
    }
    #expect(reports == [Self.report(of: "price", line: 6)])
    #expect(
      "\(UnimplementedEndpoint("QuoteClient.price"))"
        == "'QuoteClient.price' has no implementation.")
  }

  @Test func reportsAndReturnsTheDefault() async {
    let reports = await reports { #expect(QuoteClient().isOpen() == true) }
    #expect(reports == [Self.report(of: "isOpen", line: 5)])
  }

  @Test func reportsAnEndpointThatReturnsNothing() async {
    let reports = await reports { await QuoteClient().record(1) }
    #expect(reports == [Self.report(of: "record", line: 8)])
  }

  private static func report(of endpoint: String, line: Int) -> Report {
    Report(
      text: """
        'QuoteClient.\(endpoint)' was called, but has no implementation.

        It stands for an endpoint that is not expected to be called. Give it an implementation \
        where the store is made, or for this operation, with 'withDependencies'.
        """, fileID: "HeadraceTests/DependencyClientTests.swift", line: line)
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

  @Test func keepsPropertiesThatAreNotEndpoints() async throws {
    let client = QuoteClient(
      price: { _, _ in 7 }, isOpen: { false }, record: { _ in }, setName: { _ in })
    #expect(client.describe() == "quotes")
    #expect(client.limit == 3)
    #expect(try await client.price(symbol: "", at: 0) == 7)
  }
}

/// Endpoints for which the macro once generated code that did not compile.
@DependencyClient
private struct OddClient: Sendable {
  var log: @Sendable (_ message: @autoclosure () -> String) -> Void
  var `default`: @Sendable (_ of: Int) throws -> Int
  var count: @Sendable () -> Int = { fatalError() }
  var owner: @Sendable (_ of: String) -> String?
}

@Suite struct OddClientTests {
  @Test func anArgumentThatIsAnAutoclosureIsPassedOnUnevaluated() {
    var client = OddClient()
    client.log = { _ in }
    client.log(
      message: { () -> String in
        Issue.record("evaluated")
        return ""
      }())
  }

  @Test func anEndpointMayHaveANameInBackticks() async throws {
    var client = OddClient()
    let reports = await reports {
      #expect(throws: UnimplementedEndpoint("OddClient.default")) { try client.default(of: 1) }
    }
    #expect(reports.count == 1)
    client.default = { $0 + 1 }
    #expect(try client.default(of: 1) == 2)
  }

  @Test func anEndpointThatReturnsAnOptionalReportsAndReturnsNil() async {
    let client = OddClient()
    let reports = await reports { #expect(client.owner(of: "boat") == nil) }
    #expect(reports.count == 1)
    #expect(reports.first?.text.hasPrefix("'OddClient.owner' was called") == true)
  }
}
