import ActivityClient
import DevChain
import EthereumPrimitives
import NodeClient
import TestEffort
import Testing

@testable import SendFeature

/// MetaMask extension #9934: a payment behind a gap of nonces is called failed.
///
/// The node answers "already known" whenever its bytes are sent again.
@Suite struct MetaMask9934Tests {
  private let bench = SendBench()

  private static let wordings = [
    "already known", "known transaction: 0x0123", "ALREADY_EXISTS: already known",
    "transaction with the same hash was already imported",
  ]

  /// A node that does not show the payments behind a gap in its pool.
  private var hidingNode: NodeClient {
    var node = bench.node.client()
    node.transaction = { _ in nil }
    return node
  }

  @Test(arguments: Effort.cases(wordings))
  func aPaymentBehindAGapNeverFails(words: String) async throws {
    let payment = try await bench.recorded(nonce: 5)
    for _ in 1...200 { bench.node.answer(.refused(words)) }
    let delivery = bench.delivery(hidingNode)
    for _ in 1...100 {
      let known = try await bench.thePayment()
      let end = try await delivery.deliver(known, deadline: .zero) { _ in }
      guard case .stillOpen(let news) = end else {
        Issue.record("the payment ended: \(end)")
        return
      }
      #expect(news.progress == .waitingForBlock)
      #expect(news.payment.state == .broadcast && news.payment.lastRefusal == nil)
    }
    #expect(bench.node.sent.count == 100)
    #expect(bench.node.sent.allSatisfy { $0 == payment.current.rawTransaction })
  }

  /// If the node shows its pool, the progress says what the payment waits for.
  @Test func aPaymentBehindAGapThatIsShownSaysWhatItWaitsFor() async throws {
    _ = try await bench.recorded(nonce: 5)
    bench.node.answer(.takenAndRefused("already known"))
    let progress = try await bench.progress(bench.delivery(bench.node.client()))
    #expect(progress == .waitingForEarlier(accountNonce: 0))
    #expect(try await bench.thePayment().state == .broadcast)
  }
}
