import BigInt
import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import JSONRPC

extension JSONValue {
  /// Encodes a quantity: hex digits without leading zeros after `0x`.
  static func quantity(_ value: UInt64) -> JSONValue { .string(Hex.encode(quantity: value)) }

  /// Encodes a quantity: hex digits without leading zeros after `0x`.
  static func quantity(_ value: BigUInt) -> JSONValue { .string("0x" + String(value, radix: 16)) }

  /// Encodes data: two hex digits for each byte after `0x`.
  static func data(_ bytes: [UInt8]) -> JSONValue { .string(Hex.encode(bytes)) }

  static func hash(_ hash: Hash32) -> JSONValue { .string(hash.hex) }

  static func address(_ address: Address) -> JSONValue { .string(address.hex) }
}

extension DevChainTransaction {
  /// Returns the transaction in geth's JSON; without a block, it is a waiting one.
  func json(in block: DevChainBlock?, index: Int?) -> JSONValue {
    let baseFee = block?.header.baseFeePerGas
    let price =
      baseFee.flatMap { base in effectiveTipPerGas(baseFeePerGas: base).map { $0 + base } }
      ?? maxFeePerGas
    var object: JSONObject = [
      "blockHash": block.map { .hash($0.hash) } ?? .null,
      "blockNumber": block.map { .quantity($0.header.number) } ?? .null,
      "blockTimestamp": block.map { .quantity($0.header.timestampSeconds) } ?? .null,
      "from": .address(sender), "gas": .quantity(gasLimit), "gasPrice": .quantity(price),
      "hash": .hash(hash), "input": .data(data), "nonce": .quantity(nonce),
      "to": .address(to), "transactionIndex": index.map { .quantity(UInt64($0)) } ?? .null,
      "value": .quantity(value), "type": .quantity(UInt64(type)),
      "v": .quantity(v), "r": .quantity(UInt256(r).bigUInt),
      "s": .quantity(UInt256(s).bigUInt),
    ]
    object["chainId"] = .quantity(chainID.rawValue)
    if type >= 1 {
      object["yParity"] = .quantity(v)
      object["accessList"] = .array(
        accessList.map { entry in
          [
            "address": .address(entry.address),
            "storageKeys": .array(entry.storageKeys.map(JSONValue.hash)),
          ]
        })
    }
    if type >= 2 {
      object["maxFeePerGas"] = .quantity(maxFeePerGas)
      object["maxPriorityFeePerGas"] = .quantity(maxPriorityFeePerGas)
    }
    return .object(object)
  }
}

extension DevChainBlock {
  /// Returns the block in geth's JSON.
  ///
  /// - Parameters:
  ///   - isPending: True for a preview of the next block, which has no hash, nonce or miner yet.
  ///   - hasTransactions: True to include whole transactions, and not only their hashes.
  func json(hasTransactions: Bool, isPending: Bool = false) -> JSONValue {
    let body: [JSONValue] = transactions.enumerated().map { index, transaction in
      hasTransactions
        ? transaction.json(in: isPending ? nil : self, index: isPending ? nil : index)
        : .hash(transaction.hash)
    }
    return [
      "baseFeePerGas": .quantity(header.baseFeePerGas), "blobGasUsed": "0x0",
      "difficulty": "0x0", "excessBlobGas": "0x0", "extraData": "0x",
      "gasLimit": .quantity(header.gasLimit), "gasUsed": .quantity(header.gasUsed),
      "hash": isPending ? .null : .hash(hash), "logsBloom": .data(header.logsBloom),
      "miner": isPending ? .null : .address(header.coinbase), "mixHash": .hash(.zero),
      "nonce": isPending ? .null : .data([UInt8](repeating: 0, count: 8)),
      "number": .quantity(header.number), "parentBeaconBlockRoot": .hash(.zero),
      "parentHash": .hash(header.parentHash), "receiptsRoot": .hash(header.receiptsRoot),
      "requestsHash": .hash(BlockHeader.emptyRequestsHash),
      "sha3Uncles": .hash(BlockHeader.emptyUnclesHash), "size": .quantity(UInt64(size)),
      "stateRoot": .hash(header.stateRoot), "timestamp": .quantity(header.timestampSeconds),
      "transactions": .array(body), "transactionsRoot": .hash(header.transactionsRoot),
      "uncles": [], "withdrawals": [], "withdrawalsRoot": .hash(MerklePatriciaTrie.emptyRoot),
    ]
  }

  /// A log with its position, in geth's JSON.
  struct PlacedLog {
    let log: DevChainLog
    let json: JSONValue
  }

  /// Returns the logs of one of its transactions.
  func logs(at index: Int) -> [PlacedLog] {
    let before = receipts[..<index].reduce(0) { $0 + $1.logs.count }
    return receipts[index].logs.enumerated().map { position, log in
      PlacedLog(
        log: log,
        json: [
          "address": .address(log.address), "topics": .array(log.topics.map(JSONValue.hash)),
          "data": .data(log.data), "blockNumber": .quantity(header.number),
          "blockHash": .hash(hash), "blockTimestamp": .quantity(header.timestampSeconds),
          "transactionHash": .hash(transactions[index].hash),
          "transactionIndex": .quantity(UInt64(index)),
          "logIndex": .quantity(UInt64(before + position)), "removed": false,
        ])
    }
  }

  /// Returns the receipt of one of its transactions, in geth's JSON.
  func receiptJSON(at index: Int) -> JSONValue {
    let (transaction, receipt) = (transactions[index], receipts[index])
    return [
      "blockHash": .hash(hash), "blockNumber": .quantity(header.number), "contractAddress": .null,
      "cumulativeGasUsed": .quantity(receipt.cumulativeGasUsed),
      "effectiveGasPrice": .quantity(receipt.effectiveGasPrice),
      "from": .address(transaction.sender), "gasUsed": .quantity(receipt.gasUsed),
      "logs": .array(logs(at: index).map(\.json)),
      "logsBloom": .data(DevChainLog.bloom(receipt.logs)),
      "status": receipt.isSuccess ? "0x1" : "0x0",
      "to": .address(transaction.to), "transactionHash": .hash(transaction.hash),
      "transactionIndex": .quantity(UInt64(index)), "type": .quantity(UInt64(transaction.type)),
    ]
  }
}
