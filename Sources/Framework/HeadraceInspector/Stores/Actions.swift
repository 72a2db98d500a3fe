import Foundation
import Headrace
import HeadraceJournal

/// Decodes an action that a user has typed.
///
/// - Throws: ``RequestFailure`` with the expected form.
func decodeAction<Action>(_ json: String) throws -> Action {
  guard let type = Action.self as? any Decodable.Type else {
    throw RequestFailure(
      """
      An action can't be made from JSON: '\(Action.self)' is not 'Codable'. Add ': Codable' to it.
      """)
  }
  do {
    guard let action = try JSONDecoder.journal().decode(type, from: Data(json.utf8)) as? Action
    else { preconditionFailure("A value of '\(type)' is not one of '\(Action.self)'.") }
    return action
  } catch {
    throw RequestFailure(
      "This is not an action of '\(Action.self)': \(JSONDecoder.detail(of: error)).")
  }
}

/// The labels of recorded actions, each with the first such action as JSON, for a menu.
struct ActionExamples {
  private static let countMax = 60
  /// The maximum size of an example in bytes; longer actions have no example.
  private static let byteCountMax = 2_000
  /// The maximum number of events to read for each status; the newest are enough.
  private static let lookCountMax = 50

  private var next = 0
  private var examples: [String: String] = [:]

  var cases: [(label: String, json: String)] {
    examples.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  mutating func look<State, Action>(at journal: Journal<State, Action>) {
    guard Action.self is any Decodable.Type else { return }
    let events = journal.events
    let first = max(next, events.lowerBound, events.upperBound - Self.lookCountMax)
    for number in first..<max(first, events.upperBound) {
      guard let event = Result(catching: { try journal.outline(number) }).value,
        event.kind == .action, let label = event.label, !label.isEmpty,
        examples[label] == nil, examples.count < Self.countMax,
        let payload = Result(catching: { try journal.event(number).payload }).value ?? nil
      else { continue }
      let text = "\(payload)"
      examples[label] = text.utf8.count <= Self.byteCountMax ? text : ""
    }
    next = events.upperBound
  }
}

/// Writes tests of recorded actions.
enum TestText {
  static func write<State, Action>(
    _ replay: LineReplay<State, Action>, from first: Int, to last: Int
  ) throws -> JSONValue {
    guard State.self is any Codable.Type, Action.self is any Codable.Type else {
      throw RequestFailure(
        "A test can't be written: '\(State.self)' and '\(Action.self)' must be 'Codable'.")
    }
    try replay.requireUnchanged("A test")
    guard first <= last, last - first < 1_000 else {
      throw RequestFailure("A test has 1 to 1,000 actions.")
    }
    // 'Shop.Cart.State' is the state of 'Cart()'.
    let feature = String(reflecting: State.self).split(separator: ".").dropLast().last ?? "Feature"
    let source = try replay.journal.testSource(
      from: first, to: last, of: "\(feature)()", by: replay.plainReplay())
    let name = "\(feature)Actions\(first)To\(last)Tests.swift"
    return .members(["name": .string(name), "source": .string(source)])
  }
}

extension LineReplay {
  /// Returns a replay of the recorded history, without the line's changes.
  func plainReplay() -> Replay<State, Action> { Replay(journal, by: reduce) }
}
