/// Determines whether two reducers behave the same, as far as that can be known.
///
/// A "no" for equal reducers only causes another compilation. A "yes" for different ones would let
/// one child run as another. So an author's `==`, which may ignore properties, is never called:
/// values are compared by their bytes or property by property, references by identity.
enum ReducerEquality {
  /// Whether two reducers are the same.
  ///
  /// Equal bytes mean that they are the same, because each retains what it refers to. (A pointer or
  /// an unowned reference, which the author must keep valid, is compared as a number.) If bytes
  /// differ, the properties are compared, because padding bytes of equal reducers may differ.
  ///
  /// - Complexity: A comparison of memory; if that differs, one reflection for each property.
  static func isSame<Value>(_ first: Value, _ second: Value) -> Bool {
    // Safe: both have the size of their type, and are only read, within the closures.
    let haveSameBytes = withUnsafeBytes(of: first) { first in
      withUnsafeBytes(of: second) { second in first.elementsEqual(second) }
    }
    if haveSameBytes { return true }
    if let first = first as? any ComparablePart { return first.isSame(as: second) }
    return haveSameProperties(first, second)
  }

  /// Whether two parts of reducers are the same. Their type is known only from their values.
  fileprivate static func isSamePart(_ first: Any, _ second: Any) -> Bool {
    func compare<Part>(_ first: Part) -> Bool {
      // A cast alone would also accept a subclass or another kind of number.
      guard type(of: second) == Part.self, let second = second as? Part else { return false }
      return isSame(first, second)
    }
    return _openExistential(first, do: compare)
  }

  private static func haveSameProperties(_ first: Any, _ second: Any) -> Bool {
    // A custom mirror need not show everything that a type contains.
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
    return zip(first.children, second.children).allSatisfy { isSamePart($0.value, $1.value) }
  }
}

/// A part of a reducer that knows when two of it are the same.
protocol ComparablePart {
  /// Whether another value of the same type is the same.
  func isSame(as other: Any) -> Bool
}

extension String: ComparablePart {
  // Not '==', which treats different bytes of equivalent text as equal.
  func isSame(as other: Any) -> Bool {
    guard let other = other as? String else { return false }
    return utf8.elementsEqual(other.utf8)
  }
}

extension Array: ComparablePart {
  func isSame(as other: Any) -> Bool {
    guard let other = other as? [Element], count == other.count else { return false }
    return zip(self, other).allSatisfy { ReducerEquality.isSame($0, $1) }
  }
}

extension Dictionary: ComparablePart {
  func isSame(as other: Any) -> Bool {
    guard let other = other as? [Key: Value], count == other.count else { return false }
    return allSatisfy { key, value in
      guard let index = other.index(forKey: key) else { return false }
      let found = other[index]
      return ReducerEquality.isSame(found.key, key) && ReducerEquality.isSame(found.value, value)
    }
  }
}

extension Set: ComparablePart {
  func isSame(as other: Any) -> Bool {
    guard let other = other as? Set, count == other.count else { return false }
    return allSatisfy { element in
      other.firstIndex(of: element).map { ReducerEquality.isSame(other[$0], element) } ?? false
    }
  }
}

extension Dependency: ComparablePart {
  /// Whether another property reads the same value at the same line, with the same fallback
  /// overrides.
  func isSame(as other: Any) -> Bool {
    guard let other = other as? Self, reader.isSame(as: other.reader) else { return false }
    // The name of a key is the reader's.
    return keyPath == other.keyPath
  }
}
