/// A child in a case of an enum for which an observer has looked, and which was not there.
///
/// It is an ``ObservedField`` of its own, so that a change between other cases notifies nobody who
/// looks for this one.
final class AwaitedChild {
  /// Kept, so that no other key path has its address.
  private let keyPath: AnyKeyPath
  let isThere: () -> Bool

  init(keyPath: AnyKeyPath, isThere: @escaping () -> Bool) {
    self.keyPath = keyPath
    self.isThere = isThere
  }

  /// A number that no stored field has: theirs are small.
  static func number(of keyPath: AnyKeyPath) -> UInt64 {
    UInt64(UInt(bitPattern: Unmanaged.passUnretained(keyPath).toOpaque()))
  }
}
