public import OrderedCollections

/// An array whose elements have unique ids and can be found by id.
///
/// ```swift
/// var rows: IdentifiedArrayOf<Row.State> = []
/// rows.append(Row.State(id: 1))
/// rows[id: 1]?.isDone = true
/// ```
///
/// The order is that of an array; finding, changing and appending an element by id takes constant
/// time, as in a dictionary.
public struct IdentifiedArray<ID: Hashable, Element> {
  @usableFromInline
  var storage: OrderedDictionary<ID, Element>

  /// Where an element keeps its id.
  public let id: any KeyPath<Element, ID> & Sendable

  /// A number that changes whenever an element is added, removed or moved; equal numbers mean the
  /// same ids in the same order.
  ///
  /// Changing an element in place doesn't change it. Comparison, hashing and coding ignore it.
  @usableFromInline
  package internal(set) var structureVersion: UInt64

  /// What has changed since effects of lost elements were looked for.
  @usableFromInline package internal(set) var changes = ElementChanges<ID>()

  /// Where the element of the last action stood. The next action is often for the same element,
  /// which is then found without hashing. By now another element may stand there, or none.
  @usableFromInline var lastIndex = 0

  /// Where in an element's memory its id is; `nil` if it is not a stored property.
  @usableFromInline let idOffset: Int?

  @usableFromInline
  init(storage: OrderedDictionary<ID, Element>, id: any KeyPath<Element, ID> & Sendable) {
    self.storage = storage
    self.id = id
    self.idOffset = MemoryLayout<Element>.offset(of: id as KeyPath<Element, ID>)
    self.structureVersion = StateStamp.next()
  }

  /// The stamp of the last time an element was changed in place or replaced.
  @usableFromInline var contentStamp: UInt64 = 0

  // Every mutation calls one of the following, unless it changes an element in place.

  /// Notes that several elements were added, removed or replaced.
  @inlinable
  mutating func structureDidChange() {
    structureVersion = StateStamp.next()
    changes.noteSeveral()
  }

  /// Notes that one element was added at a position.
  @inlinable
  mutating func didInsert(at position: Int) {
    structureVersion = StateStamp.next()
    let id = storage.keys[position]
    changes.note(id)
    Self.checkEquality(of: id)
  }

  /// Notes that one element was removed.
  @inlinable
  mutating func didRemove(_ id: ID) {
    structureVersion = StateStamp.next()
    changes.note(id)
  }

  /// Notes that elements will be removed from positions.
  @inlinable
  mutating func willRemove(at positions: some Sequence<Int>) {
    structureVersion = StateStamp.next()
    guard changes.isNoting else { return }
    for position in positions {
      let id = storage.keys[position]
      changes.note(id)
    }
  }

  /// The ids, in the order of the elements.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var ids: OrderedSet<ID> { storage.keys }

  /// The elements, as an array.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var elements: [Element] { storage.values.elements }
}

/// An identified array of `Identifiable` elements.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray: Sendable where ID: Sendable, Element: Sendable {}

// MARK: - Creating Identified Arrays

extension IdentifiedArray {
  /// Creates an empty array whose elements keep their ids at a key path.
  @inlinable
  public init(id: any KeyPath<Element, ID> & Sendable) {
    self.init(storage: [:], id: id)
  }

  /// Creates an array from elements with unique ids.
  ///
  /// - Precondition: No two elements have the same id.
  /// - Complexity: O(*n*) expected.
  @inlinable
  public init(
    uniqueElements elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable
  ) {
    self.init(storage: Self.index(elements, by: id), id: id)
  }

  /// Creates an array from elements, combining those with the same id.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - id: Where an element keeps its id.
  ///   - combine: Returns the element to keep. It takes the first one's position and must have the
  ///     same id.
  /// - Complexity: O(*n*) expected.
  @inlinable
  public init(
    _ elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    let pairs = elements.lazy.map { ($0[keyPath: id], $0) }
    self.init(
      storage: try OrderedDictionary(pairs, uniquingKeysWith: combine), id: id)
    for (key, element) in storage {
      Self.checkEquality(of: key)
      precondition(
        element[keyPath: id] == key || key != key,
        "The elements with the id \(key) were combined into one with another id.")
    }
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
  /// Creates an empty array.
  @inlinable
  public init() {
    self.init(id: \.id)
  }

  /// Creates an array from elements with unique ids.
  ///
  /// - Precondition: No two elements have the same id.
  /// - Complexity: O(*n*) expected.
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init(uniqueElements: elements, id: \.id)
  }

  /// Creates an array from elements, combining those with the same id.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - combine: Returns the element to keep. It takes the first one's position and must have the
  ///     same id.
  /// - Complexity: O(*n*) expected.
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    try self.init(elements, id: \.id, uniquingIDsWith: combine)
  }

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

extension IdentifiedArray: ExpressibleByArrayLiteral
where Element: Identifiable, ID == Element.ID {
  /// Creates an array from elements with unique ids.
  ///
  /// - Precondition: No two elements have the same id.
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init(uniqueElements: elements)
  }
}
