package import EthereumPrimitives
package import NodeClient

extension AnswerReader {
  /// Reads the answer of `eth_chainId`.
  package func chainID() throws(NodeError) -> ChainID {
    let id = try quantity()
    guard (1...ChainID.max.rawValue).contains(id) else {
      throw malformed("a chain id from 1 to \(ChainID.max)")
    }
    return ChainID(id)
  }

  /// Reads the answer of `eth_feeHistory`.
  package func feeHistory(percentileCount: Int) throws(NodeError) -> FeeHistory {
    let ratios = try mapped("gasUsedRatio") { element throws(NodeError) in try element.ratio() }
    let baseFees = try mapped("baseFeePerGas") { element throws(NodeError) in try element.wei() }
    guard baseFees.count == ratios.count + 1 || ratios.isEmpty && baseFees.isEmpty else {
      throw try member("baseFeePerGas").malformed(
        "one base fee more than the \(ratios.count) ratios")
    }
    let rewards =
      try member("reward").optional { reward throws(NodeError) -> [[Wei]] in
        var rows: [[Wei]] = []
        for row in try reward.elements() {
          var tips: [Wei] = []
          for tip in try row.elements() { tips.append(try tip.wei()) }
          guard tips.count == percentileCount else {
            throw row.malformed("\(percentileCount) tips, one for each percentile")
          }
          rows.append(tips)
        }
        return rows
      } ?? []
    guard rewards.count == ratios.count || percentileCount == 0 && rewards.isEmpty else {
      throw try member("reward").malformed("\(ratios.count) rows, one for each block")
    }
    return FeeHistory(
      oldestBlock: try member("oldestBlock").quantity(), baseFeesPerGas: baseFees,
      gasUsedRatios: ratios, rewards: rewards)
  }

  /// Reads the answer of `eth_getTransactionByHash` that is not null.
  package func transaction() throws(NodeError) -> NodeTransaction {
    let type = try member("type").optional { value throws(NodeError) in try value.quantity() } ?? 0
    guard let type = UInt8(exactly: type) else {
      throw try member("type").malformed("a transaction type from 0x0 to 0x7f")
    }
    let place: NodeTransaction.Place
    if try member("blockHash").isNull {
      place = .waiting
    } else {
      place = .inBlock(
        number: try member("blockNumber").quantity(), hash: try member("blockHash").hash(),
        index: try member("transactionIndex").quantity())
    }
    // Types 0 and 1 have one price; for the others `gasPrice` is the price paid, which is not
    // needed here.
    let feeCap = try member(type < 2 ? "gasPrice" : "maxFeePerGas").wei()
    let tipCap = try member(type < 2 ? "gasPrice" : "maxPriorityFeePerGas").wei()
    var transaction = NodeTransaction(
      hash: try member("hash").hash(), type: type, from: try member("from").address(),
      to: try member("to").optional { value throws(NodeError) in try value.address() },
      nonce: try member("nonce").quantity(), value: try member("value").wei(),
      gasLimit: try member("gas").gas(), maxFeePerGas: feeCap, maxPriorityFeePerGas: tipCap,
      data: try member("input").bytes(), place: place)
    transaction.signedChainID = signedChainID(of: transaction)
    return transaction
  }

  /// Reads the answer of `eth_getTransactionReceipt` that is not null.
  package func receipt() throws(NodeError) -> TransactionReceipt {
    TransactionReceipt(
      transactionHash: try member("transactionHash").hash(),
      transactionIndex: try member("transactionIndex").quantity(),
      blockHash: try member("blockHash").hash(),
      blockNumber: try member("blockNumber").quantity(),
      from: try member("from").address(),
      to: try member("to").optional { value throws(NodeError) in try value.address() },
      contractAddress: try member("contractAddress").optional { value throws(NodeError) in
        try value.address()
      },
      gasUsed: try member("gasUsed").gas(),
      effectiveGasPrice: try member("effectiveGasPrice").wei(),
      outcome: try outcome())
  }

  /// Reads the outcome of a receipt; those of blocks from before EIP-658 have a state root instead,
  /// and say nothing about success.
  private func outcome() throws(NodeError) -> TransactionReceipt.Outcome {
    if try member("status").isNull, try !member("root").isNull { return .succeeded }
    switch try member("status").quantity() {
    case 1: return .succeeded
    case 0: return .failed
    case _: throw try member("status").malformed("0x1 (success) or 0x0 (failure)")
    }
  }

  /// Reads the answer of `eth_getBlockByNumber` with transaction hashes that is not null.
  package func block() throws(NodeError) -> NodeBlock {
    NodeBlock(
      number: try member("number").quantity(), hash: try member("hash").hash(),
      parentHash: try member("parentHash").hash(),
      timestampSeconds: try member("timestamp").quantity(),
      baseFeePerGas: try member("baseFeePerGas").optional { value throws(NodeError) in
        try value.wei()
      },
      gasLimit: try member("gasLimit").gas(), gasUsed: try member("gasUsed").gas(),
      feeRecipient: try member("miner").address(),
      transactionHashes: try mapped("transactions") { element throws(NodeError) in
        try element.hash()
      })
  }

  /// Reads the answer of `eth_getBlockByNumber` with whole transactions that is not null.
  ///
  /// Only the fields of a payment are read, because chains have their own types of transactions.
  package func blockTransfers() throws(NodeError) -> BlockTransfers {
    BlockTransfers(
      number: try member("number").quantity(), hash: try member("hash").hash(),
      parentHash: try member("parentHash").hash(),
      timestampSeconds: try member("timestamp").quantity(),
      transfers: try mapped("transactions") { element throws(NodeError) in
        BlockTransfers.Transfer(
          hash: try element.member("hash").hash(), from: try element.member("from").address(),
          to: try element.member("to").optional { value throws(NodeError) in
            try value.address()
          },
          value: try element.member("value").wei())
      })
  }

  private func mapped<Value>(
    _ name: String, _ read: (AnswerReader) throws(NodeError) -> Value
  ) throws(NodeError) -> [Value] {
    var values: [Value] = []
    for element in try member(name).elements() { values.append(try read(element)) }
    return values
  }
}
