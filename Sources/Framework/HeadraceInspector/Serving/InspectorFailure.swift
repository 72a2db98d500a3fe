import Headrace

/// The reason why a store can't be inspected.
public struct InspectorFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem and the expected condition.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension InspectorHub {
  /// Adds a running store.
  ///
  /// - Throws: ``InspectorFailure`` if it is a child store.
  func add<State, Action>(
    _ store: Store<State, Action>, name: String?, isolation: isolated any Actor
  ) throws(InspectorFailure) {
    // 'Shop.Cart.State' is the state of 'Cart'.
    let feature = String(reflecting: State.self).split(separator: ".").dropLast().last
    let name = name ?? feature.map(String.init) ?? "Store"
    let isAdded = add(isolation: isolation) { id in
      LiveStore(store, name: name, id: id).map { LiveHost($0) }
    }
    guard isAdded else {
      throw InspectorFailure(
        """
        A child store can't be inspected by itself: give the store that 'Store(initialState:)' made.
        """)
    }
  }
}
