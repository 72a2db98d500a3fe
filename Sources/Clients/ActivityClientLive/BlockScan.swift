import ActivityClient
import EthereumPrimitives
import Foundation
import NodeClient

/// Scans blocks for payments to the wallet's accounts.
///
/// It continues where it stopped, a limited number of blocks at a time. Its findings are claims of
/// one node, kept beside the journal: no decision about a payment is based on them. Ether passed on
/// by a contract is in no transaction to the account, so it is not found.
struct BlockScan: Sendable {
  /// The number of blocks scanned at a time.
  static let blockCountMax: UInt64 = 50
  /// The number of blocks scanned for a new account.
  static let firstBlockCount: UInt64 = 200
  /// The maximum backlog; beyond it, the scan starts again closer to the newest block.
  static let backlogMax: UInt64 = 2_000

  let node: NodeClient
  let journal: ActivityJournal

  func callAsFunction(_ question: ScanQuestion) async throws -> ScanReport {
    let (chainID, newest) = (question.chainID, question.newest)
    // Larger numbers are not block numbers of any chain, and don't fit into the database.
    guard !question.accounts.isEmpty, newest < UInt64(Int64.max),
      let genesis = try await node.block(at: .number(0))
    else { return ScanReport() }
    var hasChanged = false
    var known = try await journal.scanned(chainID)
    if let before = known.genesis, before != genesis.hash {
      hasChanged = try await journal.forgetBlocks(chainID)
      known = ScannedBlocks()
    }
    switch try await standing(of: known, newest: newest) {
    case .same: break
    case .behind: return report(known, question, hasChanged)
    case .forked(let number):
      hasChanged = try await journal.rollBackBlocks(chainID, to: number) || hasChanged
      known = try await journal.scanned(chainID)
    }
    let batch = ScannedBatch(
      chainID: chainID, accounts: question.accounts,
      genesis: ScannedBlocks.Block(number: 0, hash: genesis.hash))
    hasChanged = try await scan(question, known, batch) || hasChanged
    return report(try await journal.scanned(chainID), question, hasChanged)
  }

  private func report(
    _ known: ScannedBlocks, _ question: ScanQuestion, _ hasChanged: Bool
  ) -> ScanReport {
    ScanReport(blocks: known.range(for: question.accounts), hasChanged: hasChanged)
  }

  // MARK: - Reorganisations

  private enum Standing {
    /// The node's chain contains the newest scanned block.
    case same
    /// The node has not reached the scan's position, so it has nothing new.
    case behind
    /// The node's chain contains this block, and different ones after it.
    case forked(after: UInt64)
  }

  /// Compares the remembered blocks with the node's, in steps that double: going back too far only
  /// causes another scan.
  private func standing(of known: ScannedBlocks, newest: UInt64) async throws -> Standing {
    guard let top = known.blocks.first, let lowest = known.blocks.last else { return .same }
    let reachable = known.blocks.filter { $0.number <= newest }
    var (place, step) = (0, 1)
    while place < reachable.count {
      let block = reachable[place]
      guard let answer = try await node.block(at: .number(block.number)) else { return .behind }
      if answer.hash == block.hash {
        if place > 0 { return .forked(after: block.number) }
        return block.number < top.number ? .behind : .same
      }
      (place, step) = (place + step, step * 2)
    }
    return reachable.isEmpty ? .behind : .forked(after: lowest.number - 1)
  }

  // MARK: - Scanning

  private func first(_ question: ScanQuestion, _ known: ScannedBlocks) -> UInt64 {
    let newest = question.newest
    let start = newest >= Self.firstBlockCount ? newest - Self.firstBlockCount + 1 : 1
    let next = question.accounts.map { known.accounts[$0].map { $0.upperBound + 1 } ?? start }
    let first = next.min() ?? start
    return newest >= first && newest - first >= Self.backlogMax
      ? newest - Self.backlogMax + 1 : first
  }

  /// Scans the next blocks, and writes what they contain; returns true if they contain anything.
  private func scan(
    _ question: ScanQuestion, _ known: ScannedBlocks, _ empty: ScannedBatch
  ) async throws -> Bool {
    let first = first(question, known)
    guard first <= question.newest else { return false }
    var parent = known.hash(of: first - 1)
    var batch = empty
    var hasChanged = false
    for number in first...min(question.newest, first + Self.blockCountMax - 1) {
      let block: BlockTransfers
      do {
        guard let answer = try await node.blockTransfers(number) else { break }
        block = answer
      } catch NodeError.answerTooLarge {
        // The answer will not get smaller: the report says from which block on nothing is missing.
        hasChanged = try await write(&batch, empty) || hasChanged
        parent = nil
        continue
      }
      guard block.number == number, parent == nil || block.parentHash == parent,
        let received = try await received(question, block)
      else { break }
      parent = block.hash
      batch.blocks.append(ScannedBlocks.Block(number: number, hash: block.hash))
      batch.received += received
      if batch.blocks.count == ScannedBatch.blockCountMax {
        hasChanged = try await write(&batch, empty) || hasChanged
      }
    }
    return try await write(&batch, empty) || hasChanged
  }

  private func write(_ batch: inout ScannedBatch, _ empty: ScannedBatch) async throws -> Bool {
    let full = batch
    batch = empty
    try await journal.addBlocks(full)
    return !full.received.isEmpty
  }

  /// Returns a block's payments to the accounts; nil if the node's answers are inconsistent, for
  /// example while its chain is being reorganised.
  private func received(
    _ question: ScanQuestion, _ block: BlockTransfers
  ) async throws -> [ReceivedPayment]? {
    var received: [ReceivedPayment] = []
    for transfer in block.transfers {
      guard let to = transfer.to, question.accounts.contains(to), to != transfer.from,
        transfer.value != .zero
      else { continue }
      guard let receipt = try await node.receipt(transfer.hash), receipt.blockHash == block.hash
      else { return nil }
      guard receipt.outcome == .succeeded else { continue }
      received.append(
        ReceivedPayment(
          chainID: question.chainID, from: transfer.from, to: to, value: transfer.value,
          transactionHash: transfer.hash, blockNumber: block.number, blockHash: block.hash,
          date: Date(timeIntervalSince1970: Double(block.timestampSeconds))))
    }
    return received
  }
}
