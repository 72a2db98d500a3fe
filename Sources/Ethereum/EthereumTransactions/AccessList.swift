package import EthereumPrimitives

/// An account, with storage slots, that a transaction declares it will access.
///
/// - SeeAlso: EIP-2930.
package struct AccessListEntry: Hashable, Sendable {
  /// The account.
  package var address: Address
  /// The slots.
  package var storageKeys: [Hash32]

  /// Creates an entry for an account and its slots.
  package init(address: Address, storageKeys: [Hash32] = []) {
    self.address = address
    self.storageKeys = storageKeys
  }

  var payloadCount: Int {
    RLP.addressCount + RLP.listCount(payload: RLP.hashCount * storageKeys.count)
  }

  func write(to writer: inout RLPWriter) {
    writer.writeListHeader(payload: payloadCount)
    writer.write(address)
    writer.writeListHeader(payload: RLP.hashCount * storageKeys.count)
    for key in storageKeys { writer.write(key) }
  }

  init(from reader: inout RLPReader) throws(RLPError) {
    var entry = try reader.readList()
    address = try entry.readAddress()
    var keys = try entry.readList()
    try entry.finishList()
    storageKeys = []
    while !keys.isAtEnd { storageKeys.append(try keys.readHash()) }
  }
}

extension [AccessListEntry] {
  var payloadCount: Int {
    reduce(0) { $0 + RLP.listCount(payload: $1.payloadCount) }
  }

  func write(to writer: inout RLPWriter) {
    writer.writeListHeader(payload: payloadCount)
    for entry in self { entry.write(to: &writer) }
  }

  init(from reader: inout RLPReader) throws(RLPError) {
    var entries = try reader.readList()
    self = []
    while !entries.isAtEnd { append(try AccessListEntry(from: &entries)) }
  }
}
