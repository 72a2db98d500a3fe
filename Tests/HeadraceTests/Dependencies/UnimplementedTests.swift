import Headrace
import Testing

/// A client as an author writes it without macros.
private struct RateClient: TestDependencyKey, Sendable {
  var rate: @Sendable (_ of: String, _ day: Int) async throws -> Int
  var isOpen: @Sendable () -> Bool
  var names: @Sendable (Int) async -> [String]
  var record: @Sendable (String) -> Void
  var flush: @Sendable () throws -> Void
  var close: @Sendable () async throws(Refusal) -> Void

  struct Refusal: Error, Equatable {}

  static let line: Int = #line + 2
  static var testValue: RateClient {
    RateClient(
      rate: unimplemented("RateClient.rate"),
      isOpen: unimplemented("RateClient.isOpen", placeholder: true),
      names: unimplemented("RateClient.names", placeholder: ["none"]),
      record: unimplemented("RateClient.record"),
      flush: unimplemented("RateClient.flush"),
      close: unimplemented("RateClient.close", throwing: Refusal()))
  }
}

@Suite("A closure that is not implemented")
struct UnimplementedTests {
  @Test func itFailsTheTestByNameWhereItWasMadeAndReturnsItsPlaceholder() async {
    @Dependency(RateClient.self) var client
    let reports = await reports {
      #expect(client.isOpen())
      #expect(await client.names(3) == ["none"])
      client.record("private")
    }
    #expect(
      reports == [
        Self.report(of: "RateClient.isOpen", line: RateClient.line + 2),
        Self.report(of: "RateClient.names", line: RateClient.line + 3),
        Self.report(of: "RateClient.record", line: RateClient.line + 4),
      ])
  }

  @Test func itThrowsWhereItCan() async {
    @Dependency(RateClient.self) var client
    let reports = await reports {
      await #expect(throws: UnimplementedEndpoint("RateClient.rate")) {
        try await client.rate("ETH", 1)
      }
      #expect(throws: UnimplementedEndpoint("RateClient.flush")) { try client.flush() }
      await #expect(throws: RateClient.Refusal()) { try await client.close() }
    }
    #expect(
      reports == [
        Self.report(of: "RateClient.rate", line: RateClient.line + 1),
        Self.report(of: "RateClient.flush", line: RateClient.line + 5),
        Self.report(of: "RateClient.close", line: RateClient.line + 6),
      ])
  }

  @Test func itIsCalledAClosureWhereItHasNoName() async {
    let close: @Sendable () -> Void = unimplemented()
    let reports = await reports { close() }
    #expect(reports == [Self.report(of: "A closure", line: #line - 2)])
  }

  @Test func onlyACallIsReported() async {
    let reports = await reports {
      await withDependencies {
        $0[RateClient.self].names = { ["\($0)"] }
      } operation: {
        @Dependency(RateClient.self) var client
        #expect(await client.names(3) == ["3"])
      }
    }
    #expect(reports == [])
  }

  private static func report(of name: String, line: Int) -> Report {
    Report(
      text: """
        '\(name)' was called, but has no implementation.

        It stands for an endpoint that is not expected to be called. Give it an implementation \
        where the store is made, or for this operation, with 'withDependencies'.
        """, fileID: "HeadraceTests/UnimplementedTests.swift", line: line)
  }
}
