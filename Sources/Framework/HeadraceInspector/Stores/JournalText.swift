import Foundation
import HeadraceJournal

/// Writes a part of a journal as text that is itself a journal.
enum JournalText {
  /// The maximum number of actions to write: the store's actor is blocked while it writes.
  static let actionCountMax = 10_000

  /// - Parameters:
  ///   - store: The source of the states.
  ///   - actions: The numbers of the actions.
  static func write(_ store: some InspectedStore, _ actions: ClosedRange<Int>) throws -> String {
    let journal = store.journal
    let first = try journal.event(ofAction: actions.lowerBound)
    let last = try journal.event(ofAction: actions.upperBound)
    var state = try store.state(after: actions.lowerBound - 1)
    let header = try JSONEncoder.header().encode(journal.header)
    var text = String(decoding: header, as: UTF8.self) + "\n"
    let start = try journal.event(first).time
    text += checkpoint(state, after: actions.lowerBound - 1, at: start)
    for number in first...last {
      var event = try journal.event(number)
      if event.kind == .checkpoint { continue }
      if event.kind == .action, let action = event.action {
        let next = try store.state(after: action)
        event.difference = StateDifference(from: state, to: next)
        state = next
      }
      text += event.line + "\n"
    }
    let end = try journal.event(last).time
    return try text
      + checkpoint(store.state(after: actions.upperBound), after: actions.upperBound, at: end)
  }

  private static func checkpoint(
    _ state: JSONValue, after action: Int, at time: Duration
  ) -> String {
    var event = JournalEvent(.checkpoint, at: time)
    event.action = action == 0 ? nil : action
    event.payload = state
    return event.line + "\n"
  }
}
