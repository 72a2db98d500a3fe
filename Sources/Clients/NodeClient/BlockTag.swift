/// The block that a request is about.
package enum BlockTag: Hashable, Sendable {
  /// The first block.
  case earliest
  /// The newest block.
  case latest
  /// The newest block that will not be reorganised away by an honest majority.
  case safe
  /// The newest block that can't be reorganised away without burning a third of the stake.
  case finalized
  /// The newest block and the transactions that wait.
  case pending
  /// The block of that number.
  case number(UInt64)
}
