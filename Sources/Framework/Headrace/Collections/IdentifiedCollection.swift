public import OrderedCollections

/// A collection whose elements have unique ids and can be found by id.
public protocol IdentifiedCollection<ID, Element>: Collection {
  /// What distinguishes the elements.
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
  /// The element with an id. Setting `nil` removes it.
  subscript(id id: ID) -> Element? { get set }
}

extension IdentifiedArray: MutableIdentifiedCollection {}
