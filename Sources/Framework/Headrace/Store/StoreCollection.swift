/// The stores of the elements of a collection; created by ``Store`` for a property and its actions.
///
/// It contains the elements that existed when it was created, in their order, and creates an
/// element's store on demand.
public struct StoreCollection<ID: Hashable & Sendable, ElementState, ElementAction> {
  /// The ids of the elements, in order.
  public let ids: [ID]
  private let find: (ID) -> Store<ElementState, ElementAction>?

  @usableFromInline
  init(ids: [ID], find: @escaping (ID) -> Store<ElementState, ElementAction>?) {
    self.ids = ids
    self.find = find
  }

  /// The store of the element with an id; `nil` if there is none.
  ///
  /// - Complexity: O(1) expected.
  public subscript(id id: ID) -> Store<ElementState, ElementAction>? { find(id) }
}

extension StoreCollection: RandomAccessCollection {
  /// The position of the first element.
  public var startIndex: Int { ids.startIndex }

  /// The position after the last element.
  public var endIndex: Int { ids.endIndex }

  /// The store of the element at a position.
  ///
  /// - Precondition: The element still exists.
  public subscript(position: Int) -> Store<ElementState, ElementAction> {
    guard let store = find(ids[position]) else {
      preconditionFailure(
        """
        The element \(ids[position]) was removed after its collection of stores was made. Ask the \
        store for the collection again after each action.
        """)
    }
    return store
  }
}
