public import Headrace
public import OrderedCollections

/// A value with an id, for values that are not `Identifiable`.
///
/// ```swift
/// Identified(color, id: \.name)
/// ```
@dynamicMemberLookup
public struct Identified<ID: Hashable, Value>: Identifiable {
  /// The id.
  public let id: ID

  /// The value.
  public var value: Value

  /// Creates a value with an id.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - id: The id.
  public init(_ value: Value, id: ID) {
    self.value = value
    self.id = id
  }

  /// Creates a value with the id that a function or a key path finds in it.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - id: Returns the id.
  public init(_ value: Value, id: (Value) -> ID) {
    self.init(value, id: id(value))
  }

  /// A property of the value.
  public subscript<Part>(dynamicMember keyPath: KeyPath<Value, Part>) -> Part {
    value[keyPath: keyPath]
  }

  /// A property of the value that can be changed.
  public subscript<Part>(dynamicMember keyPath: WritableKeyPath<Value, Part>) -> Part {
    get { value[keyPath: keyPath] }
    _modify { yield &value[keyPath: keyPath] }
  }
}

extension Identified: Equatable where Value: Equatable {}
extension Identified: Hashable where Value: Hashable {}
extension Identified: Sendable where ID: Sendable, Value: Sendable {}
extension Identified: Encodable where ID: Encodable, Value: Encodable {}
extension Identified: Decodable where ID: Decodable, Value: Decodable {}

// MARK: - Collections of Identified Values

/// A collection whose elements have unique ids and can be found by id.
public protocol IdentifiedCollection<ID, Element>: Collection {
  /// The type of the ids.
  associatedtype ID: Hashable

  /// A collection of ids.
  associatedtype IDs: Collection<ID>

  /// The ids of the elements, in their order.
  var ids: IDs { get }

  /// The element with an id; `nil` if there is none.
  subscript(id id: ID) -> Element? { get }
}

/// An ``IdentifiedCollection`` whose elements can be changed by id.
public protocol MutableIdentifiedCollection<ID, Element>: IdentifiedCollection {
  /// The element with an id.
  ///
  /// Setting `nil` removes it.
  subscript(id id: ID) -> Element? { get set }
}

extension IdentifiedArray: MutableIdentifiedCollection {}
