import DevChain
import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions

/// The accounts, keys and amounts of a local chain.
enum Dev {
  static let accounts = DevChainAccounts.addresses
  /// 10,000 ether.
  static let funds = Wei(UInt256(0, 0, 542, 1_864_712_049_423_024_128))
  /// An account without ether.
  static let stranger = Address(0x5717_a46e_0000_0000, 0, 0x5717_a46e)

  static func key(_ index: Int) throws -> PrivateKey {
    let texts = [
      "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
      "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
      "0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a",
    ]
    return try PrivateKey(SecretBytes(try Hex.decode(texts[index])))
  }

  static func transfer(
    chainID: ChainID = 31_337, nonce: UInt64 = 0, gasLimit: GasUnits = 21_000,
    tip: Wei = 1_000_000_000, feeCap: Wei = 10_000_000_000, to: Address? = stranger,
    value: Wei = 1, data: [UInt8] = []
  ) -> UnsignedTransaction {
    .dynamicFee(
      DynamicFeeTransaction(
        chainID: chainID, nonce: nonce, maxPriorityFeePerGas: tip, maxFeePerGas: feeCap,
        gasLimit: gasLimit, to: to, value: value, data: data))
  }
}
