public import Headrace

// The remaining API of `IdentifiedArray` in IdentifiedCollections.

extension IdentifiedArray {
  /// Creates an array from elements with unique ids; uniqueness is checked nonetheless.
  ///
  /// - Precondition: No two elements have the same id.
  /// - Complexity: O(*n*) expected.
  public init(
    uncheckedUniqueElements elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable
  ) {
    self.init(uniqueElements: elements, id: id)
  }

  /// Creates an array from another one.
  public init(_ elements: Self) {
    self = elements
  }

  /// Inserts the elements whose ids are not yet present.
  ///
  /// - Parameters:
  ///   - newElements: The elements.
  ///   - index: The position of the first one.
  /// - Complexity: O(*n* + *m*) expected.
  public mutating func insert(contentsOf newElements: some Sequence<Element>, at index: Int) {
    replaceSubrange(index..<index, with: newElements)
  }

  /// Replaces the elements in a range.
  ///
  /// New elements whose ids are present outside of the range are not inserted.
  ///
  /// - Parameters:
  ///   - subrange: The positions of the elements to replace.
  ///   - newElements: The elements that replace them; there may be more or fewer.
  /// - Complexity: O(*n* + *m*) expected.
  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Sequence<Element>
  ) {
    let (old, id) = (elements, id)
    let after = Set(old[subrange.upperBound...].map { $0[keyPath: id] })
    var all = Self(id: id)
    all += old[..<subrange.lowerBound]
    all += newElements.filter { !after.contains($0[keyPath: id]) }
    all += old[subrange.upperBound...]
    self = all
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Creates an array from elements with unique ids; uniqueness is checked nonetheless.
  ///
  /// - Precondition: No two elements have the same id.
  /// - Complexity: O(*n*) expected.
  public init(uncheckedUniqueElements elements: some Sequence<Element>) {
    self.init(uniqueElements: elements)
  }

  /// Creates an array from a part of another one.
  ///
  /// - Precondition: No two elements have the same id.
  /// - Complexity: O(*n*) expected.
  public init(_ elements: SubSequence) {
    self.init(uniqueElements: elements)
  }
}
