import ActivityClient
import DevChain
import EthereumCrypto
import EthereumPrimitives
import Foundation
import NodeClient
import NodeClientLive
import SendFeature
import Synchronization
import Testing
import VaultClientLive
import WalletCLI

/// Money, invariant 5, for a command that is stopped while it is unknown whether there is a
/// payment.
///
/// Exit code 75 would mean that there is none.
@Suite struct InterruptedPaymentTests {
  private static let recipient = DevChainAccounts.addresses[1].checksummed

  /// The moment at which a command receives a stop signal.
  enum Moment: CaseIterable, Sendable {
    /// Before it signs, when it asks for the nonce again.
    case beforeSigning
    /// While it records, and the journal writes.
    case recorded
    /// While it records, and the journal does not write.
    case notRecorded
    /// While it records, when the content of the journal can't be known.
    case unreadable
  }

  private func session(
    _ home: TemporaryHome, _ chain: DevChain, _ terminal: FakeTerminal,
    journal: @Sendable (ActivityClient) -> ActivityClient = { $0 }
  ) -> WalletSession {
    WalletSession(
      home: home.path + "/.headrace", deviceKeyPath: nil, chainID: 31_337,
      node: .jsonRPC(over: chain.transport), scrypt: .testing, terminal: terminal.terminal,
      journal: journal)
  }

  /// Returns the journal of a command that is stopped at a moment.
  private func journal(
    _ live: ActivityClient, stoppedAt moment: Moment, _ reached: AsyncStream<Void>.Continuation
  ) -> ActivityClient {
    @Sendable func waitUntilStopped() async {
      reached.finish()
      for await _ in AsyncStream<Void>.makeStream().stream {}
    }
    var journal = live
    let count = Counter()
    journal.nextNonce = { question throws(NonceRefusal) in
      // The first time is the quote's.
      if moment == .beforeSigning, count.next() == 2 { await waitUntilStopped() }
      return try await live.nextNonce(question)
    }
    guard moment != .beforeSigning else { return journal }
    journal.record = { intent, transaction throws(RecordRefusal) in
      await waitUntilStopped()
      guard moment != .notRecorded else { throw .storage(.busy) }
      return try await live.record(intent, transaction)
    }
    guard moment == .unreadable else { return journal }
    journal.equalPayments = { _, _ throws(JournalFailure) in throw .busy }
    return journal
  }

  private func pay(
    _ home: TemporaryHome, _ chain: DevChain, stoppedAt moment: Moment, key: PaymentKey? = nil
  ) async -> (failure: CommandFailure?, results: [String]) {
    let terminal = FakeTerminal { _, _ in nil }
    let (reached, bell) = AsyncStream<Void>.makeStream()
    let session = session(home, chain, terminal) { journal($0, stoppedAt: moment, bell) }
    var request = PaymentRequest(
      recipientText: Self.recipient, amountText: "0.5", speed: .normal)
    request.key = key
    let paying = Task { [request] () -> CommandFailure? in
      do throws(CommandFailure) {
        _ = try await session.pay(request) { _, _ in true }
        return nil
      } catch {
        return error
      }
    }
    for await _ in reached {}
    paying.cancel()
    return (await paying.value, terminal.results)
  }

  @Test(arguments: Moment.allCases)
  func theCodeSaysWhetherThereIsAPayment(_ moment: Moment) async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain()
    let (failure, results) = await pay(home, chain, stoppedAt: moment)
    let listed = try await session(home, chain, FakeTerminal { _, _ in nil }).listPayments()
    switch moment {
    case .beforeSigning, .notRecorded:
      #expect(
        failure
          == CommandFailure(
            said: "interrupted before it finished: nothing was written or sent", .tryAgain))
      #expect(results == [])
      #expect(listed.payments == [])
    case .recorded:
      let payment = try #require(listed.payments.first)
      #expect(
        failure
          == CommandFailure(
            said: "the payment \(payment.hash.hex) is recorded and may still pay; its outcome is"
              + " not known: interrupted. Check with 'wallet wait \(payment.hash.hex)', and don't"
              + " send it again",
            .unknownEnd, payment: payment.hash))
      #expect(results == [payment.hash.hex])
    case .unreadable:
      #expect(
        failure
          == CommandFailure(
            said:
              "interrupted, and the payment may be recorded: another wallet is writing at this moment;"
              + " try again when it is done. See 'wallet activity', and don't send it again before"
              + " that", .unknownEnd))
      #expect(results == [])
      #expect(listed.payments.count == 1)
    }
    #expect(await chain.state.blocks.allSatisfy(\.transactions.isEmpty), "nothing was sent")
  }
}

/// Counts from 1.
private final class Counter: Sendable {
  private let value = Mutex(0)

  func next() -> Int {
    value.withLock {
      $0 += 1
      return $0
    }
  }
}
