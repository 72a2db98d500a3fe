package import EthereumPrimitives

/// The transactions that wait, by sender and nonce; gaps are allowed.
package struct TransactionPool: Equatable, Sendable {
  /// A waiting transaction, and its position in the order of arrival.
  package struct Entry: Equatable, Sendable {
    package let transaction: DevChainTransaction
    /// A number that increases with every accepted transaction; of two equal tips the earlier one
    /// goes first.
    package let arrival: UInt64
  }

  /// How many transactions wait at most, over all senders.
  package static let countMax = 4_096

  /// The transactions that wait, by sender and nonce.
  package private(set) var entries: [Address: [UInt64: Entry]] = [:]
  private var places: [Hash32: (sender: Address, nonce: UInt64)] = [:]
  private var arrivals: UInt64 = 0

  package init() {}

  /// How many wait.
  package var count: Int { places.count }

  /// Finds a waiting transaction.
  package subscript(hash: Hash32) -> DevChainTransaction? {
    places[hash].flatMap { entries[$0.sender]?[$0.nonce]?.transaction }
  }

  /// Finds the waiting transaction with that sender and nonce.
  package subscript(sender: Address, nonce: UInt64) -> DevChainTransaction? {
    entries[sender]?[nonce]?.transaction
  }

  /// Returns the transactions of a sender that follow one another without a gap from a nonce on.
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

  /// Adds a transaction; it replaces the one with its sender and nonce if there is one.
  package mutating func insert(_ transaction: DevChainTransaction) {
    if let old = self[transaction.sender, transaction.nonce] { places[old.hash] = nil }
    arrivals += 1
    entries[transaction.sender, default: [:]][transaction.nonce] =
      Entry(transaction: transaction, arrival: arrivals)
    places[transaction.hash] = (transaction.sender, transaction.nonce)
  }

  /// Removes a transaction; returns whether it waited.
  @discardableResult
  package mutating func remove(_ hash: Hash32) -> Bool {
    guard let place = places.removeValue(forKey: hash) else { return false }
    entries[place.sender]?[place.nonce] = nil
    if entries[place.sender]?.isEmpty == true { entries[place.sender] = nil }
    return true
  }

  /// Removes what a sender can no longer use: every nonce below its next one.
  package mutating func removeUsed(of sender: Address, nextNonce: UInt64) {
    for (nonce, entry) in entries[sender] ?? [:] where nonce < nextNonce {
      remove(entry.transaction.hash)
    }
  }

  package static func == (left: TransactionPool, right: TransactionPool) -> Bool {
    left.entries == right.entries && left.arrivals == right.arrivals
  }
}
