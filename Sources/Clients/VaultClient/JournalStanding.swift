/// What a vault knows of the journal of payments that stands beside it.
package enum JournalStanding: Hashable, Sendable {
  /// It is the journal that the vault was last used with, or the vault knows of none.
  case asKnown

  /// It is an older copy, another wallet's, or gone: nothing is signed until the right one is put
  /// back, or the owner accepts what is there.
  case older
}
