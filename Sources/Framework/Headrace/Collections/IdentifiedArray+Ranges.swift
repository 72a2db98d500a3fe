// What a `RangeReplaceableCollection` can do, as far as unique ids allow it.

extension IdentifiedArray {
  /// Appends the elements whose ids are not present yet.
  ///
  /// - Complexity: O(*m*) expected, amortised, in the number of new elements.
  @inlinable
  public static func += (array: inout Self, elements: some Sequence<Element>) {
    array.append(contentsOf: elements)
  }

  /// Inserts the elements whose ids are not present yet.
  ///
  /// - Parameters:
  ///   - newElements: The elements.
  ///   - index: The position of the first one.
  /// - Complexity: O(*n* + *m*) expected.
  @inlinable
  public mutating func insert(contentsOf newElements: some Sequence<Element>, at index: Int) {
    replaceSubrange(index..<index, with: newElements)
  }

  /// Replaces the elements in a range. New elements whose ids are present outside of the range are
  /// not inserted.
  ///
  /// - Parameters:
  ///   - subrange: The positions of the elements that leave.
  ///   - newElements: What takes their place; there may be more or fewer.
  /// - Complexity: O(*n* + *m*) expected.
  @inlinable
  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Sequence<Element>
  ) {
    let (old, id) = (elements, id)
    var all = Self(id: id)
    all.reserveCapacity(old.count - subrange.count + newElements.underestimatedCount)
    let after = Set(old[subrange.upperBound...].lazy.map { $0[keyPath: id] })
    for element in old[..<subrange.lowerBound] { all.insert(element, at: all.endIndex) }
    for element in newElements where !after.contains(element[keyPath: id]) {
      all.insert(element, at: all.endIndex)
    }
    for element in old[subrange.upperBound...] { all.insert(element, at: all.endIndex) }
    replaceAll(with: all.elements)
  }

  /// Creates an array from elements with unique ids; it checks that they are.
  ///
  /// - Precondition: No two elements have the same id.
  /// - Complexity: O(*n*) expected.
  @inlinable
  public init(
    uncheckedUniqueElements elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable
  ) {
    self.init(uniqueElements: elements, id: id)
  }

  /// Creates an array from another one.
  @inlinable
  public init(_ elements: Self) {
    self = elements
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Creates an array from elements with unique ids; it checks that they are.
  ///
  /// - Precondition: No two elements have the same id.
  /// - Complexity: O(*n*) expected.
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>) {
    self.init(uniqueElements: elements)
  }

  /// Creates an array from a part of another one.
  ///
  /// - Precondition: No two elements have the same id.
  /// - Complexity: O(*n*) expected.
  @inlinable
  public init(_ elements: SubSequence) {
    self.init(uniqueElements: elements)
  }
}
