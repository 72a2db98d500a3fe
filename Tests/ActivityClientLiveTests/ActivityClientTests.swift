import ActivityClient
import EthereumPrimitives
import Testing

/// A test that forgets to say what the journal answers is told which question was asked.
@Suite struct ActivityClientTests {
  private let client = ActivityClient.testValue

  private func expectUnimplemented(
    _ endpoint: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ ask: () async throws -> Void
  ) async {
    await withKnownIssue(sourceLocation: sourceLocation) {
      do {
        try await ask()
      } catch {
        // What it throws in the end does not matter.
      }
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.contains(
          "'ActivityClient.\(endpoint)' was called, but has no implementation.")
      }
    }
  }

  @Test func everyQuestionFailsByName() async {
    let intent = PaymentIntent.sample()
    await expectUnimplemented("nextNonce") { _ = try await client.nextNonce(1, .alice, 0) }
    await expectUnimplemented("record") { _ = try await client.record(intent) }
    await expectUnimplemented("update") { _ = try await client.update(intent.id, .broadcast) }
    await expectUnimplemented("payments") { _ = try await client.payments(ActivityQuery()) }
    await expectUnimplemented("payment") { _ = try await client.payment(intent.id) }
    await expectUnimplemented("unresolved") { _ = try await client.unresolved() }
  }
}
