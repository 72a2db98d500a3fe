import EthereumPrimitives
import JSONRPC
import NodeClient
import NodeClientLive
import Testing

/// Answers of geth, read by our codec.
struct RecordedAnswerTests {
  @Test func quantitiesAreRead() throws {
    let counts = [
      "eth_chainId": 1, "eth_blockNumber": 1, "eth_getBalance": 4, "eth_getTransactionCount": 4,
    ]
    for (method, count) in counts {
      let pairs = try RecordedPair.all(of: method)
      #expect(pairs.count == count)
      for pair in pairs {
        let reader = try reader(pair)
        #expect(Hex.encode(quantity: try reader.wei().quantity) == reader.value?.string, "\(pair)")
      }
    }
    let chainID = try reader(#require(RecordedPair.all(of: "eth_chainId").first)).chainID()
    #expect(chainID == 3_503_995_874_084_926)
    print("vectors: execution-apis quantities \(counts.values.reduce(0, +)) passed")
  }

  @Test func codesAreRead() throws {
    let pairs = try RecordedPair.all(of: "eth_getCode")
    #expect(pairs.count == 4)
    for pair in pairs {
      let reader = try reader(pair)
      #expect(Hex.encode(try reader.bytes()) == reader.value?.string, "\(pair)")
    }
    print("vectors: execution-apis eth_getCode \(pairs.count) passed")
  }

  @Test func transactionsAreRead() throws {
    let pairs = try RecordedPair.all(of: "eth_getTransactionByHash")
    #expect(pairs.count == 9)
    var types: [UInt8] = []
    for pair in pairs {
      let transaction = try reader(pair).optional { value throws(NodeError) in
        try value.transaction()
      }
      guard let transaction else { continue }
      #expect(.string(transaction.hash.hex) == pair.request["params"]?.array?.first)
      #expect(transaction.maxPriorityFeePerGas <= transaction.maxFeePerGas)
      guard case .inBlock = transaction.place else {
        Issue.record("\(pair.name) is in a block")
        continue
      }
      types.append(transaction.type)
    }
    #expect(types.sorted() == [0, 0, 0, 1, 2, 3, 4])
    print("vectors: execution-apis eth_getTransactionByHash \(pairs.count) passed")
  }

  @Test func aDynamicFeeTransactionIsReadFieldByField() throws {
    let pair = try #require(
      RecordedPair.all(of: "eth_getTransactionByHash").first {
        $0.name.hasSuffix("get-dynamic-fee.io")
      })
    #expect(
      try reader(pair).transaction()
        == NodeTransaction(
          hash: Hash32(hex: "0x205405746564cbcf1dd53fb5ac92c7622d3792d82f03c59d9baddf2443d91864"),
          type: 2, from: Address(hex: "0x7435ed30a8b4aeb0877cef0c6e8cffe834eb865f"),
          to: Address(hex: "0x7dcd17433742f4c0ca53122ab541d0ba67fc27df"), nonce: 0x90, value: 2,
          gasLimit: 0x186a0, maxFeePerGas: 0x3b9a_ca01, maxPriorityFeePerGas: 1,
          data: Hex.decode("0x1ee8f6decf498faf656d6974"),
          place: .inBlock(
            number: 27,
            hash: Hash32(hex: "0xb82be38216daf4487ab4fcafe9413892e7140f6816276560ec10d94d039db1aa"),
            index: 0), signedChainID: 3_503_995_874_084_926))
  }

  /// Every recorded transaction was signed by its sender; with any field changed it was not.
  @Test func aSignatureProvesATransaction() throws {
    var count = 0
    for pair in try RecordedPair.all(of: "eth_getTransactionByHash") {
      let found = try reader(pair).optional { value throws(NodeError) in try value.transaction() }
      guard let found, found.type <= 2 else { continue }
      let answer = try #require(try reader(pair).value?.object)
      // Before EIP-155 a transaction was valid on every chain.
      if let v = answer["v"]?.string, ["0x1b", "0x1c"].contains(v) {
        #expect(found.signedChainID == nil, "\(pair.name)")
        continue
      }
      count += 1
      #expect(found.signedChainID == 3_503_995_874_084_926, "\(pair.name) \(answer)")
      for (name, value) in [
        ("nonce", "0x7"), ("value", "0x7"), ("from", "0x" + String(repeating: "07", count: 20)),
        ("hash", "0x" + String(repeating: "ab", count: 32)), ("r", "0x1234"), ("s", "0x1234"),
      ] {
        var forged = answer
        forged[name] = .string(value)
        let told = try AnswerReader(
          method: "m", path: "result", value: .object(forged)
        ).transaction()
        #expect(told.signedChainID == nil, "\(pair.name) with another \(name)")
      }
    }
    #expect(count >= 1)
  }

  @Test func receiptsAreRead() throws {
    let pairs = try RecordedPair.all(of: "eth_getTransactionReceipt")
    #expect(pairs.count == 9)
    var created = 0
    var count = 0
    for pair in pairs {
      let receipt = try reader(pair).optional { value throws(NodeError) in try value.receipt() }
      guard let receipt else { continue }
      count += 1
      #expect(.string(receipt.transactionHash.hex) == pair.request["params"]?.array?.first)
      #expect(receipt.outcome == .succeeded)
      #expect(receipt.gasUsed >= 21_000)
      if receipt.contractAddress != nil {
        created += 1
        #expect(receipt.to == nil)
      }
    }
    #expect((count, created) == (7, 2))
    print("vectors: execution-apis eth_getTransactionReceipt \(pairs.count) passed")
  }

  @Test func blocksAreRead() throws {
    let pairs = try RecordedPair.all(of: "eth_getBlockByNumber")
    #expect(pairs.count == 10)
    var count = 0
    for pair in pairs {
      let full = try reader(pair)
      guard !full.isNull else { continue }
      count += 1
      // Recorded with whole transactions; the client asks for their hashes.
      var object = try #require(full.value?.object)
      let transactions = try #require(object["transactions"]?.array)
      object["transactions"] = .array(transactions.map { $0["hash"] ?? $0 })
      let block = try AnswerReader(
        method: full.method, path: full.path, value: .object(object)
      ).block()
      #expect(block.transactionHashes.count == transactions.count)
      #expect((block.baseFeePerGas == nil) == (block.number < 27), "London is block 27")
      if transactions.contains(where: { $0.object != nil }) {
        #expect(throws: NodeError.self) { try full.block() }
      }
    }
    #expect(count == 9)
    print("vectors: execution-apis eth_getBlockByNumber \(pairs.count) passed")
  }

  @Test func feeHistoriesAreRead() throws {
    let pair = try #require(RecordedPair.all(of: "eth_feeHistory").first)
    #expect(
      try reader(pair).feeHistory(percentileCount: 2)
        == FeeHistory(
          oldestBlock: 27, baseFeesPerGas: [1_000_000_000, 0x342a_385a],
          gasUsedRatios: [0.00072868], rewards: [[1, 1]]))
    #expect(
      throws: NodeError.malformedAnswer(
        method: "eth_feeHistory",
        MalformedAnswer(
          path: "result.reward[0]", expected: "3 tips, one for each percentile",
          actual: #"["0x1","0x1"]"#))
    ) {
      try reader(pair).feeHistory(percentileCount: 3)
    }
    print("vectors: execution-apis eth_feeHistory 1 passed")
  }

  @Test func errorsAreRead() throws {
    let pairs =
      try RecordedPair.all(of: "eth_estimateGas") + RecordedPair.all(of: "eth_getLogs")
      + RecordedPair.all(of: "eth_getStorageAt")
    var errors: [String: Int] = [:]
    for pair in pairs {
      do throws(NodeError) {
        _ = try RPCCodec.result(of: pair.answer, id: 1, method: "m")
      } catch {
        guard case .refused("m", let refusal) = error else { throw error }
        errors[refusal.message] = refusal.code
      }
    }
    #expect(pairs.count == 14)
    #expect(
      errors == [
        "execution reverted": 3,
        "execution reverted: user error": 3,
        "block range extends beyond current head block": -32_602,
        "invalid argument 0: cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other":
          -32_602,
        "invalid block range params": -32_602,
        "invalid hex in storage key: \"0xasdf\"": -32_602,
        "storage key too long (want at most 32 bytes): \"0x00000000000000000000000000000000000000000000000000000000000000000\"":
          -32_602,
      ])
    print("vectors: execution-apis answers with errors \(errors.count) of \(pairs.count) passed")
  }

  private func reader(_ pair: RecordedPair) throws -> AnswerReader {
    let id = try #require(pair.request["id"]?.number?.uint64)
    let method = try #require(pair.request["method"]?.string)
    return AnswerReader(
      method: method, path: "result",
      value: try RPCCodec.result(of: pair.answer, id: id, method: method))
  }
}
