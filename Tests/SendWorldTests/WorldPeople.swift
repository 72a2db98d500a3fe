import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import SendFeature
import VaultClient

/// The payers and the recipients.
enum WorldPeople {
  /// The paying account, of the one key of every world.
  static let account = VaultAccount(
    id: AccountID(rawValue: 0), address: key.address(), name: "Account 1",
    path: "m/44'/60'/0'/0/0")

  /// The fees that the person allows.
  static let policy = FeePolicy.standard

  /// The most that a transaction may offer for each gas while no node lies about the base fee.
  ///
  /// Twice the base fee and the highest tip, and a tenth more for a replacement.
  static let feePerGasMax = Wei(132_000_000_000)

  /// The most that a transaction may offer as a tip if an honest node is asked about it.
  ///
  /// The tips of others, a tenth more for each replacement, and the wei that distinguish equal
  /// transactions.
  static let tipMax = Wei(1_500_000_000)

  static let recipientCount = 3

  /// The recipients.
  static let recipients = (0..<recipientCount).map { Address(0x5afe, 0x1111, UInt32($0) << 8) }
  /// The gas that a payment to a contract costs.
  static let contractGas: GasUnits = 30_000
  /// A fifth more, which is the signed limit.
  static let contractGasMax: GasUnits = 36_000
  /// The signed limit for a recipient with made-up code: a fifth more than the plain gas.
  static let forgedCodeGasMax: GasUnits = 25_200
  /// The recipients' addresses, as they are typed.
  static let recipientTexts = recipients.map(\.checksummed)

  /// Returns a payment of another wallet with the same key.
  static func foreign(_ chain: WorldChain, afterWaiting: Bool) -> WorldTransaction {
    let transaction = UnsignedTransaction.dynamicFee(
      DynamicFeeTransaction(
        chainID: chain.plan.chainID,
        nonce: afterWaiting ? chain.nextNonce : chain.view.head.accountNonce,
        maxPriorityFeePerGas: 3_000_000_000, maxFeePerGas: 50_000_000_000, gasLimit: 21_000,
        to: Address(0x5afe, 0x2222, 0), value: 77, data: [], accessList: []))
    let envelope = transaction.signed(by: key)
    return WorldTransaction(
      hash: envelope.hash, raw: envelope.encoded, transaction: transaction)
  }

  private static var key: PrivateKey { makeKey(byte: 1) }

  private static func makeKey(byte: UInt8) -> PrivateKey {
    do {
      return try PrivateKey(SecretBytes([UInt8](repeating: byte, count: 32)))
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Returns the signing key.
  static func makeKey() -> PrivateKey { key }
}
