/// Leave for one use of one purpose, given for a right passcode.
package struct Authorization: Hashable, Sendable {
  /// A number that is never given twice by one vault.
  package let id: UInt64

  /// Names the authorization with a number, as a vault or a test does.
  package init(id: UInt64) {
    self.id = id
  }
}
