/// Values by the types of their keys.
///
/// A value's box has the type that its key declares.
struct DependencyTable: Sendable {
  private var boxes: [ObjectIdentifier: any AnyObject & Sendable] = [:]

  /// The value of a key.
  ///
  /// - Complexity: O(1) expected.
  subscript<Key: TestDependencyKey>(key: Key.Type) -> Key.Value? {
    get { box(of: ObjectIdentifier(key)).map { DependencyBox.value(of: key, in: $0) } }
    set { boxes[ObjectIdentifier(key)] = newValue.map { DependencyBox($0) } }
  }

  /// The box of a key's value.
  func box(of key: ObjectIdentifier) -> (any AnyObject & Sendable)? { boxes[key] }

  var keys: Set<ObjectIdentifier> { Set(boxes.keys) }

  /// How many keys have a value here and another one in an earlier table.
  func keysReplaced(in earlier: DependencyTable) -> Int {
    earlier.boxes.count { key, box in boxes[key].map { $0 !== box } ?? false }
  }

  /// Adds another table's values, which replace those of the same keys.
  func merging(_ other: DependencyTable) -> DependencyTable {
    var merged = self
    merged.boxes.merge(other.boxes) { _, new in new }
    return merged
  }
}

/// A value in a table.
@usableFromInline
final class DependencyBox<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  init(_ value: Value) { self.value = value }
}

extension DependencyBox {
  /// Opens the box that a table has for a key.
  @inlinable
  static func value<Key: TestDependencyKey>(
    of key: Key.Type, in box: any AnyObject & Sendable
  ) -> Value where Key.Value == Value {
    guard let box = box as? DependencyBox<Value> else {
      preconditionFailure("The box of a key has the type of the key's value.")
    }
    return box.value
  }
}
