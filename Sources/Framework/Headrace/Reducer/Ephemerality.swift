/// Determines whether an action ends the presentation that it is for.
///
/// The state is inspected in place: nothing is copied.
@frozen
@usableFromInline
struct Ephemerality<State, Action> {
  @usableFromInline
  typealias Ask = (UnsafePointer<State>, UnsafePointer<Action>) -> Bool

  @usableFromInline let ask: Ask

  /// - Returns: `nil` for a state that no action ends, which is the usual case.
  @usableFromInline
  init?() {
    guard let ask = Self.makeAsk() else { return nil }
    self.ask = ask
  }

  private static func makeAsk() -> Ask? {
    if State.self is any EphemeralState.Type { return { _, _ in true } }
    guard let destination = State.self as? any CaseReducerState.Type,
      destination.hasEphemeralCases
    else { return nil }
    return makeAsk(of: destination)
  }

  private static func makeAsk<Destination: CaseReducerState>(
    of destination: Destination.Type
  ) -> Ask? {
    typealias DestinationAction = Destination.StateReducer.Action
    guard DestinationAction.self == Action.self else { return nil }
    return { state, action in
      // Safe: the types are the same, as checked above, and the pointers are those of the caller.
      UnsafeRawPointer(state).assumingMemoryBound(to: Destination.self).pointee.isEnded(
        by: UnsafeRawPointer(action).assumingMemoryBound(to: DestinationAction.self).pointee)
    }
  }

  @usableFromInline
  func callAsFunction(_ state: inout State, by action: Action) -> Bool {
    withUnsafePointer(to: &state) { state in
      withUnsafePointer(to: action) { ask(state, $0) }
    }
  }
}
