/// A change that no field reports by itself: a child appears or disappears, or a collection gets
/// other rows, in a case of an enum or further inside a field.
///
/// It has its own ``ObservedField``. Whatever else changes in the state, observers are notified
/// only if this change has happened.
final class AwaitedChange {
  /// Kept, so that no other key path has its address.
  private let keyPath: AnyKeyPath
  /// Whether it has happened since the last call.
  let hasHappened: () -> Bool

  init(keyPath: AnyKeyPath, hasHappened: @escaping () -> Bool) {
    self.keyPath = keyPath
    self.hasHappened = hasHappened
  }

  /// A number for the key path. The numbers of fields are 64-bit hashes of their names, so a
  /// collision is as rare as between two fields.
  ///
  /// Unchecked: only the address of the key path is used, and nothing is read through it. The
  /// change keeps the key path, so that no other one has its address.
  static func number(of keyPath: AnyKeyPath) -> UInt64 {
    let address = UInt64(UInt(bitPattern: Unmanaged.passUnretained(keyPath).toOpaque()))
    return address | 1 << 63
  }
}
