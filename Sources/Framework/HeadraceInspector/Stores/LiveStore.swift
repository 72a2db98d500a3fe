import Headrace
import HeadraceJournal

/// A running store, with a recorder of its own.
final class LiveStore<State, Action>: InspectedStore {
  let id: Int
  let name: String
  let kind = StoreKind.live
  let replay: LineReplay<State, Action>
  var knowledge = JournalKnowledge()
  /// Called with the history that a fork or a revert leaves behind.
  var keep: (Journal<State, Action>) -> Void = { _ in }

  private let recorder: JournalRecorder<State, Action>
  private var base: (action: Int, state: State)
  private var mode = StoreSituation.Mode.live
  private var shown = 0
  /// The current state of the store while another one is shown.
  private var present: State?
  private var isLockAskedFor = false
  private var examples = ActionExamples()

  /// - Parameter actionCountMax: The number of recent actions to keep.
  init?(_ store: Store<State, Action>, name: String, id: Int, actionCountMax: Int = 100_000) {
    guard let core = store.core else { return nil }
    (self.name, self.id) = (name, id)
    base = (Int(store.lastAction), store.withState { $0 })
    recorder = JournalRecorder(store, actionCountMax: actionCountMax)
    guard let journal = recorder.history else { return nil }
    // The nodes don't refer to the store.
    let reduce = core.reduce
    let fold = makeFold(dependencies: core.dependencies) { reduce(&$0, $1) }
    replay = LineReplay(journal, by: fold)
  }

  var journal: Journal<State, Action> {
    if let journal = recorder.history { replay.journal = journal }
    return replay.journal
  }

  var skipped: Set<Int> { replay.line.skipped }

  private var last: Int { journal.actions.upperBound - 1 }

  var situation: StoreSituation {
    var now = StoreSituation(mode: mode, shown: mode == .past ? shown : last, base: base.action)
    guard let core = recorder.store?.core else {
      replay.line = ActionLine()
      now.note = "The store was released; its history remains."
      now.controls = ["export"]
      return now
    }
    now.queuedCount = mode == .live ? 0 : core.queuedCount
    now.isLocked = isLockAskedFor || mode == .past
    now.skipped = replay.line.skipped
    now.moved = replay.line.moved
    now.added = replay.line.added.map(\.json)
    now.controls = StoreControl.allCases.map(\.rawValue)
    examples.look(at: journal)
    now.cases = examples.cases
    return now
  }

  func state(after action: Int) throws -> JSONValue {
    JSONValue(encodingOrDescribing: try typedState(after: action))
  }

  func shownState() throws -> JSONValue {
    JSONValue(encodingOrDescribing: try replay.stateWithAdded(after: situation.shown))
  }

  private func typedState(after action: Int) throws -> State {
    _ = journal
    return try replay.state(after: action)
  }

  func action(inPlaceOf action: Int) -> Int { replay.action(inPlaceOf: action) }

  func export(_ actions: ClosedRange<Int>) throws -> String {
    try replay.requireUnchanged("An export")
    return try JournalText.write(self, actions)
  }

  /// Lets the store continue without an inspector.
  func detach() {
    recorder.store?.core?.flags.areEffectsLocked = false
    if mode != .live { resume() }
    recorder.stop()
  }
}

/// The controls of a live store.
enum StoreControl: String, CaseIterable {
  case pause, resume, step, jump, skip, move, dispatch, lock, commit, revert, fork, test, export
  case `import`
}

// MARK: - Controls

extension LiveStore {
  func control(_ request: InspectorRequest) throws -> JSONValue? {
    guard let control = StoreControl(rawValue: request.name) else { return nil }
    guard let core = recorder.store?.core else {
      throw RequestFailure("The store was released: nothing can be sent to it.")
    }
    switch control {
    case .pause: pause(core)
    case .resume: resume()
    case .step: try step(core)
    case .jump: try show(request.integer("action"), core)
    case .skip: try skip(request, core)
    case .move: try move(request, core)
    case .dispatch: try dispatch(request.text("json"), core)
    case .lock:
      isLockAskedFor = try request.flag("on")
      core.flags.areEffectsLocked = isLockAskedFor
    case .commit: try commit(core)
    case .revert: continueFrom(base.state, cancelling: base.action, core)
    case .fork: try fork(core)
    case .test: return try test(request)
    case .export, .import: return nil
    }
    return .null
  }

  private func pause(_ core: StoreCore<State, Action>) {
    guard mode == .live else { return }
    core.pause()
    mode = .paused
  }

  /// Shows the present again, and lets the store continue.
  private func resume() {
    replay.line = ActionLine()
    guard mode != .live, let core = recorder.store?.core else { return }
    showPresent(core)
    mode = .live
    core.resume()
  }

  private func showPresent(_ core: StoreCore<State, Action>) {
    if let present { core.show(present) }
    present = nil
    mode = .paused
  }

  private func step(_ core: StoreCore<State, Action>) throws {
    guard mode == .paused else {
      throw RequestFailure("Pause first: a step reduces one of the actions that wait.")
    }
    guard core.queuedCount > 0 else { throw RequestFailure("No action is waiting.") }
    core.reduceNextWhilePaused()
  }

  /// Shows a state of the line.
  private func show(_ action: Int, _ core: StoreCore<State, Action>) throws {
    let state = try typedState(after: action)
    replay.line.added = []
    show(state, after: action, core)
  }

  private func show(_ state: State, after action: Int, _ core: StoreCore<State, Action>) {
    pause(core)
    if present == nil { present = core.state }
    (mode, shown) = (.past, action)
    core.show(state)
  }

  private func skip(_ request: InspectorRequest, _ core: StoreCore<State, Action>) throws {
    let (action, isOn) = try (shownAction(request.integer("action")), request.flag("on"))
    guard isOn != replay.line.skipped.contains(action) else { return }
    try changeLine(core) { $0.skip(action, isOn) }
  }

  private func move(_ request: InspectorRequest, _ core: StoreCore<State, Action>) throws {
    let action = try shownAction(request.integer("action"))
    let other = try shownAction(request.integer("before"))
    guard action != other else { return }
    try changeLine(core) { $0.move(action, before: other) }
  }

  /// Changes the line, and shows its state at the same position.
  private func changeLine(
    _ core: StoreCore<State, Action>, _ change: (inout ActionLine<Action>) -> Void
  ) throws {
    let place = mode == .past ? shown : last
    var line = replay.line
    change(&line)
    let old = replay.line
    replay.line = line
    do {
      _ = journal
      show(try replay.stateWithAdded(after: place), after: place, core)
    } catch {
      replay.line = old
      throw error
    }
  }

  /// Returns an action if it is after the base point, and throws otherwise.
  private func shownAction(_ action: Int) throws -> Int {
    let actions = max(journal.actions.lowerBound, base.action + 1)..<journal.actions.upperBound
    guard actions.contains(action) else {
      throw RequestFailure("There is no action \(action) in the list.")
    }
    return action
  }

  private func dispatch(_ json: String, _ core: StoreCore<State, Action>) throws {
    let action: Action = try decodeAction(json)
    guard mode == .past else {
      _ = core.send(action)
      return
    }
    try changeLine(core) { $0.added.append((action, json)) }
  }

  private func commit(_ core: StoreCore<State, Action>) throws {
    guard mode == .past else {
      base = (last, core.state)
      return
    }
    guard !replay.line.isChanged, replay.line.added.isEmpty else {
      throw RequestFailure(
        "Fork first: a base point is a state that there was.")
    }
    base = (shown, try typedState(after: shown))
  }

  private func fork(_ core: StoreCore<State, Action>) throws {
    guard mode == .past else {
      throw RequestFailure("Jump to an earlier action first: the store continues from there.")
    }
    let state = try replay.stateWithAdded(after: shown)
    let kept = min(shown, (replay.line.firstChanged ?? .max) - 1)
    continueFrom(state, cancelling: kept, core)
  }

  /// Lets the store continue from a state; a new history begins.
  ///
  /// - Parameter action: The action after which all started effects are cancelled.
  func continueFrom(
    _ state: State, cancelling action: Int, _ core: StoreCore<State, Action>
  ) {
    pause(core)
    core.show(state)
    core.cancelEffects(after: UInt64(action))
    let old = journal
    recorder.restart()
    if let journal = recorder.history { replay.restart(with: journal) }
    knowledge = JournalKnowledge()
    (present, mode) = (nil, .live)
    base = (last, state)
    keep(old)
    core.resume()
  }

  /// Lets the store continue from a state of another journal.
  func continueFrom(_ state: State, cancelling action: Int) throws {
    guard let core = recorder.store?.core else {
      throw RequestFailure("The store was released: nothing can be sent to it.")
    }
    continueFrom(state, cancelling: action, core)
  }

  private func test(_ request: InspectorRequest) throws -> JSONValue {
    _ = journal
    return try TestText.write(replay, from: request.integer("from"), to: request.integer("to"))
  }
}
