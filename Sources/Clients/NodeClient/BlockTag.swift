/// The block that a request refers to.
package enum BlockTag: Hashable, Sendable {
  /// The first block.
  case earliest
  /// The newest block.
  case latest
  /// The newest block that will not be reorganised away by an honest majority.
  case safe
  /// The newest block that can't be reorganised away without burning a third of the stake.
  case finalized
  /// The newest block and the waiting transactions.
  case pending
  /// The block with this number.
  case number(UInt64)
}
