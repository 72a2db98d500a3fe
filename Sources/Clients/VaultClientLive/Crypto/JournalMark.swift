/// The identity of the journal of payments that belongs to a vault, and that journal's progress.
///
/// The journal counts first, and then the vault records the count: a kill in between leaves a
/// journal that is ahead of its vault, which is harmless. A journal that is behind is an old copy.
package struct JournalMark: Hashable, Sendable {
  /// The size of an id.
  package static let idByteCount = 16

  /// Random bytes, chosen when the journal was created, that identify it.
  package let id: [UInt8]

  /// The number of times an open vault has opened the journal or written it for a payment.
  package let stamp: UInt64

  /// Describes a journal.
  ///
  /// - Precondition: The id has 16 bytes.
  package init(id: [UInt8], stamp: UInt64) {
    precondition(id.count == Self.idByteCount, "An id has 16 bytes; found \(id.count)")
    (self.id, self.stamp) = (id, stamp)
  }
}
