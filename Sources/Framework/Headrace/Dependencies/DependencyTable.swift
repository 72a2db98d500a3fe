/// Values by the types of their keys.
///
/// A value's box has the type that its key says, so that reading needs no dynamic cast: these cost
/// more than finding it.
struct DependencyTable: Sendable {
  private var boxes: [ObjectIdentifier: any AnyObject & Sendable] = [:]

  private final class Box<Value: Sendable>: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  /// The value of a key.
  ///
  /// - Complexity: O(1) expected.
  subscript<Key: TestDependencyKey>(key: Key.Type) -> Key.Value? {
    get {
      guard let box = boxes[ObjectIdentifier(key)] else { return nil }
      // Only the setter below adds boxes, and under each key none but of its value's type.
      return unsafeDowncast(box, to: Box<Key.Value>.self).value
    }
    set {
      boxes[ObjectIdentifier(key)] = newValue.map { Box($0) }
    }
  }

  var isEmpty: Bool { boxes.isEmpty }

  var keys: Set<ObjectIdentifier> { Set(boxes.keys) }

  /// Adds another table's values, which replace those of the same keys.
  func merging(_ other: DependencyTable) -> DependencyTable {
    var merged = self
    merged.boxes.merge(other.boxes) { _, new in new }
    return merged
  }
}
