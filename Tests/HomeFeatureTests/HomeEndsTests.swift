import ActivityClient
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceTesting
import HomeFeature
import NodeClient
import Synchronization
import Testing
import VaultClient

/// Money, invariant 9: Home does not report a payment as paid if the node's chain lacks its block.
@Suite("Home: final ends")
struct HomeEndsTests {
  private static let account = VaultAccount(
    id: AccountID(rawValue: 0), address: Address(1, 1, 1), name: "Savings",
    path: "m/44'/60'/0'/0/0")

  private static func payment(_ block: UInt64, isFinal: Bool = true) -> Payment {
    let hash = Hash32(0, 0, 0, block)
    return Payment(
      intent: PaymentIntent(chainID: 1, from: account.address, to: Address(2, 2, 2), value: 5),
      transactions: [
        PaymentTransaction(
          nonce: block, gasLimit: 21_000, maxFeePerGas: 2, maxPriorityFeePerGas: 1,
          hash: hash, rawTransaction: [])
      ],
      recordedAt: Date(timeIntervalSince1970: 0),
      state: .confirmed(
        PaymentInclusion(
          transactionHash: hash, blockNumber: block, blockHash: blockHash(block),
          gasUsed: 21_000, effectiveGasPrice: 1)),
      isFinal: isFinal)
  }

  private static func blockHash(_ number: UInt64) -> Hash32 { Hash32(1, 0, 0, number) }

  /// A node whose chain has the blocks that were recorded up to a number, and other ones after it.
  private final class Node: Sendable {
    let last = Mutex<UInt64>(0)
    let asked = Mutex<[BlockTag]>([])

    func block(_ tag: BlockTag) -> NodeBlock? {
      asked.withLock { $0.append(tag) }
      guard case .number(let number) = tag else { return nil }
      let isKnown = last.withLock { number <= $0 }
      return NodeBlock(
        number: number, hash: isKnown ? HomeEndsTests.blockHash(number) : Hash32(2, 0, 0, number),
        parentHash: .zero, timestampSeconds: 0, baseFeePerGas: 1, gasLimit: 1, gasUsed: 0,
        feeRecipient: .zero, transactionHashes: [])
    }
  }

  private func makeStore(
    _ node: Node, chainID: ChainID = 1, _ payments: @escaping @Sendable () -> [Payment]
  ) -> TestStoreOf<Home> {
    TestStore(
      initialState: Home.State(account: Self.account, accounts: [Self.account], chainID: 1)
    ) {
      Home()
    } withDependencies: {
      $0.node.chainID = { chainID }
      $0.node.block = { node.block($0) }
      $0.history.page = { _ throws(JournalFailure) in payments().map { .payment($0) } }
    }
  }

  /// Reads the lines of a search, and then all of them, which are checked.
  nonisolated(nonsending)
    private func read(
      _ store: TestStoreOf<Home>, _ change: ((inout Home.State) -> Void)? = nil
    ) async
  {
    await store.send(.view(.searchChanged("a"))) { $0.searchText = "a" }
    await store.receive(\.inner.activityResponse, assert: change)
    await store.send(.view(.searchChanged(""))) { $0.searchText = "" }
    await store.receive(\.inner.activityResponse)
  }

  private func lines(_ blocks: UInt64...) -> [ActivityLine] {
    blocks.map { .payment(Self.payment($0)) }
  }

  /// After a deep reorganisation Home still reported "confirmed in block 30".
  @Test func anEndWhoseBlockIsGoneIsInDoubtUntilItIsBack() async {
    let node = Node()
    let store = makeStore(node) { [30, 20, 10].map { Self.payment($0) } }
    node.last.withLock { $0 = 15 }
    await read(store) { $0.lines = lines(30, 20, 10) }
    let lost = Set([30, 20].map { Self.payment($0).id })
    await store.receive(\.inner.endsResponse, lost) { $0.endsInDoubt = lost }
    let asked: [BlockTag] = [.number(30), .number(20), .number(10)]
    #expect(node.asked.withLock { $0 } == asked, "a search asks the node nothing")
    node.last.withLock { $0 = 30 }
    await read(store)
    await store.receive(\.inner.endsResponse, []) { $0.endsInDoubt = [] }
    #expect(node.asked.withLock { $0 }.count == 4, "one block stands for all before it")
    await store.finish()
  }

  /// A search without the payment forgot its doubt.
  @Test func aSearchKeepsTheDoubts() async {
    let isShown = Mutex(true)
    let store = makeStore(Node()) { isShown.withLock { $0 } ? [Self.payment(10)] : [] }
    await read(store) { $0.lines = lines(10) }
    let lost: Set = [Self.payment(10).id]
    await store.receive(\.inner.endsResponse, lost) { $0.endsInDoubt = lost }
    isShown.withLock { $0 = false }
    await store.send(.view(.searchChanged("b"))) { $0.searchText = "b" }
    await store.receive(\.inner.activityResponse) { $0.lines = [] }
    await store.finish()
  }

  /// 'wallet repair' opened it again in another window, and the node has stopped since.
  @Test func aRepairedPaymentIsNoLongerInDoubt() async {
    let isRepaired = Mutex(false)
    let store = makeStore(Node()) {
      [Self.payment(10, isFinal: isRepaired.withLock { !$0 })]
    }
    await read(store) { $0.lines = lines(10) }
    let lost: Set = [Self.payment(10).id]
    await store.receive(\.inner.endsResponse, lost) { $0.endsInDoubt = lost }
    isRepaired.withLock { $0 = true }
    store.dependencies.node.block = { _ in throw NodeError.cancelled }
    await read(store) {
      $0.lines = [.payment(Self.payment(10, isFinal: false))]
      $0.endsInDoubt = []
    }
    await store.finish()
  }

  /// The balance reports a node of another chain, and a node that fails.
  @Test func anotherChainAndAFailingNodePutNothingInDoubt() async {
    let store = makeStore(Node(), chainID: 2) { [Self.payment(10)] }
    await read(store) { $0.lines = lines(10) }
    await store.finish()
    store.dependencies.node.block = { _ in throw NodeError.cancelled }
    await read(store)
    await store.finish()
  }

  /// Other features read an end that is not final again.
  @Test func anEndThatIsNotFinalIsNotAskedFor() async {
    let store = makeStore(Node()) { [Self.payment(10, isFinal: false)] }
    store.dependencies.node.block = { _ in
      Issue.record("the node was asked")
      return nil
    }
    await read(store) { $0.lines = [.payment(Self.payment(10, isFinal: false))] }
    await store.finish()
  }
}
