/// Which journal of payments a vault belongs to, and how far that journal had come.
///
/// The journal counts first, and then the vault notes the count: a kill in between leaves a journal
/// that is ahead of its vault, which is no harm. A journal that is behind is an old copy.
package struct JournalMark: Hashable, Sendable {
  /// The size of an id.
  package static let idByteCount = 16

  /// What tells one journal from another: random bytes that it was made with.
  package let id: [UInt8]

  /// How often the journal was opened or written for a payment by an open vault.
  package let stamp: UInt64

  /// Describes a journal.
  ///
  /// - Precondition: The id has 16 bytes.
  package init(id: [UInt8], stamp: UInt64) {
    precondition(id.count == Self.idByteCount, "An id has 16 bytes; found \(id.count)")
    (self.id, self.stamp) = (id, stamp)
  }
}
