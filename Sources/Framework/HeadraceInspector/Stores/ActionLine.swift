import Headrace
import HeadraceJournal

/// The actions of a journal as the page shows them: some skipped or moved, some added at the end.
struct ActionLine<Action> {
  var skipped: Set<Int> = []
  private(set) var moved: [(action: Int, before: Int)] = []
  var added: [(action: Action, json: String)] = []

  /// True if actions are skipped or moved.
  var isChanged: Bool { !skipped.isEmpty || !moved.isEmpty }

  /// The first action that is skipped or moved, or whose position changes.
  var firstChanged: Int? {
    (Array(skipped) + moved.flatMap { [$0.action, $0.before] }).min()
  }

  /// Skips an action, or includes it again.
  mutating func skip(_ action: Int, _ isOn: Bool) {
    if isOn { skipped.insert(action) } else { skipped.remove(action) }
  }

  /// Moves an action directly before another one.
  mutating func move(_ action: Int, before other: Int) {
    moved.append((action, other))
  }

  /// Returns the actions of a range in the order of the line, including skipped ones.
  func order(of actions: Range<Int>) -> [Int] {
    var order = Array(actions)
    for (action, other) in moved where action != other {
      guard let from = order.firstIndex(of: action) else { continue }
      order.remove(at: from)
      order.insert(action, at: order.firstIndex(of: other) ?? from)
    }
    return order
  }
}

/// Computes states of a line of actions, with the nodes of a feature.
final class LineReplay<State, Action> {
  let reduce: (inout State, Action, RunNotes) -> Void
  private var replay: Replay<State, Action>
  /// The actions in a changed order, from the first changed one on.
  private var order: (actions: Range<Int>, numbers: [Int])?
  private var last: (slot: Int, state: State)?

  var line = ActionLine<Action>() {
    didSet { (order, last) = (nil, nil) }
  }

  var journal: Journal<State, Action> {
    didSet { replay.journal = journal }
  }

  init(
    _ journal: Journal<State, Action>, by reduce: @escaping (inout State, Action, RunNotes) -> Void
  ) {
    self.journal = journal
    self.reduce = reduce
    replay = Replay(journal, by: reduce)
  }

  /// Throws if the line differs from the recorded history.
  func requireUnchanged(_ what: String) throws(RequestFailure) {
    guard line.isChanged else { return }
    throw RequestFailure(
      """
      \(what) needs what happened: undo the skipped and moved actions first, by 'resume' or \
      'revert'.
      """)
  }

  /// Discards computed states: the history begins again.
  func restart(with journal: Journal<State, Action>) {
    self.journal = journal
    replay = Replay(journal, by: reduce)
    line = ActionLine()
  }

  /// Returns the state after the action at a position of the line.
  func state(after slot: Int) throws -> State {
    guard let first = line.firstChanged, slot >= first else {
      return try replay.state(after: slot)
    }
    guard slot < journal.actions.upperBound else { return try replay.state(after: slot) }
    let numbers = numbers(from: first)
    var (next, state) =
      if let last, last.slot <= slot { (last.slot + 1, last.state) } else {
        (first, try replay.state(after: first - 1))
      }
    while next <= slot {
      let number = numbers[next - first]
      if !line.skipped.contains(number) { try replay.step(&state, action: number) }
      next += 1
    }
    last = (slot, state)
    return state
  }

  /// Returns the state after the action at a position, and after those that were added.
  func stateWithAdded(after slot: Int) throws -> State {
    var state = try state(after: slot)
    for (action, _) in line.added { replay.step(&state, action: action) }
    return state
  }

  /// Returns the action that is at a position of the line.
  func action(inPlaceOf number: Int) -> Int {
    guard !line.moved.isEmpty, let first = line.firstChanged, number >= first,
      journal.actions.contains(number)
    else { return number }
    return numbers(from: first)[number - first]
  }

  private func numbers(from first: Int) -> [Int] {
    let actions = first..<journal.actions.upperBound
    if let order, order.actions == actions { return order.numbers }
    let numbers = line.order(of: actions)
    order = (actions, numbers)
    return numbers
  }
}
