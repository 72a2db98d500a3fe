import BigInt
import DevChain
import DurableFiles
import DurableFilesTesting
import EthereumPrimitives
import EthereumTransactions
import JSONRPC
import Synchronization
import Testing

/// A chain that outlives its process.
struct SavedChainTests {
  /// Returns a chain with payments, tokens, a reorganisation, and a waiting transaction.
  private static func chain() throws -> DevChainState {
    var chain = DevChainState(
      DevChainConfiguration(chainID: 31_337, blockGasLimit: 1_000_000, isAutomining: false))
    var transfer = Transfer()
    transfer.to = DevToken.address
    transfer.value = 0
    transfer.gasLimit = 100_000
    transfer.data = ERC20.transfer.call(Address(0x1111, 0, 0), UInt256(7))
    _ = try chain.submit(raw: Transfer().with { $0.from = 1 }.raw, nowSeconds: 1)
    _ = try chain.submit(raw: transfer.raw, nowSeconds: 1)
    chain.mine(nowSeconds: 5)
    chain.mine(nowSeconds: 9)
    chain.reorganise(depth: 1, transactions: .mine)
    chain.advanceTime(bySeconds: 60)
    _ = try chain.submit(raw: Transfer().with { $0.from = 2 }.raw, nowSeconds: 1)
    return chain
  }

  @Test func aSavedChainIsTheSameChain() throws {
    let chain = try Self.chain()
    let read = try DevChainState(saved: JSONValue(parsing: chain.saved.encoded))
    #expect(read.blocks == chain.blocks)
    #expect(read.ledger == chain.ledger)
    #expect(read.saved == chain.saved)
    #expect(read.mark == chain.mark)
    #expect(read.books == chain.books)
    // Both continue in the same way.
    var (one, other) = (chain, read)
    one.mine(nowSeconds: 100)
    other.mine(nowSeconds: 100)
    #expect(one.head == other.head)
    #expect(one.head.transactions.count == 1)
  }

  /// A chain that was changed by hand, or by a disk, is refused.
  @Test func aBlockThatDoesNotFollowIsRefused() throws {
    let saved = try Self.chain().saved
    var object = try #require(saved.object)
    var blocks = try #require(object["blocks"]?.array)
    var block = try #require(blocks[0].object)
    block["timestamp"] = "0x6"
    blocks[0] = .object(block)
    object["blocks"] = .array(blocks)
    #expect(throws: SavedChainError.damaged(blockNumber: 1)) {
      try DevChainState(saved: .object(object))
    }
    // A balance that was not there does not enter the books either.
    object = try #require(saved.object)
    object["balances"] = [:]
    #expect(throws: SavedChainError.damaged(blockNumber: 1)) {
      try DevChainState(saved: .object(object))
    }
    object = try #require(saved.object)
    object["version"] = 2
    #expect(throws: SavedChainError.unsupportedVersion(2)) {
      try DevChainState(saved: .object(object))
    }
    for name in saved.object?.keys.sorted() ?? [] where !["blocks", "pool"].contains(name) {
      object = try #require(saved.object)
      object[name] = nil
      #expect(throws: SavedChainError.notAChain, "without \(name)") {
        try DevChainState(saved: .object(object))
      }
    }
  }

  /// A chain that could not be loaded again was saved over the one that could.
  @Test func chainsThatCouldNotBeLoadedAgainAreNotSaved() async throws {
    let disk = SimulatedDisk()
    let chain = DevChain()
    let byteCount = await chain.state.saved.encoded.count
    let file = DevChainFile(path: "/home/chain.json", files: disk.files, byteCountMax: byteCount)
    var saver = DevChainSaver(chain: chain, file: file)
    // Both sides of the limit: a saved chain can be loaded.
    try await saver.save()
    let first = try #require(try file.load())
    #expect(first == (await chain.state))
    await chain.mine()
    await #expect(throws: DevChainFile.Failure.tooLarge(byteCountMax: byteCount)) {
      try await saver.save()
    }
    #expect(try file.load() == first)
  }

  /// The chain continues, and reports once that it is not saved.
  @Test func aFailedSaveIsReportedOnceAndTheChainContinues() async throws {
    let chain = DevChain()
    let small = DevChainFile(
      path: "/home/chain.json", files: SimulatedDisk().files, byteCountMax: 10)
    let clock = CountedClock(sleepCountMax: 5)
    var saver = DevChainSaver(chain: chain, file: small)
    var told: [DevChainFile.Failure] = []
    await #expect(throws: CancellationError.self) {
      try await saver.saveRepeatedly(every: .seconds(5), clock: clock) { told.append($0) }
    }
    #expect(told == [.tooLarge(byteCountMax: 10)])
    await chain.mine()
    #expect(await chain.state.head.header.number == 1)
  }

  @Test func theFileIsReplacedOnlyWhenTheChainHasChanged() async throws {
    let disk = SimulatedDisk()
    let file = DevChainFile(path: "/home/chain.json", files: disk.files)
    #expect(try file.load() == nil)
    let chain = DevChain()
    var saver = DevChainSaver(chain: chain, file: file)
    try await saver.save()
    let first = try #require(try file.load())
    #expect(first == (await chain.state))
    let steps = disk.stepCount
    try await saver.save()
    #expect(disk.stepCount == steps, "nothing has changed, so nothing is written")
    await chain.mine()
    try await saver.save()
    #expect(disk.stepCount > steps)
    let second = try #require(try file.load())
    #expect(second.head == (await chain.state.head))
  }
}

/// A clock on which every sleep ends immediately; after so many of them the sleeper is cancelled.
private final class CountedClock: Clock, Sendable {
  private let left: Mutex<Int>

  init(sleepCountMax: Int) { left = Mutex(sleepCountMax) }

  var now: ContinuousClock.Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    let isOver = left.withLock { left in
      left -= 1
      return left < 0
    }
    if isOver { throw CancellationError() }
  }
}
