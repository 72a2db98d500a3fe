import Headrace
import HeadraceJournal

/// A journal that was opened in the process of its feature.
///
/// Its states are computed by the feature's code or, if an action can't be decoded, read from the
/// file.
final class ImportedStore<State, Action>: InspectedStore {
  let id: Int
  let name: String
  let kind = StoreKind.imported
  var knowledge = JournalKnowledge()

  private let replay: LineReplay<State, Action>
  private let file: JournalFile?
  private let live: LiveStore<State, Action>
  private var shown: Int
  private var base: Int

  var journal: Journal<State, Action> { replay.journal }

  /// - Parameters:
  ///   - journal: The journal.
  ///   - file: The file of the journal; `nil` for a history that the store left behind.
  ///   - live: The store whose code replays the journal.
  init(
    _ journal: Journal<State, Action>, file: JournalFile?, name: String, id: Int,
    of live: LiveStore<State, Action>
  ) {
    (self.file, self.name, self.id, self.live) = (file, name, id, live)
    replay = live.replay.replaying(journal)
    shown = journal.actions.upperBound - 1
    base = journal.actions.lowerBound - 1
  }

  var skipped: Set<Int> { replay.line.skipped }

  var situation: StoreSituation {
    var now = StoreSituation(mode: .past, shown: shown, isLocked: true, base: base)
    now.skipped = replay.line.skipped
    now.moved = replay.line.moved
    now.added = replay.line.added.map(\.json)
    now.controls = [
      "jump", "skip", "move", "dispatch", "commit", "revert", "fork", "test", "export", "forget",
    ]
    return now
  }

  func state(after action: Int) throws -> JSONValue {
    do {
      return JSONValue(encodingOrDescribing: try replay.state(after: action))
    } catch {
      // The code has changed since: the file's own states are shown.
      guard let file, !replay.line.isChanged, let state = try file.state(after: action) else {
        throw error
      }
      return state
    }
  }

  func shownState() throws -> JSONValue {
    JSONValue(encodingOrDescribing: try replay.stateWithAdded(after: shown))
  }

  func action(inPlaceOf action: Int) -> Int { replay.action(inPlaceOf: action) }

  func export(_ actions: ClosedRange<Int>) throws -> String {
    try replay.requireUnchanged("An export")
    return try JournalText.write(self, actions)
  }

  func control(_ request: InspectorRequest) throws -> JSONValue? {
    var line = replay.line
    switch request.name {
    case "jump":
      let action = try request.integer("action")
      _ = try state(after: action)
      shown = action
      line.added = []
    case "skip":
      let action = try knownAction(request.integer("action"))
      line.skip(action, try request.flag("on"))
    case "move":
      line.move(
        try knownAction(request.integer("action")),
        before: try knownAction(request.integer("before")))
    case "dispatch":
      let json = try request.text("json")
      line.added.append((try decodeAction(json), json))
    case "commit":
      try replay.requireUnchanged("A base point")
      base = shown
    case "revert":
      line = ActionLine()
      shown = base
    case "fork":
      // Effects of an imported journal are not those of this store.
      let kept = file == nil ? min(shown, (line.firstChanged ?? .max) - 1) : 0
      try live.continueFrom(try replay.stateWithAdded(after: shown), cancelling: kept)
    case "test":
      return try TestText.write(replay, from: request.integer("from"), to: request.integer("to"))
    default: return nil
    }
    replay.line = line
    return .null
  }

  private func knownAction(_ action: Int) throws -> Int {
    guard journal.actions.contains(action), action > base else {
      throw RequestFailure("There is no action \(action) in the list.")
    }
    return action
  }
}

extension LineReplay {
  /// Replays another journal with the same nodes.
  func replaying(_ journal: Journal<State, Action>) -> LineReplay {
    LineReplay(journal, by: reduce)
  }
}
