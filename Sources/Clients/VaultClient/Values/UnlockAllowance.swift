package import Foundation

/// What the owner may try before and after a wrong passcode.
package enum UnlockAllowance: Equatable, Sendable {
  /// A passcode can be tried; so many wrong ones, at least 1, until waiting begins.
  case tries(left: Int)

  /// No passcode is looked at before this moment.
  case backedOff(until: Date)
}
