package import EthereumPrimitives

/// The waiting transactions, by sender and nonce; gaps are allowed.
package struct TransactionPool: Equatable, Sendable {
  /// A waiting transaction, and its position in the order of arrival.
  package struct Entry: Equatable, Sendable {
    package let transaction: DevChainTransaction
    /// A number that increases with every accepted transaction; of two equal tips, the earlier one
    /// is mined first.
    package let arrival: UInt64
  }

  /// The maximum number of waiting transactions, over all senders.
  package static let countMax = 4_096

  /// The waiting transactions, by sender and nonce.
  package private(set) var entries: [Address: [UInt64: Entry]] = [:]
  private var places: [Hash32: (sender: Address, nonce: UInt64)] = [:]
  private var arrivals: UInt64 = 0

  package init() {}

  /// The number of waiting transactions.
  package var count: Int { places.count }

  /// Finds a waiting transaction.
  package subscript(hash: Hash32) -> DevChainTransaction? {
    places[hash].flatMap { entries[$0.sender]?[$0.nonce]?.transaction }
  }

  /// Finds the waiting transaction with this sender and nonce.
  package subscript(sender: Address, nonce: UInt64) -> DevChainTransaction? {
    entries[sender]?[nonce]?.transaction
  }

  /// Returns a sender's transactions with consecutive nonces, starting from a given nonce.
  package func executable(of sender: Address, from nonce: UInt64) -> [DevChainTransaction] {
    guard let waiting = entries[sender] else { return [] }
    var result: [DevChainTransaction] = []
    var next = nonce
    while let entry = waiting[next] {
      result.append(entry.transaction)
      next += 1
    }
    return result
  }

  /// Adds a transaction, replacing any with its sender and nonce.
  package mutating func insert(_ transaction: DevChainTransaction) {
    if let old = self[transaction.sender, transaction.nonce] { places[old.hash] = nil }
    arrivals += 1
    entries[transaction.sender, default: [:]][transaction.nonce] =
      Entry(transaction: transaction, arrival: arrivals)
    places[transaction.hash] = (transaction.sender, transaction.nonce)
  }

  /// Removes a transaction; returns true if it was waiting.
  @discardableResult
  package mutating func remove(_ hash: Hash32) -> Bool {
    guard let place = places.removeValue(forKey: hash) else { return false }
    entries[place.sender]?[place.nonce] = nil
    if entries[place.sender]?.isEmpty == true { entries[place.sender] = nil }
    return true
  }

  /// Removes a sender's transactions below its next nonce, which can no longer be used.
  package mutating func removeUsed(of sender: Address, nextNonce: UInt64) {
    for (nonce, entry) in entries[sender] ?? [:] where nonce < nextNonce {
      remove(entry.transaction.hash)
    }
  }

  package static func == (left: TransactionPool, right: TransactionPool) -> Bool {
    left.entries == right.entries && left.arrivals == right.arrivals
  }
}
