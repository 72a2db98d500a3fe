import EthereumCrypto
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceTesting
import HomeFeature
import NodeClient
import Testing

@Suite struct LookUpBalanceTests {
  private static let now = Date(timeIntervalSince1970: 1_000_000)
  private static let address = Address(1, 1, 1)
  private static let snapshot = Home.Snapshot(balance: 10, blockNumber: 99, takenAt: now)

  private func makeStore(
    _ text: String = Self.address.checksummed,
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<LookUpBalance> {
    TestStore(initialState: LookUpBalance.State(addressText: text)) {
      LookUpBalance()
    } withDependencies: {
      $0.date = .constant(Self.now)
      $0.node.blockNumber = { 99 }
      $0.node.balance = { address, tag in
        #expect(address == Self.address)
        #expect(tag == .number(99), "block and balance belong together")
        return 10
      }
      prepare(&$0)
    }
  }

  /// Waits until the task is cancelled.
  private static func cancellation() async {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    for await _ in stream {}
    continuation.finish()
  }

  @Test func theNodeIsAskedForWhatTheAddressOwns() async {
    let store = makeStore()
    await store.send(.view(.lookUpButtonTapped)) { $0.phase = .asking(Self.address) }
    await store.receive(\.inner.answered) { $0.phase = .found(Self.address, Self.snapshot) }
    await store.finish()
  }

  @Test func anAddressWithoutItsChecksumIsRefusedBeforeAnybodyIsAsked() async {
    let text = Self.address.checksummed
    let store = makeStore(String(text.dropLast()))
    await store.send(.view(.lookUpButtonTapped)) {
      $0.phase = .failed(.address(.wrongDigitCount(found: 39)))
    }
    await store.send(.view(.addressChanged(text))) {
      $0.addressText = text
      $0.phase = .editing
    }
    await store.finish()
  }

  @Test func aNodeThatDoesNotAnswerIsReported() async {
    let failure = NodeError.unreachable(endpoint: "http://127.0.0.1:9", reason: "nothing is there")
    let store = makeStore { $0.node.blockNumber = { throw failure } }
    await store.send(.view(.lookUpButtonTapped)) { $0.phase = .asking(Self.address) }
    await store.receive(\.inner.failed) { $0.phase = .failed(.node(failure)) }
    await store.finish()
  }

  @Test func anotherAddressEndsTheQuestionForTheOneBefore() async {
    let store = makeStore {
      $0.node.blockNumber = {
        await Self.cancellation()
        throw CancellationError()
      }
    }
    await store.send(.view(.lookUpButtonTapped)) { $0.phase = .asking(Self.address) }
    await store.send(.view(.addressChanged(""))) {
      $0.addressText = ""
      $0.phase = .editing
    }
    await store.finish()
  }
}
