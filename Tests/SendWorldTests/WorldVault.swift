import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import SendFeature
import VaultClient

/// A vault with one key, which counts its uses.
///
/// Unchecked: everything of one world runs on one thread.
final class WorldVault: @unchecked Sendable {
  private unowned let world: SendWorld
  private let key = WorldPeople.makeKey()
  private var authorizations: [UInt64: Hash32] = [:]
  private var lastID: UInt64 = 0
  /// The passcodes that the person typed and the vault has not used.
  private var passcodes: Set<UInt64> = []
  /// The transaction that the person has agreed to and that is not signed yet.
  private var agreed: UnsignedTransaction?

  init(_ world: SendWorld) {
    self.world = world
  }

  /// Accepts the passcode that the person types after a review of the transaction.
  func type(toSign transaction: UnsignedTransaction) -> SecretHandle {
    lastID += 1
    passcodes.insert(lastID)
    agreed = transaction
    return SecretHandle(id: lastID)
  }

  func authorize(
    _ purpose: AuthorizationPurpose, _ passcode: SecretHandle
  ) throws(AuthorizationRefusal) -> Authorization {
    guard passcodes.remove(passcode.id) != nil, case .sign(_, let hash) = purpose else {
      throw .locked
    }
    lastID += 1
    authorizations[lastID] = hash
    return Authorization(id: lastID)
  }

  func sign(
    _ authorization: Authorization, _ transaction: UnsignedTransaction
  ) throws(SigningRefusal) -> SignedTransaction {
    let hash = transaction.signingHash
    world.require(
      .shown, authorizations.removeValue(forKey: authorization.id) == hash,
      "signed without an authorization for it")
    check(transaction)
    let envelope = transaction.signed(by: key)
    let signed = SignedTransaction(rawTransaction: envelope.encoded, hash: envelope.hash)
    world.signed.append(
      WorldTransaction(hash: signed.hash, raw: signed.rawTransaction, transaction: transaction))
    return signed
  }

  /// Compares the transaction to sign with the reviewed one, and with the person's limits.
  private func check(_ transaction: UnsignedTransaction) {
    if let agreed {
      world.require(.shown, agreed == transaction, "what is signed is not what was shown")
    } else {
      world.require(.shown, false, "signed without a review")
    }
    self.agreed = nil
    let cost: Wei
    do {
      cost = try transaction.maxFeePerGas.cost(of: transaction.gasLimit)
    } catch {
      cost = .max
    }
    world.require(
      .ceilings, cost <= WorldPeople.policy.feeCeiling,
      "signed for \(cost.decimalText) wei of fees; the ceiling is"
        + " \(WorldPeople.policy.feeCeiling.decimalText)")
    let contract = world.plan.chain.contract.map { WorldPeople.recipients[$0] }
    let gas = transaction.to == contract ? WorldPeople.contractGasMax : FeePolicy.plainGas
    let isGasSane =
      transaction.gasLimit == gas
      || world.isCodeForged && transaction.gasLimit == WorldPeople.forgedCodeGasMax
    world.require(
      .ceilings, isGasSane,
      "signed for \(transaction.gasLimit); what is paid needs \(gas)")
    if world.plan.chain.hasVerifier, !world.isTipForged {
      world.require(
        .noNodesWord, transaction.maxPriorityFeePerGas <= WorldPeople.tipMax,
        "signed for a tip of \(transaction.maxPriorityFeePerGas.decimalText), which one node names")
    }
    // One node that lies about the base fee costs what the owner's ceiling allows; two must agree.
    guard !world.isBaseFeeForged else { return }
    world.require(
      .ceilings,
      transaction.maxPriorityFeePerGas <= FeePolicy.tipCeiling(baseFee: WorldChain.baseFee),
      "signed for a tip of \(transaction.maxPriorityFeePerGas.decimalText)")
    world.require(
      .ceilings, transaction.maxFeePerGas <= WorldPeople.feePerGasMax,
      "signed for \(transaction.maxFeePerGas.decimalText) wei per gas")
  }

  /// Returns the vault as a process sees it.
  func client(of process: WorldProcess) -> VaultClient {
    var vault = VaultClient.testValue
    vault.authorize = { purpose, passcode throws(AuthorizationRefusal) in
      guard await process.passes("authorize") else { throw .locked }
      return try self.authorize(purpose, passcode)
    }
    vault.sign = { authorization, _, transaction throws(SigningRefusal) in
      guard await process.passes("sign") else { throw .authorization(.locked) }
      let signed = try self.sign(authorization, transaction)
      guard await process.passes("signed") else { throw .authorization(.locked) }
      return signed
    }
    vault.lock = { _ = await process.passes("lock") }
    vault.discard = { self.passcodes.remove($0.id) }
    return vault
  }
}
