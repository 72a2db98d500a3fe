/// A first-in, first-out queue.
///
/// A deque from a package would do, but compiling it took a sixth of the framework's clean build.
@usableFromInline
package struct Queue<Element> {
  /// The elements; those before `start` were removed.
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var start = 0

  @inlinable
  package init() {}

  @inlinable package var isEmpty: Bool { start == elements.count }

  @inlinable package var count: Int { elements.count - start }

  /// The oldest element, which is not removed.
  @inlinable package var first: Element? { isEmpty ? nil : elements[start] }

  /// - Complexity: O(1), amortized.
  @inlinable
  package mutating func append(_ element: Element) { elements.append(element) }

  /// Removes the oldest element.
  ///
  /// - Complexity: O(1), amortized: the memory of removed elements is released once they are more
  ///   than half of all.
  @inlinable
  package mutating func popFirst() -> Element? {
    guard start < elements.count else { return nil }
    if elements.count == 1 { return elements.removeLast() }
    let element = elements[start].take()
    start += 1
    if start > elements.count / 2 {
      elements.removeFirst(start)
      start = 0
    }
    return element
  }

  /// Removes the oldest element that satisfies a condition.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  package mutating func removeFirst(where isMatch: (Element) -> Bool) -> Element? {
    let index = elements[start...].firstIndex { $0.map(isMatch) ?? false }
    return index.flatMap { elements.remove(at: $0) }
  }
}
