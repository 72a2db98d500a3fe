package import BigInt
import EthereumCrypto
package import EthereumPrimitives

/// The only contract of a dev chain: an ERC-20 token, which the chain itself executes because it
/// has no virtual machine.
///
/// Its storage has Solidity's layout, so slots, roots and proofs can be checked from outside:
/// balances in mapping 0, allowances in mapping 1, the supply in slot 2.
///
/// - SeeAlso: ERC-20; Solidity documentation, "Layout of State Variables in Storage".
package enum DevToken {
  /// Its address on every dev chain.
  package static let address = Address(0x7063_0000_0000_0000, 0, 0x20)
  package static let name = "Dev Chain Token"
  package static let symbol = "DCT"
  package static let decimals: UInt8 = 18
  /// The amount, in the smallest unit, of each account with ether in the first block: a million
  /// tokens.
  package static let genesisUnitsEach = BigUInt(10).power(24)

  /// Its code: one byte, the instruction `INVALID`, which no machine can run.
  static let code: [UInt8] = [0xfe]
  static let codeHash = Keccak256.hash(code)
  /// The topic `Transfer(address,address,uint256)`.
  package static let transferTopic = Keccak256.hash(
    Array("Transfer(address,address,uint256)".utf8))
  /// The topic `Approval(address,address,uint256)`.
  package static let approvalTopic = Keccak256.hash(
    Array("Approval(address,address,uint256)".utf8))

  /// The result of a call, real or simulated.
  struct Outcome {
    /// The returned data, or the reason for a revert.
    var output: [UInt8] = []
    var isReverted = false
    var logs: [DevChainLog] = []
    /// The slots that the call read or wrote, in order.
    var slots: [Hash32] = []
    var writes: [(slot: Hash32, value: BigUInt)] = []
    /// The gas that the call used in addition to the gas of the transaction itself.
    var gas: UInt64 = GasRules.tokenCallGas
  }

  // MARK: - Storage

  static let supplySlot = Hash32(0, 0, 0, 2)

  /// Returns the slot of an account's balance.
  package static func balanceSlot(_ owner: Address) -> Hash32 {
    slot(of: owner.abiWord, inMappingAt: Hash32.zero)
  }

  /// Returns the slot of the amount that an account lets another one spend.
  package static func allowanceSlot(_ owner: Address, _ spender: Address) -> Hash32 {
    slot(of: spender.abiWord, inMappingAt: slot(of: owner.abiWord, inMappingAt: Hash32(0, 0, 0, 1)))
  }

  private static func slot(of key: Hash32, inMappingAt slot: Hash32) -> Hash32 {
    Keccak256.hash(key.bytes + slot.bytes)
  }

  // MARK: - Calls

  private static let calls: [ABISelector: ABISignature] = {
    let texts = [
      "name()", "symbol()", "decimals()", "totalSupply()", "balanceOf(address)",
      "allowance(address,address)", "transfer(address,uint256)", "approve(address,uint256)",
      "transferFrom(address,address,uint256)",
    ]
    var calls: [ABISelector: ABISignature] = [:]
    for text in texts {
      do {
        let signature = try ABISignature(text)
        calls[signature.selector] = signature
      } catch {
        preconditionFailure("'\(text)' is no signature: \(error)")
      }
    }
    return calls
  }()

  /// Executes a call on the stored values; the outcome contains its writes.
  ///
  /// - Parameter load: Returns the value of a slot.
  static func call(
    _ data: [UInt8], from caller: Address, value: BigUInt, load: @escaping (Hash32) -> BigUInt
  ) -> Outcome {
    var run = TokenRun(caller: caller, load: load)
    do {
      guard value == 0 else { throw TokenRun.Revert("the token takes no ether") }
      let selector = try ABISelector(firstBytesOf: data)
      guard let signature = calls[selector] else {
        throw TokenRun.Revert("the token has no such function")
      }
      run.outcome.output = try run.output(
        of: signature.name, try ABI.decode(data, as: signature.inputs, from: 4))
    } catch {
      let text = (error as? TokenRun.Revert)?.text ?? "the arguments can't be read"
      run.outcome.isReverted = true
      run.outcome.output = TokenRun.encoded(.string(text), as: "Error(string)")
      run.outcome.logs = []
      run.outcome.writes = []
    }
    return run.outcome
  }
}

/// An executing call of the token.
private struct TokenRun {
  struct Revert: Error {
    let text: String

    init(_ text: String) { self.text = text }
  }

  let caller: Address
  let load: (Hash32) -> BigUInt
  var outcome = DevToken.Outcome()

  init(caller: Address, load: @escaping (Hash32) -> BigUInt) {
    self.caller = caller
    self.load = load
  }

  mutating func output(of name: String, _ arguments: [ABIValue]) throws -> [UInt8] {
    func address(_ index: Int) -> Address {
      Address(abiValue: arguments[index]) ?? .zero
    }
    func amount(_ index: Int) -> BigUInt {
      UInt256(abiValue: arguments[index])?.bigUInt ?? 0
    }
    switch name {
    case "name": return Self.encoded(.string(DevToken.name))
    case "symbol": return Self.encoded(.string(DevToken.symbol))
    case "decimals": return ABI.encode(DevToken.decimals)
    case "totalSupply": return Self.word(read(DevToken.supplySlot))
    case "balanceOf": return Self.word(read(DevToken.balanceSlot(address(0))))
    case "allowance": return Self.word(read(DevToken.allowanceSlot(address(0), address(1))))
    case "transfer":
      try move(amount(1), from: caller, to: address(0))
    case "approve":
      write(DevToken.allowanceSlot(caller, address(0)), amount(1))
      log(DevToken.approvalTopic, caller, address(0), amount(1))
    case _:
      let slot = DevToken.allowanceSlot(address(0), caller)
      let allowed = read(slot)
      guard allowed >= amount(2) else { throw Revert("transfer amount exceeds allowance") }
      // By convention, the maximum allowance means "no limit".
      if allowed < (BigUInt(1) << 256) - 1 { write(slot, allowed - amount(2)) }
      try move(amount(2), from: address(0), to: address(1))
    }
    return ABI.encode(true)
  }

  private mutating func move(_ amount: BigUInt, from: Address, to: Address) throws {
    guard to != .zero else { throw Revert("transfer to the zero address") }
    let balance = read(DevToken.balanceSlot(from))
    guard balance >= amount else { throw Revert("transfer amount exceeds balance") }
    write(DevToken.balanceSlot(from), balance - amount)
    write(DevToken.balanceSlot(to), read(DevToken.balanceSlot(to)) + amount)
    log(DevToken.transferTopic, from, to, amount)
  }

  // MARK: - Storage and logs

  private mutating func touch(_ slot: Hash32) {
    guard !outcome.slots.contains(slot) else { return }
    outcome.slots.append(slot)
    outcome.gas += GasRules.coldSlotGas
  }

  private mutating func read(_ slot: Hash32) -> BigUInt {
    touch(slot)
    return outcome.writes.last { $0.slot == slot }?.value ?? load(slot)
  }

  private mutating func write(_ slot: Hash32, _ value: BigUInt) {
    let old = read(slot)
    outcome.gas += old == 0 && value > 0 ? GasRules.slotSetGas : GasRules.slotChangeGas
    outcome.writes.append((slot, value))
  }

  private mutating func log(_ topic: Hash32, _ from: Address, _ to: Address, _ amount: BigUInt) {
    outcome.logs.append(
      DevChainLog(
        address: DevToken.address, topics: [topic, from.abiWord, to.abiWord],
        data: Self.word(amount)))
    outcome.gas += GasRules.transferLogGas
  }

  private static func word(_ value: BigUInt) -> [UInt8] {
    let bytes = Array(value.serialize())
    return [UInt8](repeating: 0, count: 32 - bytes.count) + bytes
  }

  /// Encodes a text, after the selector of an error, if any.
  static func encoded(_ value: ABIValue, as error: String? = nil) -> [UInt8] {
    do {
      let prefix = try error.map { try ABISignature($0).selector.bytes } ?? []
      return try ABI.encode([value], as: [.string], after: prefix)
    } catch {
      preconditionFailure("The text \(value) was not encoded: \(error)")
    }
  }
}
