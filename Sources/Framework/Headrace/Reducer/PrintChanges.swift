extension Reducer {
  /// Prints each action that this reducer takes, and how it changes the state.
  ///
  /// ```
  /// received action:
  ///   Counter.Action.incrementButtonTapped
  ///   Counter.State(
  /// -   count: 0
  /// +   count: 1
  ///   )
  /// ```
  ///
  /// For debugging only: a copy of the state is kept while an action is reduced, so every change in
  /// it causes a copy.
  ///
  /// - Parameter printer: What is written and where; `nil` to write nothing. By default differences
  ///   are written to standard output in debug builds, and nothing in release builds.
  @inlinable
  public func _printChanges(
    _ printer: ReducerPrinter<State, Action>? = .debugBuildsOnly
  ) -> PrintChangesReducer<Self> {
    PrintChangesReducer(base: self, printer: printer)
  }
}

/// A reducer whose changes are printed; made by `_printChanges()`.
public struct PrintChangesReducer<Base: Reducer>: WrapperReducer {
  /// The reducer whose changes are printed.
  public let base: Base
  @usableFromInline let printer: ReducerPrinter<Base.State, Base.Action>?

  @inlinable
  init(base: Base, printer: ReducerPrinter<Base.State, Base.Action>?) {
    self.base = base
    self.printer = printer
  }

  /// Runs the base, then prints.
  @inlinable
  public func reduce(
    into state: inout Base.State, action: Base.Action,
    base: CompiledReducer<Base.State, Base.Action>
  ) -> Effect<Base.Action> {
    guard let printer else { return base.reduce(into: &state, action: action) }
    let oldState = state
    let effect = base.reduce(into: &state, action: action)
    printer.printChange(action, oldState, state)
    return effect
  }
}
