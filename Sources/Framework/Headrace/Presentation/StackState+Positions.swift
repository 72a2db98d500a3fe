// MARK: - Going Back

extension StackState {
  /// Removes an element and all above it from the stack.
  ///
  /// - Parameter id: The element to leave.
  /// - Returns: Whether it was on the stack.
  /// - Complexity: O(*n*)
  @inlinable
  @discardableResult
  public mutating func pop(from id: StackElementID) -> Bool {
    guard let index = index(id: id) else { return false }
    removeSubrange(index...)
    return true
  }

  /// Removes all elements above one from the stack.
  ///
  /// - Parameter id: The element to go back to.
  /// - Returns: Whether it is on the stack.
  /// - Complexity: O(*n*)
  @inlinable
  @discardableResult
  public mutating func pop(to id: StackElementID) -> Bool {
    guard let index = index(id: id) else { return false }
    removeSubrange((index + 1)...)
    return true
  }
}

// MARK: - Finding Positions

extension StackState {
  /// The position of the element with an id.
  ///
  /// - Complexity: O(log *n*), and O(1) for the top; O(*n*) if ids are not in order.
  @inlinable
  func index(id: StackElementID) -> Int? {
    guard isInOrder else { return entries.lastIndex { $0.id.number == id.number } }
    // The element is usually the top, or new.
    var (lower, upper) = (0, entries.count)
    var middle = upper - 1
    while lower < upper {
      let number = entries[middle].id.number
      if number == id.number { return middle }
      if number < id.number { lower = middle + 1 } else { upper = middle }
      middle = lower + (upper - lower) / 2
    }
    return nil
  }

  /// Inserts an element at a position, with an id that no other has.
  @inlinable
  mutating func insert(_ element: Element, id: StackElementID, at position: Int) {
    let isAbove = position == 0 || entries[position - 1].id.number < id.number
    let isBelow = position == entries.count || id.number < entries[position].id.number
    isInOrder = entries.isEmpty || isInOrder && isAbove && isBelow
    entries.insert(Entry(element, id: id), at: position)
    noteStructure(at: position)
  }

  /// Removes an element, even one that is moved out to be changed.
  @inlinable
  mutating func takeOff(at position: Int) {
    noteStructure(at: position)
    entries.remove(at: position)
  }

  /// An id that no element has: there may be some with ids made elsewhere.
  @inlinable
  func makeID() -> StackElementID {
    let generator = StackElementIDGenerator.current
    var id = generator.makeID()
    while index(id: id) != nil { id = generator.makeID() }
    return id
  }
}
