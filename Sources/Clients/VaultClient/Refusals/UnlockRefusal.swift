package import Foundation

/// Why a passcode did not open the vault. Its handle is spent.
package enum UnlockRefusal: Error, Hashable, Sendable {
  /// There is no vault.
  case noVault

  /// The handle was spent, wiped, or never given.
  case secretGone

  /// The passcode is wrong; so many may still be tried, at least 1, until waiting begins.
  case wrongPasscode(triesLeft: Int)

  /// The passcode is wrong, and none is looked at before this moment.
  case wrongPasscodeThenBackedOff(until: Date)

  /// The passcode was not looked at: none is before this moment.
  case backedOff(until: Date)

  /// The task was cancelled; the attempt counts.
  case cancelled

  /// The vault's files could not be read or written; the passcode was not looked at.
  case storage(VaultStorageFailure)
}
