// MARK: - Instruments

extension Store {
  /// The instruments of the store, in the order in which they are called; none by default.
  ///
  /// ```swift
  /// store.instruments.append(journal)
  /// ```
  ///
  /// An instrument that is added later sees the events from then on, including the end of effects
  /// that started earlier. A child store has no instruments: its events are events of the root
  /// store.
  public var instruments: [any StoreInstrument<State, Action>] {
    get { core?.instruments ?? [] }
    set {
      guard let core else { return reportInstrumentOfChild(at: part.site) }
      core.instruments = newValue
    }
  }

  /// The only instrument of the store, or the first of several; `nil` if there are none.
  ///
  /// Setting it removes all others; to add one, use ``instruments``.
  public var instrument: (any StoreInstrument<State, Action>)? {
    get { instruments.first }
    set { instruments = newValue.map { [$0] } ?? [] }
  }

  private func reportInstrumentOfChild(at site: CallSite) {
    runtime.reportMisuse(
      """
      An instrument was given to a child store, where it would see nothing: \
      'Store<\(State.self), \(Action.self)>'.

      A child store shows a part of its parent's state; actions are reduced, and effects run, in \
      the root store. Set the 'instruments' of the store that 'Store(initialState:)' made.
      """, at: site)
  }
}
