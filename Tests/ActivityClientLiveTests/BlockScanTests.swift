import ActivityClient
import BigInt
import DevChain
import EthereumPrimitives
import EthereumTransactions
import Foundation
import NodeClient
import NodeClientLive
import Synchronization
import Testing

@testable import ActivityClientLive

/// The deposits to the wallet's accounts, found in blocks.
@Suite struct BlockScanTests {
  private typealias Transfer = BlockTransfers.Transfer

  private let bench = ActivityBench()
  private let chain = ScannedChain()
  private static let sender = Address(9, 9, 9)

  private func history(_ chain: ScannedChain? = nil) -> HistoryClient {
    .live(
      ActivityJournal(bench.database) { [bench] in bench.date }, node: (chain ?? self.chain).node)
  }

  private func scan(
    _ accounts: [Address] = [.alice], on chain: ScannedChain? = nil
  ) async throws -> ScanReport {
    let chain = chain ?? self.chain
    return try await history(chain).scan(
      ScanQuestion(chainID: 1, accounts: accounts, newest: chain.newest))
  }

  private func got(_ account: Address = .alice) async throws -> [UInt64] {
    try await history().page(HistoryQuery(account: account, chainID: 1, limit: 1_000)).map {
      guard case .received(let received) = $0 else { return 0 }
      return received.blockNumber
    }
  }

  private static func transfer(
    _ id: UInt64, to: Address? = .alice, from: Address = sender, value: Wei = 5
  ) -> Transfer {
    Transfer(hash: Hash32(7, 0, 0, id), from: from, to: to, value: value)
  }

  // MARK: - Finding

  @Test func receivedPaymentsAreFoundWithTheirDates() async throws {
    chain.mine(3)
    chain.mine(
      2, [Self.transfer(1), Self.transfer(2, to: .bob), Self.transfer(3, to: nil)])
    #expect(try await scan() == ScanReport(blocks: 1...5, hasChanged: true))
    let expected = ReceivedPayment(
      chainID: 1, from: Self.sender, to: .alice, value: 5, transactionHash: Hash32(7, 0, 0, 1),
      blockNumber: 4, blockHash: Hash32(1, 0, 0, 4), date: Date(timeIntervalSince1970: 1_048))
    let lines = try await history().page(HistoryQuery(account: .alice, chainID: 1))
    #expect(lines == [.received(expected)])
    #expect(expected.depth(below: 5) == 2)
    #expect(expected.depth(below: 4) == 1)
    #expect(expected.depth(below: 3) == 0)
    #expect(try await got(.bob) == [], "bob is none of ours")
    #expect(chain.asked() == [1, 2, 3, 4, 5])
    #expect(try await scan() == ScanReport(blocks: 1...5))
    #expect(chain.asked() == [], "what was looked through is not looked through again")
  }

  /// Three cases: ether that did not arrive, ether sent to oneself, and payments of nothing.
  ///
  /// With the last ones attackers put an address that looks like a known one into the list.
  @Test func transfersOfNothingAreNotListed() async throws {
    chain.contents.withLock { $0.undone = [Hash32(7, 0, 0, 1)] }
    chain.mine(
      1,
      [
        Self.transfer(1), Self.transfer(2, from: .alice), Self.transfer(3, value: 0),
        Self.transfer(4, from: .bob),
      ])
    #expect(try await scan([.alice, .bob]).hasChanged)
    let lines = try await history().page(HistoryQuery(account: .alice, chainID: 1))
    #expect(lines.map(\.id) == [.received(Hash32(7, 0, 0, 4))], "from one's other account")
  }

  @Test func aBlockOfTheFutureIsAsOldAsItsSight() async throws {
    chain.mine(1, [Self.transfer(1)])
    chain.contents.withLock { $0.blocks[1].timestampSeconds = .max }
    _ = try await scan()
    let lines = try await history().page(HistoryQuery(account: .alice, chainID: 1))
    #expect(lines.map(\.date) == [bench.date])
  }

  // MARK: - Bounds

  @Test func fiftyBlocksAreLookedThroughAtATime() async throws {
    chain.mine(51)
    #expect(try await scan().blocks == 1...50)
    #expect(chain.asked().count == 50)
    #expect(try await scan().blocks == 1...51)
    #expect(chain.asked() == [51])
  }

  @Test(arguments: [(199, UInt64(1)), (200, 1), (201, 2), (1_000, 801)])
  func aNewAccountIsLookedForIn200Blocks(count: Int, first: UInt64) async throws {
    chain.mine(count)
    #expect(try await scan().blocks?.lowerBound == first)
    #expect(chain.asked().first == first)
  }

  @Test(arguments: [(2_000, UInt64(51)), (2_001, 52)])
  func aScanThatIsFarBehindStartsOverAndSaysFromWhere(count: Int, first: UInt64) async throws {
    chain.mine(50)
    #expect(try await scan().blocks == 1...50)
    chain.mine(count)
    let report = try await scan()
    #expect(report.blocks == (first == 51 ? 1 : first)...(first + 49))
  }

  @Test func anAccountThatIsAddedIsLookedForInTheSameBlocks() async throws {
    chain.mine(1, [Self.transfer(1), Self.transfer(2, to: .bob)])
    chain.mine(59)
    _ = try await scan()
    #expect(try await scan().blocks == 1...60)
    #expect(try await scan([.alice, .bob]).blocks == 1...50)
    #expect(try await scan([.alice, .bob]).blocks == 1...60)
    #expect(try await got() == [1], "and nothing is there twice")
    #expect(try await got(.bob) == [1])
  }

  @Test func aBlockThatIsTooLargeIsPassedOverAndTheReportSaysSo() async throws {
    chain.mine(1, [Self.transfer(1)])
    chain.mine(1, [Self.transfer(2)])
    chain.mine(1, [Self.transfer(3)])
    chain.contents.withLock { $0.large = [2] }
    #expect(try await scan().blocks == 3...3)
    #expect(try await got() == [3, 1])
  }

  @Test(arguments: [UInt64(Int64.max), .max])
  func aNumberThatNoBlockHasIsNotLookedFor(newest: UInt64) async throws {
    let report = try await history().scan(
      ScanQuestion(chainID: 1, accounts: [.alice], newest: newest))
    #expect(report == ScanReport())
    #expect(chain.asked() == [])
  }

  @Test func anErrorKeepsWhatWasFoundBefore() async throws {
    chain.mine(15, [Self.transfer(1)])
    var node = chain.node
    node.blockTransfers = { [chain] number in
      guard number < 12 else { throw NodeError.cancelled }
      return try await chain.node.blockTransfers(number)
    }
    let journal = ActivityJournal(bench.database)
    let question = ScanQuestion(chainID: 1, accounts: [.alice], newest: 15)
    await #expect(throws: NodeError.cancelled) {
      try await HistoryClient.live(journal, node: node).scan(question)
    }
    #expect(try await got() == [1])
    #expect(chain.asked().count == 11)
    #expect(try await scan().blocks == 1...15)
    #expect(chain.asked() == [11, 12, 13, 14, 15], "ten blocks were written")
  }

  // MARK: - Reorganisations

  @Test(arguments: [1, 2, 3, 7, 30])
  func aReorganisationTakesItsLinesAway(depth: Int) async throws {
    for id in 1...40 { chain.mine(1, [Self.transfer(UInt64(id))]) }
    _ = try await scan()
    #expect(try await got().count == 40)
    chain.fork(depth: depth)
    chain.mine(depth + 1)
    let report = try await scan()
    #expect(report == ScanReport(blocks: 1...41, hasChanged: true))
    #expect(try await got().sorted() == Array(1...UInt64(40 - depth)))
  }

  @Test func aTransactionThatComesAgainIsOneLine() async throws {
    chain.mine(1, [Self.transfer(1)])
    _ = try await scan()
    chain.fork(depth: 1)
    chain.mine(1)
    chain.mine(1, [Self.transfer(1)])
    #expect(try await scan().hasChanged)
    #expect(try await got() == [2])
  }

  @Test func aReorganisationDeeperThanWhatIsRememberedTakesAllOfThat() async throws {
    for id in 1...150 { chain.mine(1, [Self.transfer(UInt64(id))]) }
    for _ in 0..<3 { _ = try await scan() }
    chain.fork(depth: 140)
    chain.mine(141)
    for _ in 0..<4 { _ = try await scan() }
    // 128 blocks are remembered: 23 to 150. Lines of older ones stay; nothing confirms them.
    #expect(try await got().max() == 22)
    #expect(try await scan().blocks == 1...151)
  }

  @Test func aRestartedChainBeginsAgain() async throws {
    chain.mine(3, [Self.transfer(1)])
    _ = try await scan()
    let other = ScannedChain(genesis: 1)
    other.mine(1, [Self.transfer(2)])
    #expect(try await scan(on: other) == ScanReport(blocks: 1...1, hasChanged: true))
    let lines = try await history(other).page(HistoryQuery(account: .alice, chainID: 1))
    #expect(lines.map(\.id) == [.received(Hash32(7, 0, 0, 2))])
  }

  /// Behind a load balancer the next node may not have advanced as far.
  @Test func aNodeThatLagsTakesNothingAway() async throws {
    chain.mine(1, [Self.transfer(1)])
    chain.mine(9, [Self.transfer(2)])
    _ = try await scan()
    let behind = HistoryClient.live(ActivityJournal(bench.database), node: chain.node)
    for newest in [UInt64(0), 1, 5] {
      let report = try await behind.scan(
        ScanQuestion(chainID: 1, accounts: [.alice], newest: newest))
      #expect(report == ScanReport(blocks: 1...10))
    }
    chain.contents.withLock { $0.missingFrom = 5 }
    #expect(try await scan() == ScanReport(blocks: 1...10), "it names a block and doesn't have it")
    #expect(try await got() == [2, 1])
  }

  @Test func blocksThatDoNotFollowOneAnotherAreNotTaken() async throws {
    chain.mine(3)
    chain.contents.withLock { $0.blocks[3].parentHash = Hash32(6, 6, 6, 6) }
    #expect(try await scan().blocks == 1...2)
    chain.contents.withLock { $0.blocks[1].number = 7 }
    #expect(try await scan([.bob]).blocks == nil)
  }

  @Test func aReceiptOfAnotherBlockStopsTheScanBeforeIt() async throws {
    chain.mine(2)
    chain.mine(1, [Self.transfer(1)])
    var node = chain.node
    let receipt = try #require(try await node.receipt(Hash32(7, 0, 0, 1)))
    node.receipt = { _ in
      var other = receipt
      other.blockHash = Hash32(6, 6, 6, 6)
      return other
    }
    let history = HistoryClient.live(ActivityJournal(bench.database), node: node)
    let report = try await history.scan(
      ScanQuestion(chainID: 1, accounts: [.alice], newest: chain.newest))
    #expect(report == ScanReport(blocks: 1...2))
  }

  // MARK: - A Lie, and a Chain

  /// The worst that a node can do: a false line. Payments, and their reserved funds, stay.
  @Test func aLyingNodeShowsAtMostAFalseLine() async throws {
    let client = bench.makeClient()
    let payment = try await client.record(Sample(chainID: 1))
    chain.mine(
      1,
      [
        Transfer(hash: Sample(chainID: 1).hash, from: .alice, to: .bob, value: 5),
        Transfer(hash: Hash32(6, 6, 6, 6), from: .bob, to: .alice, value: Wei(.max)),
      ])
    _ = try await scan([.alice, .bob])
    #expect(try await client.payment(.id(payment.id)) == payment)
    #expect(try await client.unresolved() == [payment])
    let from = try await client.nextNonce(0, chainID: 1)
    #expect(from == 1)
    let lines = try await history().page(HistoryQuery(account: .alice, chainID: 1))
    #expect(lines.map(\.id) == [.payment(payment.id), .received(Hash32(6, 6, 6, 6))])
  }

  @Test func aPaymentOnADevChainIsFound() async throws {
    let chainID = DevChainConfiguration.defaultChainID
    let dev = DevChain(
      DevChainConfiguration(genesisBalances: [.alice: 1_000_000_000_000_000_000]))
    let node = NodeClient.jsonRPC(over: dev.transport)
    let sample = Sample(
      DynamicFeeTransaction(
        chainID: chainID, nonce: 0, maxPriorityFeePerGas: 1_000_000_000,
        maxFeePerGas: 30_000_000_000, gasLimit: 21_000, to: Address(4, 4, 4), value: 12))
    _ = try await node.sendRawTransaction(sample.transaction.rawTransaction)
    let newest = try await node.blockNumber()
    let history = HistoryClient.live(ActivityJournal(bench.database), node: node)
    let report = try await history.scan(
      ScanQuestion(chainID: chainID, accounts: [Address(4, 4, 4)], newest: newest))
    #expect(report == ScanReport(blocks: 1...newest, hasChanged: true))
    let lines = try await history.page(HistoryQuery(account: Address(4, 4, 4), chainID: chainID))
    #expect(lines.map(\.counterparty) == [.alice])
    #expect(lines.map(\.id) == [.received(sample.hash)])
  }
}
