package import EthereumPrimitives

/// The functions of a token that a wallet calls.
///
/// - SeeAlso: ERC-20, "Methods".
package enum ERC20 {
  /// The smallest units of the token that an account has.
  package static let balanceOf = ContractFunction<UInt256, Address>("balanceOf(address)")
  /// Moves an amount, in the token's smallest unit, from the caller to an account. Returns false,
  /// or fails, where it can't. Some tokens return nothing at all.
  package static let transfer = ContractFunction<Bool, Address, UInt256>(
    "transfer(address,uint256)")
  /// How many digits of an amount are after the decimal point, if a token says so.
  package static let decimals = ContractFunction<UInt8>("decimals()")
  /// The token's symbol, such as `DAI`, if it has one; any token may use any symbol.
  package static let symbol = ContractFunction<TokenText>("symbol()")
  /// The token's name, such as `Dai Stablecoin`, if it has one; any token may use any name.
  package static let name = ContractFunction<TokenText>("name()")
}
