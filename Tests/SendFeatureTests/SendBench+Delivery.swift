import DevChain
import EthereumPrimitives
import NodeClient
import NodeClientLive
import Testing

@testable import SendFeature

// MARK: - Following a Payment

extension SendBench {
  /// A policy by which a payment counts after three blocks.
  static let deliveryPolicy = FinalityPolicy(depth: 3, pollInterval: .seconds(1))

  /// Returns the node as the program has it, without a second try.
  func live() -> NodeClient {
    .jsonRPC(
      over: node.chain.transport,
      configuration: NodeClientConfiguration(retry: .never, clock: clock, jitter: { 0 }))
  }

  /// The same on a chain whose node is the payer's own.
  static let ownPolicy = FinalityPolicy(
    depth: 3, pollInterval: .seconds(1), believesFailureOfCode: true)

  /// Returns a delivery that follows a payment, by default on the unmodified node.
  func delivery(
    _ node: NodeClient? = nil, verifier: NodeClient? = nil,
    policy: FinalityPolicy = SendBench.deliveryPolicy
  ) -> PaymentDelivery {
    PaymentDelivery(
      node: node ?? live(), verifier: verifier, activity: makeActivity(), clock: clock,
      policy: policy)
  }

  /// Returns what the payment waits for after everything that can be done immediately; nil with its
  /// end.
  func progress(_ delivery: PaymentDelivery? = nil) async throws -> PaymentProgress? {
    let end = try await (delivery ?? self.delivery()).deliver(
      try await thePayment(), deadline: .zero
    ) { _ in }
    guard case .stillOpen(let news) = end else { return nil }
    return news.progress
  }
}
