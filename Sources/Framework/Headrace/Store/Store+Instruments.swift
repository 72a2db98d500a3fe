// MARK: - Watching With Instruments

extension Store {
  /// What watches the store, in the order in which it is told; nothing, the default, costs nothing.
  ///
  /// ```swift
  /// store.instruments.append(journal)
  /// ```
  ///
  /// An instrument that comes later sees what happens from then on: also how effects end whose
  /// start it has missed. A child store has none: what happens to it happens in the root store.
  public var instruments: [any StoreInstrument<State, Action>] {
    get { core?.instruments ?? [] }
    set {
      guard let core else { return reportInstrumentOfChild(at: child?.site) }
      core.instruments = newValue
    }
  }

  /// The only instrument that watches the store, or the first of several; `nil` for none.
  ///
  /// Setting it takes all others away; to add one use ``instruments``.
  public var instrument: (any StoreInstrument<State, Action>)? {
    get { instruments.first }
    set { instruments = newValue.map { [$0] } ?? [] }
  }

  private func reportInstrumentOfChild(at site: CallSite?) {
    runtime.reportMisuse(
      """
      An instrument was given to a child store, where it would see nothing: \
      'Store<\(State.self), \(Action.self)>'.

      A child store shows a part of its parent's state; actions are reduced, and effects run, in \
      the root store. Set the 'instruments' of the store that 'Store(initialState:)' made.
      """,
      at: site ?? CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
  }
}
