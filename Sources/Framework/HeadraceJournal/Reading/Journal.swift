public import Foundation
import Headrace

/// The history of a store, with the types of its feature: from memory or from a file.
///
/// ``Replay`` shows the state after each action.
public struct Journal<State, Action> {
  private enum Source {
    case memory([(events: JournalSegment, state: State)])
    case file(JournalFile, FileTypes<State, Action>)
  }

  /// The description of the recording.
  public let header: JournalHeader

  private let source: Source

  init(header: JournalHeader, segments: [(events: JournalSegment, state: State)]) {
    self.header = header
    source = .memory(segments)
  }

  private init(_ file: JournalFile, _ types: FileTypes<State, Action>) {
    header = file.header
    source = .file(file, types)
  }

  /// Opens a journal in a file.
  ///
  /// - Parameter file: The file.
  /// - Throws: ``JournalFailure`` if it can't be read; see ``JournalFile/init(contentsOf:)``.
  public init(contentsOf file: URL) throws(JournalFailure)
  where State: Decodable, Action: Decodable {
    self.init(try JournalFile(contentsOf: file))
  }

  /// Adds the types of its feature to an open journal.
  ///
  /// - Parameter file: The journal.
  public init(_ file: JournalFile) where State: Decodable, Action: Decodable {
    self.init(file, FileTypes(state: { try JSONDecoder.payload(State.self, from: $0) }))
  }

  /// Opens a journal of a feature whose state is not `Codable`.
  ///
  /// - Parameters:
  ///   - file: The journal.
  ///   - initialState: The state before the first action, from which each jump begins.
  public init(_ file: JournalFile, initialState: State) where Action: Decodable {
    self.init(file, FileTypes(initialState: initialState))
  }

  /// Adds the types of its feature to an open journal; `nil` if they are not `Codable`.
  package init?(reading file: JournalFile) {
    guard let types = FileTypes<State, Action>() else { return nil }
    self.init(file, types)
  }

  /// The numbers of the actions.
  public var actions: Range<Int> {
    switch source {
    case .memory(let segments):
      let first = segments.first?.events.firstAction ?? 1
      return first..<(first + segments.reduce(0) { $0 + $1.events.actions.count })
    case .file(let file, _): return file.actions
    }
  }

  /// The number of events.
  public var eventCount: Int {
    switch source {
    case .memory(let segments):
      (segments.last.map { $0.events.firstEvent + $0.events.entries.count } ?? 0) - firstEvent
    case .file(let file, _): file.eventCount
    }
  }

  /// The number of earlier events that are no longer kept in memory.
  package var firstEvent: Int {
    if case .memory(let segments) = source { segments.first?.events.firstEvent ?? 0 } else { 0 }
  }

  /// Returns an event without types, as in a file.
  ///
  /// In memory, actions have no differences: ``Replay`` computes them.
  ///
  /// - Parameter position: Its position, from 0.
  /// - Precondition: It is less than ``eventCount``.
  /// - Throws: ``JournalFailure`` if its line is damaged.
  public func event(at position: Int) throws(JournalFailure) -> JournalEvent {
    try event(at: position, \.event)
  }

  /// Returns an event, without its payload and values if the journal is in memory.
  package func outline(at position: Int) throws(JournalFailure) -> JournalEvent {
    try event(at: position, \.outline)
  }

  private func event(
    at position: Int, _ form: KeyPath<JournalEntry, JournalEvent>
  ) throws(JournalFailure) -> JournalEvent {
    switch source {
    case .file(let file, _): return try file.event(at: position)
    case .memory(let segments):
      let wanted = firstEvent + position
      let index = segments.firstIndex { wanted < $0.events.firstEvent + $0.events.entries.count }
      guard let segment = index.map({ segments[$0].events }) else {
        preconditionFailure("A journal with \(eventCount) events has none at \(position).")
      }
      var event = segment.entries[wanted - segment.firstEvent][keyPath: form]
      event.sequence = position
      return event
    }
  }
}

extension JournalRecorder {
  /// The recording so far; `nil` for a recorder that writes to a file.
  ///
  /// - Complexity: O(*n* / 1,000) in the number of actions.
  public var journal: Journal<State, Action>? {
    memory.map { Journal(header: $0.header, segments: $0.segments + currentState) }
  }

  /// The recording without the store's current state, which an inspector may have set.
  package var history: Journal<State, Action>? {
    memory.map { Journal(header: $0.header, segments: $0.segments) }
  }

  /// The store's current state, as a segment without events.
  private var currentState: [(events: JournalSegment, state: State)] {
    guard let store, let last = memory?.segments.last?.events, !last.actions.isEmpty else {
      return []
    }
    let now = JournalSegment(
      firstAction: last.firstAction + last.actions.count,
      firstEvent: last.firstEvent + last.entries.count)
    return [(now, store.withState { $0 })]
  }
}

// MARK: - For a Replay

extension Journal {
  /// Returns an action and the recorded answers to its reducer's requests.
  func action(_ number: Int) throws(JournalFailure) -> (action: Action, answers: RecordedAnswers) {
    switch source {
    case .memory(let segments):
      guard let (segment, index) = segment(of: number, in: segments),
        case .action(let content, _, _, let values, _) =
          segment.entries[segment.actions[index]].content,
        let action = content as? Action
      else { throw JournalFailure(.noSuchAction(number, actions: actions)) }
      return (action, RecordedAnswers(values))
    case .file(let file, let types):
      let position = try file.position(ofAction: number)
      let line = file.line(at: position)
      // Most actions have no values; searching for them is faster than reading the event.
      let hasValues = line.firstRange(of: Data("\"v\":".utf8)) != nil
      let values = hasValues ? try file.event(at: position).values : []
      do {
        return (try types.action(line), RecordedAnswers(values))
      } catch {
        throw JournalFailure(.unreadableAction(number, detail: JSONDecoder.detail(of: error)))
      }
    }
  }

  /// Returns the last recorded state before an action, and the number of the action after it.
  func checkpoint(before number: Int) throws(JournalFailure) -> (state: State, nextAction: Int) {
    switch source {
    case .memory(let segments):
      guard let segment = segments.last(where: { $0.events.firstAction <= number }) else {
        throw JournalFailure(.noCheckpoint(before: number))
      }
      return (segment.state, segment.events.firstAction)
    case .file(let file, let types):
      if let initialState = types.initialState { return (initialState, actions.lowerBound) }
      guard let read = types.state, let (event, next) = try file.checkpoint(before: number) else {
        throw JournalFailure(.noCheckpoint(before: number))
      }
      do {
        return (try read(file.line(at: event)), next)
      } catch {
        throw JournalFailure(
          .unreadableState(after: next - 1, detail: JSONDecoder.detail(of: error)))
      }
    }
  }

  /// Returns the complete state that was recorded after an action; `nil` if there is none.
  func recordedState(after number: Int) throws(JournalFailure) -> JSONValue? {
    switch source {
    case .memory(let segments):
      segments.first { $0.events.firstAction == number + 1 }.map {
        JSONValue(encodingOrDescribing: $0.state)
      }
    case .file(let file, _):
      try file.checkpoint(before: number + 1).flatMap { checkpoint throws(JournalFailure) in
        guard checkpoint.nextAction == number + 1 else { return nil }
        return try file.event(at: checkpoint.event).payload
      }
    }
  }

  /// Returns the recorded change of an action.
  func recordedDifference(of number: Int) throws(JournalFailure) -> StateDifference? {
    guard case .file(let file, _) = source else { return nil }
    return try file.event(at: file.position(ofAction: number)).difference
  }

  /// Returns the names of an action's cases.
  func label(of number: Int) throws(JournalFailure) -> String? {
    switch source {
    case .memory: ActionLabel.cases(of: try action(number).action)
    case .file(let file, _): try file.event(at: file.position(ofAction: number)).label
    }
  }

  /// Returns the position of an action's event.
  package func position(ofAction number: Int) throws(JournalFailure) -> Int {
    switch source {
    case .memory(let segments):
      guard let (segment, index) = segment(of: number, in: segments) else {
        throw JournalFailure(.noSuchAction(number, actions: actions))
      }
      return segment.firstEvent - firstEvent + segment.actions[index]
    case .file(let file, _): return try file.position(ofAction: number)
    }
  }

  private func segment(
    of number: Int, in segments: [(events: JournalSegment, state: State)]
  ) -> (JournalSegment, index: Int)? {
    guard
      let segment = segments.last(where: { $0.events.firstAction <= number })?.events,
      segment.actions.indices.contains(number - segment.firstAction)
    else { return nil }
    return (segment, number - segment.firstAction)
  }
}
