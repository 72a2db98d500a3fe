import EthereumCrypto
import EthereumPrimitives
package import Foundation
package import JSONRPC
package import NodeClient

extension NodeClient {
  /// Returns a client of a node that speaks JSON-RPC over HTTP.
  ///
  /// - Parameters:
  ///   - url: The endpoint, such as `http://127.0.0.1:8545`.
  ///   - configuration: Time limits, sizes and retries.
  package static func live(
    url: URL, configuration: NodeClientConfiguration = NodeClientConfiguration()
  ) -> NodeClient {
    .jsonRPC(
      over: .http(url, answerBytesMax: configuration.answerBytesMax), configuration: configuration)
  }

  /// Returns a client of a node that speaks JSON-RPC over any transport.
  package static func jsonRPC(
    over transport: RPCTransport,
    configuration: NodeClientConfiguration = NodeClientConfiguration()
  ) -> NodeClient {
    let session = RPCSession(transport: transport, configuration: configuration)
    return NodeClient(
      chainID: { try await session.call("eth_chainId") { try $0.chainID() } },
      clientVersion: {
        try await session.call("web3_clientVersion") {
          try $0.string().shortened(toScalars: RPCError.messageScalarCountMax)
        }
      },
      blockNumber: { try await session.call("eth_blockNumber") { try $0.quantity() } },
      balance: { address, tag in
        try await session.call("eth_getBalance", [address.json, tag.json]) { try $0.wei() }
      },
      nonce: { address, tag in
        try await session.call("eth_getTransactionCount", [address.json, tag.json]) {
          try $0.quantity()
        }
      },
      code: { address, tag in
        try await session.call("eth_getCode", [address.json, tag.json]) { try $0.bytes() }
      },
      estimateGas: { call in
        try await session.call("eth_estimateGas", [call.json]) { try $0.gas() }
      },
      feeHistory: { query in
        try await session.call("eth_feeHistory", query.json) {
          try $0.feeHistory(percentileCount: query.percentiles.count)
        }
      },
      maxPriorityFeePerGas: {
        try await session.call("eth_maxPriorityFeePerGas") { try $0.wei() }
      },
      sendRawTransaction: { raw in
        let expected = Keccak256.hash(raw)
        let actual = try await session.call(
          "eth_sendRawTransaction", [.string(Hex.encode(raw))], .onceOnly
        ) { try $0.hash() }
        guard actual == expected else {
          throw NodeError.wrongTransactionHash(expected: expected, actual: actual)
        }
        return actual
      },
      transaction: { hash in
        try await session.call("eth_getTransactionByHash", [.string(hash.hex)]) {
          try $0.optional { value throws(NodeError) in try value.transaction() }
        }
      },
      receipt: { hash in
        try await session.call("eth_getTransactionReceipt", [.string(hash.hex)]) {
          try $0.optional { value throws(NodeError) in try value.receipt() }
        }
      },
      block: { tag in
        try await session.call("eth_getBlockByNumber", [tag.json, false]) {
          try $0.optional { value throws(NodeError) in try value.block() }
        }
      },
      blockTransfers: { number in
        try await session.call("eth_getBlockByNumber", [BlockTag.number(number).json, true]) {
          try $0.optional { value throws(NodeError) in try value.blockTransfers() }
        }
      }
    )
  }
}

// MARK: - Writing arguments

extension Address {
  fileprivate var json: JSONValue { .string(hex) }
}

extension BlockTag {
  fileprivate var json: JSONValue {
    switch self {
    case .earliest: "earliest"
    case .latest: "latest"
    case .safe: "safe"
    case .finalized: "finalized"
    case .pending: "pending"
    case .number(let number): .string(Hex.encode(quantity: number))
    }
  }
}

extension CallRequest {
  fileprivate var json: JSONValue {
    var object: JSONObject = ["from": from.json]
    object["to"] = to?.json
    object["value"] = .string(Hex.encode(quantity: value.quantity))
    if !data.isEmpty { object["input"] = .string(Hex.encode(data)) }
    return .object(object)
  }
}

extension FeeHistoryQuery {
  fileprivate var json: [JSONValue] {
    [
      .string(Hex.encode(quantity: UInt64(max(0, blockCount)))), newest.json,
      .array(percentiles.map { .number(JSONNumber($0)) }),
    ]
  }
}
