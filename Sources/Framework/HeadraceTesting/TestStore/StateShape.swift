/// Compares which optionals, elements, keys and cases two states have, but not their other values.
///
/// If two states have the same shape, what a closure unwraps or subscripts in one is in the other.
enum StateShape {
  /// Returns whether two values have the same shape; `false` if reflection can't tell.
  static func isSame(_ first: Any, _ second: Any) -> Bool {
    let (one, other) = (Mirror(reflecting: first), Mirror(reflecting: second))
    guard one.displayStyle == other.displayStyle, one.children.count == other.children.count,
      hasSameID(first, second)
    else { return false }
    switch one.displayStyle {
    case .class:
      return ObjectIdentifier(first as AnyObject) == ObjectIdentifier(second as AnyObject)
    case .set, .dictionary:
      guard let keys = keys(of: first), keys == self.keys(of: second) else { return false }
    case .enum where one.children.isEmpty:
      return "\(first)" == "\(second)"
    default:
      break
    }
    return zip(one.children, other.children).allSatisfy {
      $0.label == $1.label && (one.displayStyle == .dictionary || isSame($0.value, $1.value))
    }
  }

  /// Elements are also looked up by their ids.
  private static func hasSameID(_ first: Any, _ second: Any) -> Bool {
    guard let first = first as? any Identifiable, let second = second as? any Identifiable else {
      return true
    }
    return id(of: first) == id(of: second)
  }

  private static func id(of value: some Identifiable) -> AnyHashable { AnyHashable(value.id) }

  private static func keys(of value: Any) -> Set<AnyHashable>? {
    if let set = value as? Set<AnyHashable> { return set }
    return (value as? [AnyHashable: Any]).map { Set($0.keys) }
  }
}
