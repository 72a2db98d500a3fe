import Headrace
import Synchronization

/// A feature that has children of every kind, all of them features of the same type, and carries
/// out its actions' work.
struct Tree: Reducer {
  struct State: Identifiable {
    let id: Int
    /// The number of levels of features that may be below this one.
    let depth: Int
    var choice = Choice.empty
    var rows: IdentifiedArrayOf<State> = []
    var stack = StackState<State>()
    // Arrays, because a state can't contain itself directly.
    private var fixedStorage: [State] = []
    private var optionalStorage: [State] = []
    private var sheetStorage = [PresentationState<State>(wrappedValue: nil)]

    init(id: Int, depth: Int) {
      self.id = id
      self.depth = depth
      if depth > 0 { fixedStorage = [State(id: Self.fixedID(below: id), depth: depth - 1)] }
    }

    static func fixedID(below id: Int) -> Int { id * 1_000 + 999 }

    var hasFixed: Bool { !fixedStorage.isEmpty }

    var fixed: State {
      get { fixedStorage[0] }
      _modify { yield &fixedStorage[0] }
    }

    var optional: State? {
      get { optionalStorage.first }
      set { optionalStorage = newValue.map { [$0] } ?? [] }
    }

    var sheet: PresentationState<State> {
      get { sheetStorage[0] }
      _modify { yield &sheetStorage[0] }
    }
  }

  @CasePathable
  indirect enum Choice {
    case empty
    case one(State)
    case two(State)
  }

  @CasePathable
  indirect enum ChoiceAction {
    case one(Action)
    case two(Action)
  }

  @CasePathable
  indirect enum Action {
    case perform(Work)
    case fixed(Action)
    case optional(Action)
    case choice(ChoiceAction)
    case rows(IdentifiedAction<Int, Action>)
    case sheet(PresentationAction<Action>)
    case stack(StackAction<State, Action>)
  }

  let log: TreeLog
  let gates: TreeGates

  var body: some Reducer<State, Action> {
    Scope(state: \.fixed, action: \.fixed) { Tree(log: log, gates: gates) }
    Scope(state: \.choice, action: \.choice) {
      EmptyReducer()
        .ifCaseLet(\.one, action: \.one) { Tree(log: log, gates: gates) }
        .ifCaseLet(\.two, action: \.two) { Tree(log: log, gates: gates) }
    }
    Reduce { state, action in
      guard let (work, level) = action.work else { return .none }
      log.write("\(work.serial)/\(level)@\(state.id)")
      guard level < work.duties.count else { return .none }
      for change in work.duties[level].changes { state.apply(change) }
      return effect(work.duties[level].plan)
    }
    .ifLet(\.optional, action: \.optional) { Tree(log: log, gates: gates) }
    .ifLet(\.sheet, action: \.sheet) { Tree(log: log, gates: gates) }
    .forEach(\.rows, action: \.rows) { Tree(log: log, gates: gates) }
    .forEach(\.stack, action: \.stack) { Tree(log: log, gates: gates) }
  }

  private func effect(_ plan: Plan) -> Effect<Action> {
    switch plan {
    case .none:
      .none
    case .run(let name, let sends, let heeds):
      .run(name: "\(name)") { [gates] send in
        for work in sends {
          await gates.pass(name)
          if heeds, Task.isCancelled { return }
          await send(.perform(work))
        }
      }
    case .send(let work):
      .send(.perform(work))
    case .cancel(let id):
      .cancel(id: id)
    case .merge(let parts):
      .merge(parts.map { effect($0) })
    case .concatenate(let parts):
      .concatenate(parts.map { effect($0) })
    case .cancellable(let base, let id, let cancelInFlight):
      effect(base).cancellable(id: id, cancelInFlight: cancelInFlight)
    case .mapped(let base):
      effect(base).map { $0 }
    }
  }
}

extension Tree.Action {
  /// The work in the action, and its number of levels below this feature.
  fileprivate var work: (work: Work, level: Int)? {
    let inner: Self
    switch self {
    case .perform(let work): return (work, 0)
    case .fixed(let action), .optional(let action), .sheet(.presented(let action)),
      .choice(.one(let action)), .choice(.two(let action)), .rows(.element(_, let action)),
      .stack(.element(_, let action)):
      inner = action
    case .sheet(.dismiss), .stack(.popFrom), .stack(.push): return nil
    }
    return inner.work.map { ($0.work, $0.level + 1) }
  }
}

// MARK: - Changing Children

extension Tree.State {
  private func child(_ id: Int) -> Self { Self(id: id, depth: depth - 1) }

  fileprivate mutating func apply(_ change: Change) {
    guard depth > 0 else { return }
    switch change {
    case .add(let slot, let id): add(child(id), in: slot)
    case .remove(let slot, let ordinal): remove(slot, ordinal)
    case .replace(let slot, let ordinal, let id): replace(slot, ordinal) { _ in id }
    case .renew(let slot, let ordinal): replace(slot, ordinal) { $0 }
    }
  }

  private mutating func add(_ child: Self, in slot: Slot) {
    switch slot {
    case .optional: optional = child
    case .choice: choice = child.id.isMultiple(of: 2) ? .one(child) : .two(child)
    case .rows: rows.append(child)
    case .sheet: sheet.wrappedValue = child
    case .stack: stack.append(child)
    }
  }

  private mutating func remove(_ slot: Slot, _ ordinal: Int) {
    switch slot {
    case .optional: optional = nil
    case .choice: choice = .empty
    case .rows: if !rows.isEmpty { rows.remove(at: ordinal % rows.count) }
    case .sheet: sheet.wrappedValue = nil
    case .stack: if !stack.isEmpty { stack.remove(at: ordinal % stack.count) }
    }
  }

  private mutating func replace(_ slot: Slot, _ ordinal: Int, id: (Int) -> Int) {
    switch slot {
    case .optional:
      if let old = optional { optional = child(id(old.id)) }
    case .choice:
      switch choice {
      case .empty: break
      case .one(let old): choice = .one(child(id(old.id)))
      case .two(let old): choice = .two(child(id(old.id)))
      }
    case .rows:
      guard !rows.isEmpty else { return }
      let old = rows.remove(at: ordinal % rows.count)
      rows.insert(child(id(old.id)), at: ordinal % (rows.count + 1))
    case .sheet:
      if let old = sheet.wrappedValue { sheet.wrappedValue = child(id(old.id)) }
    case .stack:
      guard !stack.isEmpty else { return }
      let position = ordinal % stack.count
      stack[position] = child(id(stack[position].id))
    }
  }
}

// MARK: - Showing What Is There

extension Tree.State: CustomStringConvertible {
  var description: String {
    var parts: [String] = []
    if hasFixed { parts.append("fixed \(fixed)") }
    if let optional { parts.append("optional \(optional)") }
    switch choice {
    case .empty: break
    case .one(let child): parts.append("one \(child)")
    case .two(let child): parts.append("two \(child)")
    }
    parts += rows.map { "row \($0)" }
    if let sheet = sheet.wrappedValue { parts.append("sheet \(sheet)") }
    parts += zip(stack.ids, stack).map { "\($0) \($1)" }
    return "\(id)(\(parts.joined(separator: ", ")))"
  }
}

/// The work that a tree's features have reduced, in order; used on the store's actor alone.
final class TreeLog {
  private(set) var entries: [String] = []

  func write(_ entry: String) { entries.append(entry) }
}

/// Gates at which effects wait by name until the test lets them continue, cancelled or not.
final class TreeGates: Sendable {
  private let waiters = Mutex<[Int: CheckedContinuation<Void, Never>]>([:])

  func pass(_ name: Int) async {
    await withCheckedContinuation { waiter in waiters.withLock { $0[name] = waiter } }
  }

  /// Lets an effect continue; returns true if it waited.
  func open(_ name: Int) -> Bool {
    guard let waiter = waiters.withLock({ $0.removeValue(forKey: name) }) else { return false }
    waiter.resume()
    return true
  }

  /// The names of the effects that wait, sorted.
  var names: [Int] { waiters.withLock { $0.keys.sorted() } }
}
