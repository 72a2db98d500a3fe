/// Whether there is a vault, and whether it is open.
package enum VaultStatus: Equatable, Sendable {
  /// No vault has been created, or it was erased.
  case empty

  /// There is a vault, and its passcode is needed.
  case locked(UnlockAllowance)

  /// The vault is open; its accounts, in the order in which they were added.
  case unlocked([VaultAccount])
}
