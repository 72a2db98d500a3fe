import BigInt
import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import JSONRPC

extension DevChainRPC {
  /// Handles methods about balances, accounts and simulated calls.
  func accountResult(
    of method: String, _ parameters: RPCParameters
  ) throws(RPCError) -> JSONValue? {
    switch method {
    case "eth_getBalance":
      try parameters.requireAtMost(2)
      let address = try parameters.address(0)
      return .quantity(try account(address, parameters, 1).balance)

    case "eth_getTransactionCount":
      try parameters.requireAtMost(2)
      let address = try parameters.address(0)
      if parameters.optional(1) == "pending" {
        return .quantity(state.pendingNonce(of: address))
      }
      return .quantity(try account(address, parameters, 1).nonce)

    case "eth_getCode":
      try parameters.requireAtMost(2)
      let address = try parameters.address(0)
      _ = try stateBlockNumber(parameters, 1)
      return state.hasCode(address) ? .data(DevToken.code) : "0x"

    case "eth_getStorageAt":
      try parameters.requireAtMost(3)
      let address = try parameters.address(0)
      let slot = try storageSlot(parameters.required(1), argument: 1)
      return .data(try stored(slot, of: address, after: stateBlockNumber(parameters, 2)).bytes)

    case "eth_call":
      try parameters.requireAtMost(4)
      let call = try ChainCall(parameters.required(0))
      let number = try stateBlockNumber(parameters, 1)
      try check(call, at: number, gasLimit: nil)
      return .data(try outcome(of: call, at: number)?.output ?? [])

    case "eth_createAccessList":
      try parameters.requireAtMost(2)
      return try accessList(parameters)

    case "eth_getProof":
      try parameters.requireAtMost(3)
      return try proof(parameters)

    case "eth_estimateGas":
      try parameters.requireAtMost(4)
      return .quantity(try estimateGas(parameters))

    case _: return nil
    }
  }

  private func account(
    _ address: Address, _ parameters: RPCParameters, _ index: Int
  ) throws(RPCError) -> DevChainAccount {
    state.ledger.account(address, after: try stateBlockNumber(parameters, index))
  }

  /// Reads a storage key; refuses other values with the texts of geth 1.16.
  func storageSlot(_ value: JSONValue, argument index: Int) throws(RPCError) -> Hash32 {
    guard let text = value.string else {
      throw RPCParameters.invalid(
        index,
        "json: cannot unmarshal \(RPCParameters.goKind(value)) into Go value of type string")
    }
    let digits = text.lowercased().hasPrefix("0x") ? text.utf8.dropFirst(2) : text.utf8[...]
    guard digits.count <= 64 else {
      throw RPCError(
        code: -32_602, message: "storage key too long (want at most 32 bytes): \"\(text)\"")
    }
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
      throw RPCError(code: -32_602, message: "invalid hex in storage key: \"\(text)\"")
    }
    let padded =
      "0x" + String(repeating: "0", count: 64 - digits.count)
      + String(decoding: digits, as: UTF8.self)
    let bytes = try RPCParameters.read(
      .string(padded), argument: index, type: "common.Hash", HexText.bytes)
    guard let slot = Hash32(bytes: bytes) else {
      preconditionFailure("64 digits are not 32 bytes: \(padded)")
    }
    return slot
  }

  /// Returns the value of an account's slot after a block.
  func stored(_ slot: Hash32, of address: Address, after number: UInt64) -> Hash32 {
    guard state.hasCode(address) else { return .zero }
    let bytes = state.ledger.tokenStorage.value(slot, after: number).serialize()
    let word = [UInt8](repeating: 0, count: 32 - bytes.count) + bytes
    return Hash32(bytes: word) ?? .zero
  }

  // MARK: - Calls

  private func estimateGas(_ parameters: RPCParameters) throws(RPCError) -> UInt64 {
    let call = try ChainCall(parameters.required(0))
    guard call.to != nil else {
      throw RPCError(code: -32_000, message: DevChainRefusal.contractCreation.description)
    }
    let number = try stateBlockNumber(parameters, 1)
    let gasLimit = min(call.gasLimit ?? .max, state.configuration.blockGasLimit)
    try check(call, at: number, gasLimit: gasLimit)

    var affordable = gasLimit
    let price = call.feeCapPerGas
    if price > 0 {
      let available = state.ledger.account(call.from, after: number).balance
      guard available >= call.value else {
        throw RPCError(code: -32_000, message: "insufficient funds for transfer")
      }
      let gas = (available - call.value) / price
      affordable = gas < BigUInt(gasLimit) ? UInt64(gas) : gasLimit
    }
    let needed = call.gasUsed(executionGas: try outcome(of: call, at: number)?.gas)
    guard needed <= affordable else {
      throw RPCError(
        code: -32_000, message: "gas required exceeds allowance (\(affordable))")
    }
    return needed
  }

  /// Returns the outcome of a call of the token after a block; nil for a call of anything else.
  ///
  /// - Throws: The error of a reverted call, with its reason as geth reports it.
  private func outcome(
    of call: ChainCall, at number: UInt64
  ) throws(RPCError) -> DevToken.Outcome? {
    guard let to = call.to, state.hasCode(to) else { return nil }
    let outcome = DevToken.call(
      call.data, from: call.from, value: call.value,
      load: { [storage = state.ledger.tokenStorage] in storage.value($0, after: number) })
    guard outcome.isReverted else { return outcome }
    var message = "execution reverted"
    do {
      if case .message(let text) = try RevertReason(outcome.output) { message += ": \(text)" }
    } catch {
      preconditionFailure("The token's reason can't be read: \(error)")
    }
    throw RPCError(code: 3, message: message, data: .data(outcome.output))
  }

  /// Returns the slots that a call reads or writes, which can be paid for in advance (EIP-2930).
  private func accessList(_ parameters: RPCParameters) throws(RPCError) -> JSONValue {
    let call = try ChainCall(parameters.required(0))
    let number = try stateBlockNumber(parameters, 1)
    try check(call, at: number, gasLimit: nil)
    let outcome = try outcome(of: call, at: number)
    var list: [JSONValue] = []
    if let outcome, !outcome.slots.isEmpty {
      list = [
        [
          "address": .address(DevToken.address),
          "storageKeys": .array(outcome.slots.map(JSONValue.hash)),
        ]
      ]
    }
    return [
      "accessList": .array(list),
      "gasUsed": .quantity(call.gasUsed(executionGas: outcome?.gas)),
    ]
  }

  /// Returns an account's values, and the trie nodes that prove them (EIP-1186).
  private func proof(_ parameters: RPCParameters) throws(RPCError) -> JSONValue {
    let address = try parameters.address(0)
    guard let keys = try parameters.required(1).array else {
      throw RPCParameters.invalid(1, "json: cannot unmarshal into Go value of type []string")
    }
    guard keys.count <= Self.proofKeyCountMax else {
      throw RPCParameters.invalid(1, "expected at most \(Self.proofKeyCountMax) storage keys")
    }
    let number = try stateBlockNumber(parameters, 2)
    let account = state.ledger.account(address, after: number)
    let storage =
      state.hasCode(address)
      ? state.ledger.tokenStorage.trie(after: number) : MerklePatriciaTrie()
    var proofs: [JSONValue] = []
    for key in keys {
      let slot = try storageSlot(key, argument: 1)
      proofs.append([
        "key": key,
        "value": .quantity(UInt256(stored(slot, of: address, after: number)).bigUInt),
        "proof": .array(
          storage.proof(of: Keccak256.hash(slot.bytes).bytes).map(JSONValue.data)),
      ])
    }
    let accounts = state.ledger.trie(after: number)
    return [
      "address": .address(address), "balance": .quantity(account.balance),
      "nonce": .quantity(account.nonce), "codeHash": .hash(account.codeHash),
      "storageHash": .hash(account.storageRoot),
      "accountProof": .array(
        accounts.proof(of: Keccak256.hash(address.bytes).bytes).map(JSONValue.data)),
      "storageProof": .array(proofs),
    ]
  }

  /// The maximum number of storage keys in one proof (1,024, as in geth).
  static let proofKeyCountMax = 1_024

  /// Refuses a call that the sender can't pay, or whose fee is below the base fee.
  private func check(_ call: ChainCall, at number: UInt64, gasLimit: UInt64?) throws(RPCError) {
    let attempt = gasLimit.map { "failed with \($0) gas: " } ?? "err: "
    let suffix = gasLimit == nil ? " (supplied gas \(call.gasLimit ?? 50_000_000))" : ""
    func failure(_ text: String) -> RPCError {
      RPCError(code: -32_000, message: attempt + text + suffix)
    }
    let from = call.from.checksummed
    if call.tipCapPerGas > call.feeCapPerGas {
      throw failure(
        "max priority fee per gas higher than max fee per gas: address \(from), "
          + "maxPriorityFeePerGas: \(call.tipCapPerGas), maxFeePerGas: \(call.feeCapPerGas)")
    }
    let baseFee = state.blocks[Int(number)].header.baseFeePerGas
    if call.feeCapPerGas > 0, call.feeCapPerGas < baseFee {
      throw failure(
        "max fee per gas less than block base fee: address \(from), "
          + "maxFeePerGas: \(call.feeCapPerGas), baseFee: \(baseFee)")
    }
    let balance = state.ledger.account(call.from, after: number).balance
    guard call.feeCapPerGas > 0 || balance >= call.value else {
      throw failure(
        "insufficient funds for gas * price + value: address \(from) have \(balance) "
          + "want \(call.value)")
    }
  }
}
