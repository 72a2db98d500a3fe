import BigInt
import EthereumCrypto
import EthereumPrimitives

extension DevChainTransaction {
  /// Decodes a signed transaction and recovers its sender.
  ///
  /// - Parameters:
  ///   - raw: The bytes of `eth_sendRawTransaction`.
  ///   - chainID: The chain that it must be signed for.
  init(raw: [UInt8], chainID: UInt64) throws(DevChainSubmissionError) {
    guard let first = raw.first else { throw .undecodable("typed transaction too short") }
    let isLegacy = first >= 0xc0
    switch first {
    case 0xc0..., 1, 2: break
    case 3, 4: throw .refused(.unsupportedType(first))
    case _: throw .undecodable("transaction type not supported")
    }
    let item: RLPItem
    do {
      item = try RLP.decode(isLegacy ? raw : Array(raw.dropFirst()))
    } catch {
      throw .undecodable("rlp: \(error)")
    }
    var fields = try TransactionFields(item, count: isLegacy ? 9 : first == 1 ? 11 : 12)
    let type = isLegacy ? 0 : first

    let declaredChainID = isLegacy ? nil : try fields.quantity(bitsMax: 64)
    let nonce = UInt64(try fields.quantity(bitsMax: 64))
    let tip = try fields.quantity(bitsMax: 256)
    let feeCap = type == 2 ? try fields.quantity(bitsMax: 256) : tip
    let gasLimit = UInt64(try fields.quantity(bitsMax: 64))
    let to = try fields.recipient()
    let value = try fields.quantity(bitsMax: 256)
    let data = try fields.bytes()
    let accessList = isLegacy ? [] : try fields.accessList()
    let unsigned = fields.taken
    let v = try fields.quantity(bitsMax: 256)
    let r = try fields.quantity(bitsMax: 256)
    let s = try fields.quantity(bitsMax: 256)

    let (signedFor, parity) = try Self.signer(v: v, declaredChainID: declaredChainID)
    guard signedFor == BigUInt(chainID) else {
      throw .refused(.wrongChain(have: UInt64(clamping: signedFor), want: chainID))
    }
    let signed: [UInt8] =
      isLegacy
      ? RLP.encode(.list(unsigned + [.integer(chainID), .bytes([]), .bytes([])]))
      : [type] + RLP.encode(.list(unsigned))
    let sender = try Self.recover(Keccak256.hash(signed), r: r, s: s, parity: parity)
    guard let to else { throw .refused(.contractCreation) }
    self.init(
      hash: Keccak256.hash(raw), raw: raw, sender: sender, type: type, chainID: chainID,
      nonce: nonce, gasLimit: gasLimit, maxFeePerGas: feeCap, maxPriorityFeePerGas: tip, to: to,
      value: value, data: data, accessList: accessList, v: v, r: r, s: s)
  }

  /// Reads for which chain a signature was made, and its parity.
  ///
  /// - SeeAlso: EIP-155: v is 35 or 36 more than twice the chain id.
  private static func signer(
    v: BigUInt, declaredChainID: BigUInt?
  ) throws(DevChainSubmissionError) -> (chainID: BigUInt, parity: UInt8) {
    if let declaredChainID {
      guard v <= 1 else { throw .refused(.invalidSignature) }
      return (declaredChainID, UInt8(v))
    }
    if v == 27 || v == 28 { throw .refused(.unprotected) }
    guard v >= 35 else { throw .refused(.invalidSignature) }
    let (chainID, parity) = (v - 35).quotientAndRemainder(dividingBy: 2)
    return (chainID, UInt8(parity))
  }

  /// Half of the curve's order; a larger s is another form of the same signature (EIP-2).
  private static let sMax = BigUInt(
    words: [
      0xdfe9_2f46_681b_20a0, 0x5d57_6e73_57a4_501d, 0xffff_ffff_ffff_ffff, 0x7fff_ffff_ffff_ffff,
    ])

  private static func recover(
    _ hash: Hash32, r: BigUInt, s: BigUInt, parity: UInt8
  ) throws(DevChainSubmissionError) -> Address {
    guard
      s <= sMax, let r = UInt256(r), let s = UInt256(s),
      let signature = Signature(r: r.bytes32, s: s.bytes32, yParity: parity)
    else { throw .refused(.invalidSignature) }
    do {
      return try Secp256k1.recover(hash, signature: signature).address
    } catch {
      throw .refused(.invalidSignature)
    }
  }
}

/// The fields of a transaction, taken one after another.
private struct TransactionFields {
  private let items: [RLPItem]
  private var index = 0

  init(_ item: RLPItem, count: Int) throws(DevChainSubmissionError) {
    guard case .list(let items) = item else {
      throw .undecodable("rlp: expected input list for a transaction")
    }
    guard items.count == count else {
      throw .undecodable("rlp: too \(items.count < count ? "few" : "many") elements, want \(count)")
    }
    self.items = items
  }

  /// The fields taken so far.
  var taken: [RLPItem] { Array(items[..<index]) }

  mutating func bytes() throws(DevChainSubmissionError) -> [UInt8] {
    defer { index += 1 }
    guard case .bytes(let bytes) = items[index] else {
      throw .undecodable("rlp: expected input string or byte for field \(index)")
    }
    return bytes
  }

  mutating func quantity(bitsMax: Int) throws(DevChainSubmissionError) -> BigUInt {
    let field = index
    let bytes = try bytes()
    guard bytes.first != 0 else {
      throw .undecodable("rlp: non-canonical integer (leading zero bytes) for field \(field)")
    }
    guard 8 * bytes.count <= bitsMax else {
      throw .undecodable("rlp: input string too long for field \(field)")
    }
    return bytes.reduce(0) { $0 << 8 | BigUInt($1) }
  }

  mutating func recipient() throws(DevChainSubmissionError) -> Address? {
    let field = index
    let bytes = try bytes()
    if bytes.isEmpty { return nil }
    guard let address = Address(bytes: bytes) else {
      throw .undecodable("rlp: expected 20 bytes or none for field \(field)")
    }
    return address
  }

  mutating func accessList() throws(DevChainSubmissionError) -> [DevChainTransaction
    .AccessListEntry]
  {
    defer { index += 1 }
    let malformed = DevChainSubmissionError.undecodable(
      "rlp: expected a list of addresses with 32-byte keys for field \(index)")
    guard case .list(let items) = items[index] else { throw malformed }
    var entries: [DevChainTransaction.AccessListEntry] = []
    for case let item in items {
      guard
        case .list(let parts) = item, parts.count == 2, case .bytes(let addressBytes) = parts[0],
        let address = Address(bytes: addressBytes), case .list(let keys) = parts[1]
      else { throw malformed }
      var storageKeys: [Hash32] = []
      for key in keys {
        guard case .bytes(let bytes) = key, let key = Hash32(bytes: bytes) else { throw malformed }
        storageKeys.append(key)
      }
      entries.append(.init(address: address, storageKeys: storageKeys))
    }
    return entries
  }
}
