/// A change that no field tells of by itself: a child comes into a case of an enum, or comes or
/// goes further inside a field.
///
/// It is an ``ObservedField`` of its own. Whatever changes in the state, observers are notified
/// only where this has happened.
final class AwaitedChange {
  /// Kept, so that no other key path has its address.
  private let keyPath: AnyKeyPath
  /// Whether it has happened since this was asked last.
  let hasHappened: () -> Bool

  init(keyPath: AnyKeyPath, hasHappened: @escaping () -> Bool) {
    self.keyPath = keyPath
    self.hasHappened = hasHappened
  }

  /// A number for the key path. Those of fields are hashes of 64 bits of their names: one of them
  /// is the same as seldom as two fields have one number.
  ///
  /// Unchecked: only the address of the key path is used, and nothing is read through it. The
  /// change keeps the key path, so that no other one has its address.
  static func number(of keyPath: AnyKeyPath) -> UInt64 {
    let address = UInt64(UInt(bitPattern: Unmanaged.passUnretained(keyPath).toOpaque()))
    return address | 1 << 63
  }
}
