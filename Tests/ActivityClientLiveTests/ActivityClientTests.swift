import ActivityClient
import EndpointTesting
import EthereumPrimitives
import Foundation
import Testing

/// A test that does not define the journal's answer gets a failure that names the question.
@Suite struct ActivityClientTests {
  private let client = ActivityClient.testValue

  @Test func everyQuestionFailsByName() async {
    let sample = Sample()
    await expectUnimplemented("ActivityClient.nextNonce") { _ = try await client.nextNonce(0) }
    await expectUnimplemented("ActivityClient.record") { _ = try await client.record(sample) }
    await expectUnimplemented("ActivityClient.replace") {
      _ = try await client.replace(sample.id, sample.transaction)
    }
    await expectUnimplemented("ActivityClient.update") {
      _ = try await client.update(sample.id, .reorganised())
    }
    await expectUnimplemented("ActivityClient.payments") {
      _ = try await client.payments(ActivityQuery())
    }
    await expectUnimplemented("ActivityClient.payment") {
      _ = try await client.payment(.id(sample.id))
    }
    await expectUnimplemented("ActivityClient.unresolved") { _ = try await client.unresolved() }
    await expectUnimplemented("ActivityClient.reviewable") { _ = try await client.reviewable(1) }
    await expectUnimplemented("ActivityClient.equalPayments") {
      _ = try await client.equalPayments(sample.intent, .distantPast)
    }
    await expectUnimplemented("ActivityClient.history") { _ = try await client.history(sample.id) }
  }
}
