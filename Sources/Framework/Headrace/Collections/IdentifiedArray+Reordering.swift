public import OrderedCollections

// MARK: - Reordering

extension IdentifiedArray {
  /// Moves elements in front of another.
  ///
  /// - Parameters:
  ///   - source: The positions of the elements to move; they keep their order.
  ///   - destination: The position, before the move, that they are put in front of; up to `count`.
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
    precondition((0...count).contains(destination), "There is no position \(destination).")
    let moving = Set(source)
    for index in moving { precondition(indices.contains(index), "There is no element \(index).") }
    let kept = { !moving.contains($0) }
    let order =
      (0..<destination).filter(kept) + moving.sorted() + (destination..<count).filter(kept)
    orderDidChange()
    storage = OrderedDictionary(
      uniqueKeysWithValues: order.map { (storage.keys[$0], storage.values[$0]) })
  }

  /// Moves an element.
  ///
  /// - Parameters:
  ///   - source: Its position.
  ///   - destination: Its position after the move.
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func move(from source: Int, to destination: Int) {
    orderDidChange()
    let (key, value) = storage.remove(at: source)
    storage.updateValue(value, forKey: key, insertingAt: destination)
  }

  /// Moves the elements that satisfy a condition behind the others; the order within the two parts
  /// may change.
  ///
  /// - Returns: The position of the first element that satisfies it.
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func partition(
    by belongsInSecondPartition: (Element) throws -> Bool
  ) rethrows -> Int {
    orderDidChange()
    return try storage.partition { try belongsInSecondPartition($0.value) }
  }

  /// Sorts the elements.
  ///
  /// - Complexity: O(*n* log *n*)
  @inlinable
  public mutating func sort(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) rethrows {
    orderDidChange()
    try storage.sort { try areInIncreasingOrder($0.value, $1.value) }
  }

  /// Reverses the order.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func reverse() {
    orderDidChange()
    storage.reverse()
  }

  /// Shuffles the elements with the system's randomness; in a reducer pass a generator instead.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func shuffle() {
    orderDidChange()
    storage.shuffle()
  }

  /// Shuffles the elements.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    orderDidChange()
    storage.shuffle(using: &generator)
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements in increasing order.
  ///
  /// - Complexity: O(*n* log *n*)
  @inlinable
  public mutating func sort() {
    sort(by: <)
  }
}
