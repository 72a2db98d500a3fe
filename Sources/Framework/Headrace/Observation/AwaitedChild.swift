/// A child in a case of an enum. An observer has looked for it, and it was not there.
///
/// It is an ``ObservedField`` of its own. A change between other cases does not notify the
/// observer.
final class AwaitedChild {
  /// Kept, so that no other key path has its address.
  private let keyPath: AnyKeyPath
  let isThere: () -> Bool

  init(keyPath: AnyKeyPath, isThere: @escaping () -> Bool) {
    self.keyPath = keyPath
    self.isThere = isThere
  }

  /// A number that no stored field has: theirs are small.
  ///
  /// Unchecked: only the address of the key path is used. Nothing is read through it.
  static func number(of keyPath: AnyKeyPath) -> UInt64 {
    UInt64(UInt(bitPattern: Unmanaged.passUnretained(keyPath).toOpaque()))
  }
}
