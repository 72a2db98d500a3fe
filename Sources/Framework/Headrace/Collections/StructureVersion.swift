import Synchronization

/// Numbers the changes to sets of ids, in the whole process: no number is used twice.
@usableFromInline
enum StructureVersion {
  private static let newest = Atomic<UInt64>(0)

  /// A number larger than all before.
  @usableFromInline
  static func next() -> UInt64 {
    newest.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
