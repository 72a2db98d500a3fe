import ActivityClient
import EthereumPrimitives
import Foundation
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
    let sample = Sample()
    await expectUnimplemented("nextNonce") { _ = try await client.nextNonce(0) }
    await expectUnimplemented("record") { _ = try await client.record(sample) }
    await expectUnimplemented("replace") {
      _ = try await client.replace(sample.id, sample.transaction)
    }
    await expectUnimplemented("update") { _ = try await client.update(sample.id, .reorganised) }
    await expectUnimplemented("payments") { _ = try await client.payments(ActivityQuery()) }
    await expectUnimplemented("payment") { _ = try await client.payment(.id(sample.id)) }
    await expectUnimplemented("unresolved") { _ = try await client.unresolved() }
    await expectUnimplemented("reviewable") { _ = try await client.reviewable(1) }
    await expectUnimplemented("equalPayments") {
      _ = try await client.equalPayments(sample.intent, .distantPast)
    }
    await expectUnimplemented("history") { _ = try await client.history(sample.id) }
  }
}
