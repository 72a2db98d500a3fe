import EthereumPrimitives
import NodeClient
import Synchronization

/// A chain that a test mines, reorganises and falsifies, and a node that follows it.
final class ScannedChain: Sendable {
  struct Contents {
    var blocks: [BlockTransfers] = []
    var undone: Set<Hash32> = []
    /// A number added to the hashes of new blocks, so that a fork has others.
    var fork: UInt64 = 0
    var asked: [UInt64] = []
    /// Blocks whose answer is too large.
    var large: Set<UInt64> = []
    /// The node answers null for blocks from here on.
    var missingFrom: UInt64 = .max
  }

  let contents = Mutex(Contents())

  init(genesis: UInt64 = 0) {
    contents.withLock { contents in
      contents.blocks = [
        BlockTransfers(
          number: 0, hash: Hash32(1, 0, genesis, 0), parentHash: .zero, timestampSeconds: 1_000,
          transfers: [])
      ]
    }
  }

  var newest: UInt64 { contents.withLock { UInt64($0.blocks.count - 1) } }

  /// Adds blocks, the first of which has transfers.
  func mine(_ count: Int = 1, _ transfers: [BlockTransfers.Transfer] = []) {
    contents.withLock { contents in
      for index in 0..<count {
        let number = UInt64(contents.blocks.count)
        contents.blocks.append(
          BlockTransfers(
            number: number, hash: Hash32(1, contents.fork, 0, number),
            parentHash: contents.blocks[contents.blocks.count - 1].hash,
            timestampSeconds: 1_000 + number * 12, transfers: index == 0 ? transfers : []))
      }
    }
  }

  /// Removes the newest blocks; those mined from now on have other hashes.
  func fork(depth: Int) {
    contents.withLock { contents in
      contents.blocks.removeLast(depth)
      contents.fork += 1
    }
  }

  /// Returns the blocks that were requested since the last call.
  func asked() -> [UInt64] {
    contents.withLock { contents in
      defer { contents.asked = [] }
      return contents.asked
    }
  }

  private func block(_ number: UInt64) -> BlockTransfers? {
    contents.withLock { contents in
      guard number < contents.missingFrom, number < contents.blocks.count else { return nil }
      return contents.blocks[Int(number)]
    }
  }

  var node: NodeClient {
    var node = NodeClient()
    node.block = { tag in
      guard case .number(let number) = tag else { return nil }
      return self.block(number).map { block in
        NodeBlock(
          number: number, hash: block.hash, parentHash: block.parentHash,
          timestampSeconds: block.timestampSeconds, baseFeePerGas: 1, gasLimit: 1, gasUsed: 1,
          feeRecipient: .zero, transactionHashes: block.transfers.map(\.hash))
      }
    }
    node.blockTransfers = { number in
      let isLarge = self.contents.withLock { contents in
        contents.asked.append(number)
        return contents.large.contains(number)
      }
      if isLarge { throw NodeError.answerTooLarge(method: "eth_getBlockByNumber", bytesMax: 1) }
      return self.block(number)
    }
    node.receipt = { hash in
      self.contents.withLock { contents in
        let block = contents.blocks.first { $0.transfers.contains { $0.hash == hash } }
        return block.map { block in
          TransactionReceipt(
            transactionHash: hash, transactionIndex: 0, blockHash: block.hash,
            blockNumber: block.number, from: .zero, to: nil, gasUsed: 21_000,
            effectiveGasPrice: 1, outcome: contents.undone.contains(hash) ? .failed : .succeeded)
        }
      }
    }
    return node
  }
}
