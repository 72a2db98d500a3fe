package import HeadraceJournal

/// A journal that is only viewed, without the code of its feature.
package final class FileStore: InspectedStore {
  let id: Int
  let name: String
  let kind = StoreKind.file
  /// The journal.
  package let journal: JournalFile
  var knowledge = JournalKnowledge()
  private var shown: Int
  /// The last state that was computed, and its action.
  private var last: (action: Int, state: JSONValue)?

  /// Creates a store of a journal.
  ///
  /// - Parameters:
  ///   - journal: The journal.
  ///   - name: Its name on the page.
  ///   - id: Its number among the stores of a page.
  package init(_ journal: JournalFile, name: String, id: Int) {
    (self.journal, self.name, self.id) = (journal, name, id)
    shown = journal.actions.upperBound - 1
  }

  var skipped: Set<Int> { [] }

  var situation: StoreSituation {
    StoreSituation(
      mode: .past, shown: shown, base: journal.actions.lowerBound - 1,
      controls: ["jump", "export"])
  }

  /// Returns the state after an action; for the state before the first one, pass one less.
  package func state(after action: Int) throws -> JSONValue {
    if let last, last.action == action { return last.state }
    if let (number, state) = last, number == action - 1, journal.actions.contains(action),
      let difference = try journal.event(at: journal.position(ofAction: action)).difference
    {
      var next = state
      try difference.apply(to: &next)
      last = (action, next)
      return next
    }
    guard let state = try journal.state(after: action) else {
      throw RequestFailure(
        "The journal has no states: it was recorded without differences, or with a large one cut.")
    }
    last = (action, state)
    return state
  }

  func shownState() throws -> JSONValue { try state(after: shown) }

  func action(inPlaceOf action: Int) -> Int { action }

  func control(_ request: InspectorRequest) throws -> JSONValue? {
    guard request.name == "jump" else { return nil }
    let action = try request.integer("action")
    _ = try state(after: action)
    shown = action
    return .null
  }

  func export(_ actions: ClosedRange<Int>) throws -> String {
    try JournalText.write(self, actions)
  }
}
