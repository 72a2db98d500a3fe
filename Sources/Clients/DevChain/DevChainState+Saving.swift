import BigInt
import EthereumPrimitives
package import JSONRPC

/// The reason a saved chain was refused.
package enum SavedChainError: Error, Equatable, Sendable {
  /// It is not a chain that this program wrote.
  case notAChain
  /// It was written by a newer program.
  case unsupportedVersion(UInt64)
  /// A block does not follow from those before it.
  case damaged(blockNumber: UInt64)
}

extension SavedChainError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notAChain: "expected a chain that 'devchain --state' wrote"
    case .unsupportedVersion(let version): "version \(version) is newer than this program"
    case .damaged(let number): "block \(number) does not follow from those before it"
    }
  }
}

extension DevChainState {
  /// A mark that shows whether a chain has changed since it was saved.
  package struct Mark: Equatable, Sendable {
    let head: Hash32
    let waitingHashes: Set<Hash32>
    let isAutomining: Bool
    let timeOffsetSeconds: UInt64
  }

  package var mark: Mark {
    Mark(
      head: head.hash,
      waitingHashes: Set(pool.entries.values.flatMap { $0.values.map(\.transaction.hash) }),
      isAutomining: isAutomining, timeOffsetSeconds: timeOffsetSeconds)
  }

  private static let savedFormat = "headrace-devchain"
  private static let savedVersion: UInt64 = 1

  /// The saved form of the chain: its rules, and the transactions of its blocks, which determine
  /// everything else.
  ///
  /// It does not include snapshots, filters and pending faults.
  package var saved: JSONValue {
    let rules = configuration
    let waiting = pool.entries.values.flatMap(\.values).sorted { $0.arrival < $1.arrival }
    return [
      "format": .string(Self.savedFormat), "version": .number(JSONNumber(Self.savedVersion)),
      "chainId": .quantity(rules.chainID.rawValue),
      "balances": .object(
        JSONObject(
          uniqueKeysWithValues: rules.genesisBalances.map { ($0.key.hex, .quantity($0.value)) })),
      "blockGasLimit": .quantity(rules.blockGasLimit), "coinbase": .address(rules.coinbase),
      "baseFeePerGas": .quantity(rules.genesisBaseFeePerGas),
      "timestamp": .quantity(rules.genesisTimestampSeconds),
      "finalityLag": .quantity(rules.finalityLagBlocks), "hasToken": .bool(rules.hasToken),
      "isAutomining": .bool(isAutomining), "timeOffset": .quantity(timeOffsetSeconds),
      "blocks": .array(
        blocks.dropFirst().map { block in
          [
            "hash": .hash(block.hash), "timestamp": .quantity(block.header.timestampSeconds),
            "transactions": .array(block.transactions.map { .data($0.raw) }),
          ]
        }),
      "pool": .array(waiting.map { .data($0.transaction.raw) }),
    ]
  }

  /// Executes a saved chain again; each block must have the same hash as before.
  ///
  /// - Complexity: O(*n*) in the number of transactions; each sender is recovered.
  package init(saved json: JSONValue) throws(SavedChainError) {
    let reader = SavedChainReader(json: json)
    guard json["format"]?.string == Self.savedFormat,
      let version = json["version"]?.number?.uint64
    else { throw .notAChain }
    guard version == Self.savedVersion else { throw .unsupportedVersion(version) }
    self.init(try reader.configuration())
    for saved in json["blocks"]?.array ?? [] { try replay(SavedChainReader(json: saved)) }
    for saved in json["pool"]?.array ?? [] {
      pool.insert(try reader.transaction(saved, configuration.chainID, block: head.header.number))
    }
    guard pool.count <= TransactionPool.countMax else { throw .notAChain }
    isAutomining = try reader.bool("isAutomining")
    timeOffsetSeconds = try reader.uint64("timeOffset")
  }

  private mutating func replay(_ saved: SavedChainReader) throws(SavedChainError) {
    let number = head.header.number + 1
    var block = BlockInProgress(number: number, baseFee: nextBaseFeePerGas)
    guard let transactions = saved.json["transactions"]?.array else { throw .notAChain }
    for raw in transactions {
      let transaction = try saved.transaction(raw, configuration.chainID, block: number)
      guard transaction.nonce == ledger[transaction.sender].nonce,
        transaction.maxFeePerGas >= block.baseFee,
        transaction.gasLimit >= transaction.gasUsed, canInclude(transaction, in: block)
      else { throw .damaged(blockNumber: number) }
      include(transaction, in: &block)
    }
    seal(block, timestampSeconds: try saved.uint64("timestamp"))
    guard saved.json["hash"]?.string == head.hash.hex else { throw .damaged(blockNumber: number) }
  }
}

/// Reads the members of a saved chain.
private struct SavedChainReader {
  let json: JSONValue

  func configuration() throws(SavedChainError) -> DevChainConfiguration {
    guard let balances = json["balances"]?.object else { throw .notAChain }
    var genesisBalances: [Address: BigUInt] = [:]
    for (address, balance) in balances {
      genesisBalances[try self.address(.string(address))] = try uint256(balance)
    }
    var configuration = DevChainConfiguration(
      chainID: ChainID(rawValue: try uint64("chainId")), genesisBalances: genesisBalances)
    configuration.blockGasLimit = try uint64("blockGasLimit")
    configuration.coinbase = try address(json["coinbase"])
    configuration.genesisBaseFeePerGas = try uint256(json["baseFeePerGas"])
    configuration.genesisTimestampSeconds = try uint64("timestamp")
    configuration.finalityLagBlocks = try uint64("finalityLag")
    configuration.hasToken = try bool("hasToken")
    return configuration
  }

  func uint64(_ name: String) throws(SavedChainError) -> UInt64 {
    do {
      return try HexText.uint64(json[name]?.string ?? "")
    } catch {
      throw .notAChain
    }
  }

  func bool(_ name: String) throws(SavedChainError) -> Bool {
    guard let value = json[name]?.bool else { throw .notAChain }
    return value
  }

  private func uint256(_ json: JSONValue?) throws(SavedChainError) -> BigUInt {
    do {
      return try HexText.uint256(json?.string ?? "")
    } catch {
      throw .notAChain
    }
  }

  private func address(_ json: JSONValue?) throws(SavedChainError) -> Address {
    do {
      guard let address = Address(bytes: try HexText.bytes(json?.string ?? "")) else {
        throw SavedChainError.notAChain
      }
      return address
    } catch {
      throw .notAChain
    }
  }

  func transaction(
    _ json: JSONValue, _ chainID: ChainID, block: UInt64
  ) throws(SavedChainError) -> DevChainTransaction {
    do {
      return try DevChainTransaction(raw: HexText.bytes(json.string ?? ""), chainID: chainID)
    } catch {
      throw .damaged(blockNumber: block)
    }
  }
}
