import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions

/// The keys of the first test accounts; they are public.
enum DevKeys {
  static let texts = [
    "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
    "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
    "0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a",
  ]

  static func key(_ index: Int) throws -> PrivateKey {
    try PrivateKey(SecretBytes(try Hex.decode(texts[index])))
  }
}

/// A transfer with parameters that a test changes.
struct Transfer {
  var from = 0
  var chainID: ChainID = 31_337
  var nonce: UInt64 = 0
  var tip: Wei = 1_000_000_000
  var feeCap: Wei = 10_000_000_000
  var gasLimit: GasUnits = 21_000
  var to: Address? = Address(0x1111, 0, 0)
  var value: Wei = 1
  var data: [UInt8] = []
  var accessList: [AccessListEntry] = []

  var unsigned: UnsignedTransaction {
    .dynamicFee(
      DynamicFeeTransaction(
        chainID: chainID, nonce: nonce, maxPriorityFeePerGas: tip, maxFeePerGas: feeCap,
        gasLimit: gasLimit, to: to, value: value, data: data, accessList: accessList))
  }

  var raw: [UInt8] {
    get throws { try unsigned.signed(by: DevKeys.key(from)).encoded }
  }

  func with(_ change: (inout Transfer) -> Void) -> Transfer {
    var copy = self
    change(&copy)
    return copy
  }
}
