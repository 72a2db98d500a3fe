/// The neighbours of an element in one ``LinkedList``.
struct ListLinks<Element: AnyObject> {
  // Unmanaged: see `LinkedList`.
  fileprivate(set) var next: Unmanaged<Element>?
  fileprivate var previous: Unmanaged<Element>?
}

/// A kind of list: which links of its elements it uses.
///
/// An element can be in lists of several kinds, and in one list of each kind at a time.
protocol ListKind<Element> {
  associatedtype Element: AnyObject

  /// The links of an element. Only ``LinkedList`` changes them.
  static subscript(element: Element) -> ListLinks<Element> { get set }
}

/// A list that is linked through its elements, so that one is removed without a search (row
/// `effects started and cancelled, each`).
///
/// Unmanaged: the list retains nothing. What puts an element in a list keeps it alive until it is
/// taken out. So the links are plain pointers, without reference counting.
struct LinkedList<Kind: ListKind> {
  /// The element that was added last.
  private(set) var first: Unmanaged<Kind.Element>?

  var isEmpty: Bool { first == nil }

  /// Adds an element at the front.
  mutating func add(_ element: Kind.Element) {
    let new = Unmanaged.passUnretained(element)
    Kind[element].next = first
    if let first { Kind[first.takeUnretainedValue()].previous = new }
    first = new
  }

  /// Removes an element, which must be in this list.
  mutating func remove(_ element: Kind.Element) {
    let (next, previous) = (Kind[element].next, Kind[element].previous)
    if let previous {
      Kind[previous.takeUnretainedValue()].next = next
    } else {
      first = next
    }
    if let next { Kind[next.takeUnretainedValue()].previous = previous }
    Kind[element] = ListLinks()
  }

  /// Calls a closure for each element, the newest first; it may remove that element.
  func forEach(_ body: (Kind.Element) -> Void) {
    var link = first
    while let current = link?.takeUnretainedValue() {
      link = Kind[current].next
      body(current)
    }
  }

  /// The newest element that satisfies a condition.
  func first(where isIncluded: (Kind.Element) -> Bool) -> Kind.Element? {
    var link = first
    while let current = link?.takeUnretainedValue() {
      if isIncluded(current) { return current }
      link = Kind[current].next
    }
    return nil
  }
}
