import Synchronization

// Observing a state without `@ObservableState` is logged once per type. It is not a misuse: the
// observers are only notified more often.

extension ObservationTable {
  /// The types that were logged.
  static let notedPlainStates = Mutex<Set<ObjectIdentifier>>([])

  /// The prefixes of names of types that an author can't mark: their modules, and tuples.
  private static let foreign = [
    "Swift.", "Foundation.", "Headrace.", "HeadraceFlow.", "HeadraceTerminal.", "(",
  ]

  /// Returns the note about a type.
  ///
  /// - Returns: `nil` if it was returned before, or if the type is not the author's own.
  static func firstNote(aboutPlain state: any Any.Type) -> String? {
    guard notedPlainStates.withLock({ $0.insert(ObjectIdentifier(state)).inserted }) else {
      return nil
    }
    let name = String(reflecting: state)
    guard !foreign.contains(where: { name.hasPrefix($0) }) else { return nil }
    return """
      An observer reads a part of '\(name)' from a store, but this type has no '@ObservableState'. \
      So the observer is notified after every queue of actions, whatever has changed.

      Mark the type with '@ObservableState'; then its observers are notified only if a field that \
      they have read has changed. To observe the whole state on purpose, read 'store.state'.
      """
  }

  /// Notifies the current reader after every queue of actions, because the state that it reads has
  /// no `@ObservableState`.
  @usableFromInline
  func observePlain(_ state: any Any.Type) {
    let id = ObjectIdentifier(state)
    if id != lastPlainState, let note = Self.firstNote(aboutPlain: state) { logNote(note) }
    lastPlainState = id
    observeAll()
  }
}
