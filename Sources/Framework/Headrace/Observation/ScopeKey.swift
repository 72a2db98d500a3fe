/// Distinguishes a child store from its parent's others.
@usableFromInline
package struct ScopeKey: Equatable {
  package let state: AnyKeyPath
  package let action: AnyKeyPath
  package var element: AnyHashable?

  @usableFromInline
  package init(state: AnyKeyPath, action: AnyKeyPath, element: AnyHashable? = nil) {
    self.state = state
    self.action = action
    self.element = element
  }
}
