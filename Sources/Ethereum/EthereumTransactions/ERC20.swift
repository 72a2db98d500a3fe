package import EthereumPrimitives

/// The token functions that a wallet calls.
///
/// - SeeAlso: ERC-20, "Methods".
package enum ERC20 {
  /// Returns an account's balance in the token's smallest unit.
  package static let balanceOf = ContractFunction<UInt256, Address>("balanceOf(address)")
  /// Moves an amount, in the token's smallest unit, from the caller to an account.
  ///
  /// Returns false or fails if that is not possible. Some tokens return nothing at all.
  package static let transfer = ContractFunction<Bool, Address, UInt256>(
    "transfer(address,uint256)")
  /// Returns the number of digits after the decimal point, if the token reports it.
  package static let decimals = ContractFunction<UInt8>("decimals()")
  /// Returns the token's symbol, such as `DAI`, if it has one; any token may use any symbol.
  package static let symbol = ContractFunction<TokenText>("symbol()")
  /// Returns the token's name, such as `Dai Stablecoin`, if it has one; any token may use any name.
  package static let name = ContractFunction<TokenText>("name()")
}
