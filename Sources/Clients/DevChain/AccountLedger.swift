package import BigInt
import EthereumCrypto
package import EthereumPrimitives

/// An account's balance, its number of sent transactions, and its contract.
package struct DevChainAccount: Equatable, Sendable {
  package var nonce: UInt64 = 0
  /// The balance in wei.
  package var balance: BigUInt = 0
  /// The root of its storage.
  package internal(set) var storageRoot = MerklePatriciaTrie.emptyRoot
  /// The hash of its code.
  package internal(set) var codeHash = Self.emptyCodeHash

  package init(nonce: UInt64 = 0, balance: BigUInt = 0) {
    self.nonce = nonce
    self.balance = balance
  }

  init(nonce: UInt64, codeHash: Hash32) {
    self.nonce = nonce
    self.codeHash = codeHash
  }

  /// The account as encoded in the state trie.
  ///
  /// - SeeAlso: Yellow Paper, section 4.1.
  var trieValue: [UInt8] {
    RLP.encode(
      .list([
        .integer(nonce), .integer(balance), .hash(storageRoot), .hash(codeHash),
      ]))
  }

  /// The hash of empty code.
  package static let emptyCodeHash = Keccak256.hash([])

  /// True if the account counts as nonexistent (EIP-161).
  package var isEmpty: Bool {
    nonce == 0 && balance == 0 && codeHash == Self.emptyCodeHash
  }
}

/// All accounts after the newest block and after every earlier block, with their state root.
///
/// The books balance if the ether of the first block equals the sum of all accounts plus the base
/// fees burnt since.
package struct AccountLedger: Equatable, Sendable {
  /// The accounts after the newest block.
  package private(set) var accounts: [Address: DevChainAccount] = [:]
  /// The total of the first block, in wei.
  package private(set) var mintedWei: BigUInt = 0
  /// The base fees burnt so far, in wei.
  package private(set) var burntWei: BigUInt = 0

  /// Each account's values, each with the first block in which it is valid, oldest first.
  private var history: [Address: [(block: UInt64, account: DevChainAccount)]] = [:]
  private var changed: Set<Address> = []
  /// The storage of the token.
  private(set) var tokenStorage = ContractStorage()
  private var trie = MerklePatriciaTrie()

  package init(genesisBalances: [Address: BigUInt], hasToken: Bool = false) {
    for (address, balance) in genesisBalances where balance > 0 {
      mintedWei += balance
      change(address) { $0.balance = balance }
    }
    if hasToken {
      change(DevToken.address) { $0 = DevChainAccount(nonce: 1, codeHash: DevToken.codeHash) }
      for (address, balance) in genesisBalances where balance > 0 {
        store(DevToken.genesisUnitsEach, at: DevToken.balanceSlot(address))
        let supply = tokenStorage[DevToken.supplySlot]
        store(supply + DevToken.genesisUnitsEach, at: DevToken.supplySlot)
      }
    }
    commit(block: 0)
  }

  /// The Merkle root over all accounts after the newest block.
  package var stateRoot: Hash32 { trie.root }

  /// Returns an account after the newest block; an empty one if it has never been used.
  package subscript(address: Address) -> DevChainAccount {
    accounts[address] ?? DevChainAccount()
  }

  /// Returns an account as it was after a block.
  ///
  /// - Complexity: O(log *n*) in the number of changes of the account.
  package func account(_ address: Address, after block: UInt64) -> DevChainAccount {
    guard let values = history[address] else { return DevChainAccount() }
    var (low, high) = (0, values.count)
    while low < high {
      let middle = (low + high) / 2
      if values[middle].block <= block { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? DevChainAccount() : values[low - 1].account
  }

  /// Changes an account; one that is still empty afterwards is not created.
  package mutating func change(_ address: Address, _ body: (inout DevChainAccount) -> Void) {
    var account = self[address]
    body(&account)
    guard !account.isEmpty || accounts[address] != nil else { return }
    accounts[address] = account
    changed.insert(address)
  }

  /// Changes a slot of the token.
  mutating func store(_ value: BigUInt, at slot: Hash32) {
    tokenStorage[slot] = value
  }

  /// Burns an amount that an account was charged.
  package mutating func burn(_ wei: BigUInt) {
    burntWei += wei
  }

  /// Records the changes as the state after a block.
  package mutating func commit(block: UInt64) {
    if tokenStorage.commit(block: block) {
      let root = tokenStorage.root
      change(DevToken.address) { $0.storageRoot = root }
    }
    for address in changed {
      let account = self[address]
      history[address, default: []].append((block, account))
      trie.insert(key: Keccak256.hash(address.bytes).bytes, value: account.trieValue)
    }
    changed = []
  }

  /// Undoes the changes after a block.
  ///
  /// - Complexity: O(*n*) in the number of accounts, whose trie is rebuilt.
  package mutating func rewind(to block: UInt64) {
    trie = MerklePatriciaTrie()
    changed = []
    tokenStorage.rewind(to: block)
    for (address, values) in history {
      let kept = values.prefix { $0.block <= block }
      history[address] = kept.isEmpty ? nil : Array(kept)
      accounts[address] = kept.last?.account
      guard let account = kept.last?.account else { continue }
      trie.insert(key: Keccak256.hash(address.bytes).bytes, value: account.trieValue)
    }
    burntWei = mintedWei - totalBalanceWei
  }

  /// Returns the trie of all accounts after a block.
  ///
  /// - Complexity: O(*n*) in the number of accounts.
  func trie(after block: UInt64) -> MerklePatriciaTrie {
    var trie = MerklePatriciaTrie()
    for address in history.keys {
      let account = account(address, after: block)
      guard !account.isEmpty else { continue }
      trie.insert(key: Keccak256.hash(address.bytes).bytes, value: account.trieValue)
    }
    return trie
  }

  /// The sum of all accounts' balances, in wei.
  ///
  /// - Complexity: O(*n*) in the number of accounts.
  package var totalBalanceWei: BigUInt {
    accounts.values.reduce(0) { $0 + $1.balance }
  }

  package static func == (left: AccountLedger, right: AccountLedger) -> Bool {
    left.accounts == right.accounts && left.mintedWei == right.mintedWei
      && left.burntWei == right.burntWei && left.stateRoot == right.stateRoot
  }
}

/// The sums of a dev chain, which must agree to the wei.
package struct DevChainBooks: Equatable, Sendable {
  /// The total of the first block.
  package var mintedWei: BigUInt
  /// The total of all accounts now.
  package var balancesWei: BigUInt
  /// The base fees of all transactions, added up from their receipts.
  package var burntWei: BigUInt
  /// The tips of all transactions, added up from their receipts; they are part of the coinbase's
  /// balance.
  package var tipsWei: BigUInt

  /// True if no ether was lost or created.
  package var isBalanced: Bool { mintedWei == balancesWei + burntWei }
}
