public import OrderedCollections

/// An array whose elements have unique ids and can be found by id.
///
/// ```swift
/// var rows: IdentifiedArrayOf<Row.State> = []
/// rows.append(Row.State(id: 1))
/// rows[id: 1]?.isDone = true
/// ```
///
/// It keeps order like an array; like a dictionary, it finds, changes and appends an element by id
/// in constant time.
public struct IdentifiedArray<ID: Hashable, Element> {
  @usableFromInline
  var storage: OrderedDictionary<ID, Element>

  /// The key path to an element's id.
  public let id: any KeyPath<Element, ID> & Sendable

  /// A number that changes whenever an element is added, removed or moved; equal numbers mean the
  /// same ids in the same order.
  ///
  /// Changing an element in place doesn't change it. Comparison, hashing and coding ignore it.
  @usableFromInline
  package internal(set) var structureVersion = StateStamp.next()

  /// The stamp of the last in-place change or replacement of an element.
  @usableFromInline var contentStamp: UInt64 = 0

  /// The changes since the last search for effects of lost elements.
  @usableFromInline package internal(set) var changes = ElementChanges<ID>()

  /// Reads the ids of elements in place.
  @usableFromInline var reader: IDReader<ID, Element>.Type

  @usableFromInline
  init(
    storage: OrderedDictionary<ID, Element>, id: any KeyPath<Element, ID> & Sendable,
    reader: IDReader<ID, Element>.Type = IDReader.self
  ) {
    self.storage = storage
    self.id = id
    self.reader = reader
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
  /// Creates an empty array of elements that have their ids at a key path.
  public init(id: any KeyPath<Element, ID> & Sendable) { self.init(storage: [:], id: id) }

  /// Creates an array from elements with unique ids.
  ///
  /// - Precondition: No two elements have the same id.
  /// - Complexity: O(*n*) expected.
  @inlinable
  public init(
    uniqueElements elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable
  ) {
    self.init(storage: Self.index(elements, by: id), id: id)
    for id in ids { Self.checkEquality(of: id) }
  }

  /// Creates an array from elements, combining those that have the same id.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - id: The key path to an element's id.
  ///   - combine: Returns the element to keep. It gets the first one's position and must have the
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

  /// Indexes elements by their ids; traps if two have the same id.
  ///
  /// - Complexity: O(*n*) expected.
  @inlinable
  static func index(
    _ elements: some Sequence<Element>, by id: any KeyPath<Element, ID> & Sendable
  ) -> OrderedDictionary<ID, Element> {
    OrderedDictionary(elements.lazy.map { ($0[keyPath: id], $0) }) { element, _ in
      preconditionFailure(Self.repeatedID(element[keyPath: id]))
    }
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Creates an empty array.
  public init() { self.init(storage: [:], id: \.id, reader: IdentifiableReader.self) }

  /// Creates an array from elements with unique ids.
  ///
  /// - Precondition: No two elements have the same id.
  /// - Complexity: O(*n*) expected.
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init(uniqueElements: elements, id: \.id)
    reader = IdentifiableReader.self
  }

  /// Creates an array from elements, combining those that have the same id.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - combine: Returns the element to keep. It gets the first one's position and must have the
  ///     same id.
  /// - Complexity: O(*n*) expected.
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    try self.init(elements, id: \.id, uniquingIDsWith: combine)
    reader = IdentifiableReader.self
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral
where Element: Identifiable, ID == Element.ID {
  /// Creates an array from elements with unique ids.
  ///
  /// - Precondition: No two elements have the same id.
  public init(arrayLiteral elements: Element...) { self.init(uniqueElements: elements) }
}

/// Reads the id of an element in place.
///
/// A value that is not `inout` would be copied.
@usableFromInline class IDReader<ID: Hashable, Element> {
  @usableFromInline
  class func id(of row: inout Element, at path: KeyPath<Element, ID>) -> ID { row[keyPath: path] }
}

/// Reads the id of an `Identifiable` element without its key path.
///
/// That key path, of a protocol's requirement, takes ten times as long.
@usableFromInline
final class IdentifiableReader<ID, Element: Identifiable<ID>>: IDReader<ID, Element> {
  override class func id(of row: inout Element, at path: KeyPath<Element, ID>) -> ID { row.id }
}
