/// Tells whether two reducers behave the same, as far as that can be known.
///
/// Only work is saved by the answer: an equal reducer need not be compiled again. Which effects are
/// whose never depends on it. So the answer may be "no" for equal reducers, never "yes" for others.
enum ReducerEquality {
  /// Whether two reducers are the same.
  ///
  /// Equal bytes mean that they are: each keeps what it refers to alive. Where bytes differ, which
  /// bytes between the properties may do for equal reducers, the properties are compared.
  ///
  /// - Complexity: A comparison of memory; where that differs, one reflection for each property.
  static func isSame<Value: Reducer>(_ first: Value, _ second: Value) -> Bool {
    let haveSameBytes = withUnsafeBytes(of: first) { first in
      withUnsafeBytes(of: second) { second in first.elementsEqual(second) }
    }
    return haveSameBytes || haveSameProperties(first, second)
  }

  private static func isSame(_ first: Any, _ second: Any) -> Bool {
    guard type(of: first) == type(of: second) else { return false }
    if let first = first as? any ComparablePart { return first.isSame(as: second) }
    if let first = first as? any Equatable { return isEqual(first, second) }
    if type(of: first) is AnyClass { return (first as AnyObject) === (second as AnyObject) }
    return haveSameProperties(first, second)
  }

  private static func isEqual<Value: Equatable>(_ first: Value, _ second: Any) -> Bool {
    guard let second = second as? Value else { return false }
    return first == second
  }

  private static func haveSameProperties(_ first: Any, _ second: Any) -> Bool {
    // What a type shows of itself need not be all that it has.
    guard !(first is any CustomReflectable) else { return false }
    let (first, second) = (Mirror(reflecting: first), Mirror(reflecting: second))
    guard first.children.count == second.children.count, !first.children.isEmpty else {
      return false
    }
    switch first.displayStyle {
    case .struct, .tuple, .optional: break
    case .enum:
      guard first.children.first?.label == second.children.first?.label else { return false }
    default: return false
    }
    return zip(first.children, second.children).allSatisfy { isSame($0.value, $1.value) }
  }
}

/// A part of reducers that knows what makes two of it the same.
protocol ComparablePart {
  /// Whether another value of the same type is the same.
  func isSame(as other: Any) -> Bool
}
