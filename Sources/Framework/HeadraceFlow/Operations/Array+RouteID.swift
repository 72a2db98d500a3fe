import Headrace

extension Array {
  /// The screen of the route with an id; `nil` if the stack has no such route.
  ///
  /// The screen can be changed in place, as in `routes[id: id]?.title = "…"`. Setting a screen
  /// keeps the route and its id. Setting `nil`, or a screen for an id that is not present, changes
  /// nothing: use the operations of the stack to add and remove routes.
  ///
  /// - Complexity: O(*n*) in the number of routes.
  public subscript<Screen>(id id: RouteID) -> Screen? where Element == Route<Screen> {
    get { first { $0.id == id }?.screen }
    set {
      guard let newValue, let index = firstIndex(where: { $0.id == id }) else { return }
      self[index].screen = newValue
    }
  }
}
