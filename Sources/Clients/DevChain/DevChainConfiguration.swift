package import BigInt
package import EthereumPrimitives

/// The rules and the first block of a dev chain.
package struct DevChainConfiguration: Sendable {
  /// The chain id that every transaction must carry.
  package var chainID: ChainID
  /// The balance of each account in the first block, in wei.
  package var genesisBalances: [Address: BigUInt]
  /// The maximum gas of one block.
  package var blockGasLimit: UInt64
  /// The account that receives the tips.
  package var coinbase: Address
  /// The base fee per gas of the first block, in wei.
  package var genesisBaseFeePerGas: BigUInt
  /// The Unix time of the first block, in seconds.
  package var genesisTimestampSeconds: UInt64
  /// True to mine every accepted transaction immediately.
  package var isAutomining: Bool
  /// The number of blocks by which the safe and finalized blocks lag behind the newest one.
  package var finalityLagBlocks: UInt64
  /// True if the chain has the token of `DevToken`.
  package var hasToken: Bool
  /// The name and version that the chain reports.
  package var clientVersion: String

  /// The chain id that local chains conventionally use.
  package static let defaultChainID: ChainID = 31_337

  /// Creates a configuration; by default each of the ten test accounts has 10,000 ether.
  package init(
    chainID: ChainID = Self.defaultChainID,
    genesisBalances: [Address: BigUInt] = DevChainAccounts.funded(etherEach: 10_000),
    blockGasLimit: UInt64 = 30_000_000,
    coinbase: Address = .zero,
    genesisBaseFeePerGas: BigUInt = 1_000_000_000,
    genesisTimestampSeconds: UInt64 = 0,
    isAutomining: Bool = true,
    finalityLagBlocks: UInt64 = 0,
    hasToken: Bool = true,
    clientVersion: String = "HeadraceDevChain/1"
  ) {
    self.chainID = chainID
    self.genesisBalances = genesisBalances
    self.blockGasLimit = blockGasLimit
    self.coinbase = coinbase
    self.genesisBaseFeePerGas = genesisBaseFeePerGas
    self.genesisTimestampSeconds = genesisTimestampSeconds
    self.isAutomining = isAutomining
    self.finalityLagBlocks = finalityLagBlocks
    self.hasToken = hasToken
    self.clientVersion = clientVersion
  }
}
