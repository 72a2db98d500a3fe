import Synchronization

/// Numbers the changes of id sets, for the whole process: no number is given twice.
@usableFromInline
enum StructureVersion {
  private static let newest = Atomic<UInt64>(0)

  /// A number larger than all before.
  @usableFromInline
  static func next() -> UInt64 {
    newest.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
