package import BigInt
package import EthereumPrimitives
package import JSONRPC

/// The reason the chain does not accept a transaction, with geth's text.
///
/// Wallets distinguish these by their texts, which are therefore exactly geth's, if geth has one
/// (`core/error.go`, `core/txpool/errors.go` and `validation.go`, `internal/ethapi`).
package enum DevChainRefusal: Error, Equatable, Sendable {
  case alreadyKnown
  case unprotected
  case feeAboveNodeLimit(feeWei: BigUInt, limitWei: BigUInt)
  case unsupportedType(UInt8)
  case oversizedData(size: Int, sizeMax: Int)
  case gasAboveBlockLimit
  case tipAboveFeeCap
  case invalidSignature
  case wrongChain(have: ChainID, want: ChainID)
  case nonceAtMaximum
  case intrinsicGasTooLow(gas: UInt64, needed: UInt64)
  case floorGasTooLow(gas: UInt64, needed: UInt64)
  case tipTooLow(tip: BigUInt, needed: BigUInt)
  case nonceTooLow(next: UInt64, nonce: UInt64)
  case insufficientFunds(balance: BigUInt, cost: BigUInt)
  case insufficientFundsForQueue(balance: BigUInt, queued: BigUInt, cost: BigUInt)
  case insufficientFundsForBump(balance: BigUInt, queued: BigUInt, bump: BigUInt)
  case replacementUnderpriced
  case poolFull
  /// This text is not geth's: this chain executes no code.
  case contractCreation
}

extension DevChainRefusal: CustomStringConvertible {
  package var description: String {
    let funds = "insufficient funds for gas * price + value: balance"
    switch self {
    case .alreadyKnown: return "already known"
    case .unprotected:
      return "only replay-protected (EIP-155) transactions allowed over RPC"
    case .feeAboveNodeLimit(let fee, let limit):
      return "tx fee (\(Self.ether(fee)) ether) exceeds the configured cap "
        + "(\(Self.ether(limit)) ether)"
    case .unsupportedType(let type):
      return "transaction type not supported: tx type \(type) not supported by this pool"
    case .oversizedData(let size, let sizeMax):
      return "oversized data: transaction size \(size), limit \(sizeMax)"
    case .gasAboveBlockLimit: return "exceeds block gas limit"
    case .tipAboveFeeCap: return "max priority fee per gas higher than max fee per gas"
    case .invalidSignature: return "invalid sender: invalid transaction v, r, s values"
    case .wrongChain(let have, let want):
      return "invalid sender: invalid chain id for signer: have \(have) want \(want)"
    case .nonceAtMaximum: return "nonce has max value"
    case .intrinsicGasTooLow(let gas, let needed):
      return "intrinsic gas too low: gas \(gas), minimum needed \(needed)"
    case .floorGasTooLow(let gas, let needed):
      return "insufficient gas for floor data gas cost: gas \(gas), minimum needed \(needed)"
    case .tipTooLow(let tip, let needed):
      return "transaction gas price below minimum: gas tip cap \(tip), minimum needed \(needed)"
    case .nonceTooLow(let next, let nonce):
      return "nonce too low: next nonce \(next), tx nonce \(nonce)"
    case .insufficientFunds(let balance, let cost):
      return "\(funds) \(balance), tx cost \(cost), overshot \(cost - balance)"
    case .insufficientFundsForQueue(let balance, let queued, let cost):
      return "\(funds) \(balance), queued cost \(queued), tx cost \(cost), "
        + "overshot \(queued + cost - balance)"
    case .insufficientFundsForBump(let balance, let queued, let bump):
      return "\(funds) \(balance), queued cost \(queued), tx bumped \(bump), "
        + "overshot \(queued + bump - balance)"
    case .replacementUnderpriced: return "replacement transaction underpriced"
    case .poolFull: return "txpool is full"
    case .contractCreation:
      return "this dev chain executes no code: contract creation is not supported, expected a "
        + "transaction with a recipient"
    }
  }

  /// The refusal as an answer; −32000 is geth's code for all of them.
  package var rpcError: RPCError { RPCError(code: -32_000, message: description) }

  /// Formats an amount with two decimals, as geth's `%.2f` does.
  private static func ether(_ wei: BigUInt) -> String {
    let half = BigUInt(10).power(16) / 2
    let (whole, cents) = ((wei + half) / BigUInt(10).power(16)).quotientAndRemainder(
      dividingBy: 100)
    return "\(whole).\(cents < 10 ? "0" : "")\(cents)"
  }
}
