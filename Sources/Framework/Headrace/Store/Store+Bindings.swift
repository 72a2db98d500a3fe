extension Store where Action: BindableAction, Action.State == State {
  // Disfavoured, so that a read uses the store's plain subscript.
  /// A field of the state; setting it sends the action `binding` with the change.
  @_disfavoredOverload
  @inlinable
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    get { observing { $0.pointee[keyPath: keyPath] } }
    set { send(.binding(.set(keyPath, newValue))) }
  }
}
