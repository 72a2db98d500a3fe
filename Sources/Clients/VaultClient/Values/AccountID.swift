/// An account of the vault, for as long as the vault exists.
package struct AccountID: Hashable, Sendable, Codable, RawRepresentable {
  /// A number from 0, given in the order in which accounts are added, and never given twice.
  package let rawValue: UInt32

  /// Names an account with its number.
  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}
